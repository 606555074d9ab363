import {
  type AccountLocks,
  type AccountPoint,
  areLimitsKnown,
  hotScore,
  type LockQuestion,
  limitsIn,
  readAccountLocks,
  readLockRange,
  readLocksCoverage,
  readQuestion,
  rounded,
} from '@tickscope/queries/write-locks';
import type { components } from '@tickscope/schemas';
import { defineOperation } from '../../define-operation.js';

type Request = components['schemas']['AccountWriteLocksRequest'];
type Response = components['schemas']['AccountWriteLocksResponse'];
type Data = Response['data'];

/** `POST /write-locks/account`: the write locks of one account over a time, and who held them. */
export const getAccountWriteLocks = defineOperation('getAccountWriteLocks', {
  async answer({ body: request, rangeDatabase: database, computeLimits, context }) {
    const question = readQuestion(request, 'time_range, slot and start_date with end_date');
    const range = await readLockRange(database, question, context);
    if (range === null) return response(question, request, NOTHING);
    const limits = limitsIn(computeLimits, range);
    const coverage = await readLocksCoverage(database, range, context);
    const locks = await readAccountLocks(database, request.account, range, limits, context);
    return response(question, request, {
      slot_range: { min: range.fromSlot, max: range.toSlot },
      summary: summaryOf(locks, areLimitsKnown(limits, range.fromSlot)),
      write_locks_timeline: locks.points.map(({ slot, writeLocks, timestamp }) => ({
        slot,
        write_locks: writeLocks,
        timestamp,
      })),
      conflict_timeline: locks.points.map(({ slot, conflictEvents, timestamp }) => ({
        slot,
        conflict_events: conflictEvents,
        timestamp,
      })),
      competing_transactions: locks.competing,
      slots_per_point: locks.slotsPerPoint,
      coverage,
    });
  },
});

type Found = Omit<Data, 'account' | 'query_mode' | 'query_value'>;

const NOTHING: Found = {
  slot_range: { min: null, max: null },
  summary: {
    total_write_locks: 0,
    total_conflicts: 0,
    unique_signers: 0,
    avg_locks_per_slot: null,
    hottest_slot: null,
    hottest_slot_locks: 0,
    hot_score: null,
  },
  write_locks_timeline: [],
  conflict_timeline: [],
  competing_transactions: [],
  slots_per_point: 1,
  coverage: null,
};

function response({ mode, value }: LockQuestion, { account }: Request, found: Found): Response {
  return {
    success: true,
    data: { account, query_mode: mode, query_value: value, ...found },
    timestamp: new Date().toISOString(),
  };
}

function summaryOf({ points, uniqueSigners }: AccountLocks, knowsLimit: boolean): Data['summary'] {
  const sum = (of: (point: AccountPoint) => number) => points.reduce((total, point) => total + of(point), 0);
  const blocks = sum((point) => point.blocks);
  const blocksWithMeta = sum((point) => point.blocksWithMeta);
  const locks = sum((point) => point.writeLocks);
  const hottest = hottestOf(points);
  const isKnown = knowsLimit && blocksWithMeta > 0;
  return {
    total_write_locks: locks,
    total_conflicts: sum((point) => point.conflictEvents),
    unique_signers: uniqueSigners,
    avg_locks_per_slot: blocks === 0 ? null : rounded(locks / blocks, 4),
    hottest_slot: hottest?.slot ?? null,
    hottest_slot_locks: hottest?.writeLocks ?? 0,
    hot_score: hotScore(isKnown ? sum((point) => point.utilizationSum) / blocksWithMeta : null),
  };
}

/** The slot with the most write locks; the first one among equals. */
function hottestOf(points: readonly AccountPoint[]): AccountPoint['hottest'] {
  let hottest: AccountPoint['hottest'] = null;
  for (const point of points)
    if (point.hottest !== null && point.hottest.writeLocks > (hottest?.writeLocks ?? 0))
      hottest = point.hottest;
  return hottest;
}
