import { readTradeContext, type TradeContext } from '@tickscope/queries/trade-context';
import type { StoredTransaction } from '@tickscope/queries/transactions';
import { readWhereFound, reportedTick } from '@tickscope/queries/transactions';
import type { components } from '@tickscope/schemas';
import { defineOperation } from '../../define-operation.js';
import { invalidRequest } from '../../errors.js';
import { transactionNotFound } from '../../transaction-not-found.js';
import { resultsBySlot, transactionRecord } from './records.js';

type Request = components['schemas']['AnalyzeTradeRequest'];
type Response = components['schemas']['AnalyzeTradeResponse'];

/** `POST /analyze-trade`: who locked an account around a transaction, with exact ticks. */
export const analyzeTrade = defineOperation('analyzeTrade', {
  async answer({ body: request, database, context }) {
    checkTimes(request);
    const { signature, account_id: account, slot_range: range, page, limit } = request;
    const found = await readWhereFound(database, signature, context, async (position) => {
      const from = Math.max(0, position.slot - range);
      const to = position.slot + range;
      const question = { signature, position, account, from, to, page, limit };
      const answer = await readTradeContext(database, question, context);
      return answer !== null && isInTimes(answer.original, request)
        ? response(request, { from, to, range }, answer)
        : null;
    });
    if (found !== null) return found;
    const hasTimes = request.start_time !== undefined || request.end_time !== undefined;
    throw transactionNotFound(signature, hasTimes ? ' within the given times' : '');
  },
});

function checkTimes({ start_time, end_time }: Request): void {
  if (start_time !== undefined && end_time !== undefined && start_time > end_time)
    throw invalidRequest('end_time: expected not before start_time');
}

/** A transaction without a known time is never inside a time window. */
function isInTimes({ blockTime }: StoredTransaction, { start_time, end_time }: Request): boolean {
  if (start_time === undefined && end_time === undefined) return true;
  return (
    blockTime !== null &&
    (start_time === undefined || blockTime >= start_time) &&
    (end_time === undefined || blockTime <= end_time)
  );
}

function response(
  { page, limit }: Request,
  slotRange: Response['data']['slot_range'],
  { original, activity, rows, roles, coverage }: TradeContext,
): Response {
  const total = activity.reduce((sum, { lockCount }) => sum + lockCount, 0);
  const originalTick = reportedTick(original.slot, original.pohTick);
  // Ticks never decrease along the chain, so the first and last slots contain the minimum and maximum.
  const first = activity[0];
  const last = activity.at(-1);
  return {
    success: true,
    data: {
      original_transaction: transactionRecord(original, roles),
      slot_range: slotRange,
      results_by_slot: resultsBySlot(rows, original, roles),
      summary: {
        total_matching_transactions: total,
        displayed_in_page: rows.length,
        slots_with_activity: activity.length,
        earliest_poh_tick_offset:
          first === undefined ? null : reportedTick(first.slot, first.firstPohTick) - originalTick,
        latest_poh_tick_offset:
          last === undefined ? null : reportedTick(last.slot, last.lastPohTick) - originalTick,
      },
      coverage,
    },
    pagination: { current_page: page, total_items: total, has_next_page: page * limit < total },
  };
}
