import type { Transaction } from '@tickscope/chain';
import { decodeAttempts } from './decode-attempt.js';
import { decodeCurveTrade } from './decode-curve-trade.js';
import { handoverLink, transferLink } from './decode-links.js';
import { decodePoolEvents } from './decode-pool-event.js';
import { decodeRoute, decodeSwap } from './decode-swap.js';
import type { DexProgram } from './layout.js';
import { type RecognisedCall, recogniseCalls } from './recognise.js';
import type { PoolEvent, Swap, TokenLink, TransactionTrades } from './swap.js';
import { keyRolesOf, type TransactionView, viewTransaction } from './transaction-view.js';
import type { Transfer } from './transfers.js';

/**
 * What a transaction did on DEXs: its swaps, the attempts of a failed one, what happened to pools beside swaps,
 * and the tokens that changed hands outside both.
 *
 * Never throws, whatever the transaction holds: what does not fit a layout is left out. Votes, transactions
 * without meta and those that name neither a known program nor a token program cost one look at their keys.
 * A failed transaction yields attempts only. Where the node did not record inner instructions, swaps inside
 * others are not seen.
 */
export function extractTrades(slot: number, tx: Transaction): TransactionTrades {
  const { meta } = tx;
  if (tx.isVote || meta === null || tx.staticKeys.length === 0) return nothing();
  const keyRoles = keyRolesOf(tx);
  const hasFailed = meta.error !== null;
  if (keyRoles.interest === 'none' || (hasFailed && keyRoles.interest === 'tokens')) return nothing();
  const view = viewTransaction(slot, tx, meta, keyRoles);
  return hasFailed ? attemptsOf(view) : tradesOf(view);
}

function nothing(): TransactionTrades {
  return { swaps: [], attempts: [], poolEvents: [], tokenLinks: [] };
}

function attemptsOf(view: TransactionView): TransactionTrades {
  const { found } = recogniseCalls(view.calls, view.roles);
  return { ...nothing(), attempts: found.flatMap((recognised) => decodeAttempts(view, recognised)) };
}

function tradesOf(view: TransactionView): TransactionTrades {
  const { found, ownerOf } = recogniseCalls(view.calls, view.roles);
  const own = new Map<RecognisedCall, Transfer[]>();
  const tokenLinks: TokenLink[] = [];
  for (const transfer of view.movements.transfers) {
    const owner = ownerOf[transfer.call];
    if (owner === undefined) {
      const link = transferLink(view, transfer);
      if (link !== null) tokenLinks.push(link);
      continue;
    }
    const known = own.get(owner);
    if (known === undefined) own.set(owner, [transfer]);
    else known.push(transfer);
  }
  const handovers = view.movements.handovers.filter(({ call }) => ownerOf[call] === undefined);
  if (handovers.length > 0) {
    for (const handover of handovers) {
      const link = handoverLink(view, handover);
      if (link !== null) tokenLinks.push(link);
    }
    tokenLinks.sort(byPosition);
  }
  const swaps: Swap[] = [];
  const poolEvents: PoolEvent[] = [];
  const counts = countByProgram(found);
  for (const recognised of found) {
    const transfers = own.get(recognised) ?? [];
    const { layout } = recognised;
    if (layout.does === 'swap') swaps.push(...decodeSwap(view, recognised, layout, transfers));
    else if (layout.does === 'route') swaps.push(...decodeRoute(view, recognised, layout, transfers));
    else if (layout.does === 'curve_trade')
      swaps.push(
        ...decodeCurveTrade(view, recognised, layout, transfers, counts.get(recognised.program) === 1),
      );
    else poolEvents.push(...decodePoolEvents(view, recognised, layout, transfers));
  }
  return { swaps, attempts: [], poolEvents, tokenLinks };
}

function countByProgram(found: readonly RecognisedCall[]): Map<DexProgram, number> {
  const counts = new Map<DexProgram, number>();
  for (const { program } of found) counts.set(program, (counts.get(program) ?? 0) + 1);
  return counts;
}

function byPosition(left: TokenLink, right: TokenLink): number {
  return (
    left.outerIndex - right.outerIndex ||
    (left.innerIndex ?? -1) - (right.innerIndex ?? -1) ||
    left.partIndex - right.partIndex
  );
}
