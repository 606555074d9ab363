import type { Transaction } from '@tickscope/chain';
import { decodeAttempts } from './decode-attempt.js';
import { decodeCurveTrade } from './decode-curve-trade.js';
import { handoverLink, transferLink } from './decode-links.js';
import { decodePoolEvents } from './decode-pool-event.js';
import { decodeRoute, decodeSwap } from './decode-swap.js';
import type { DexProgram } from './layout.js';
import { type Recognised, type RecognisedCall, recogniseCalls } from './recognise.js';
import type { Attempt, PoolEvent, Swap, TokenLink, TransactionTrades } from './swap.js';
import { interestOf, once, type TransactionView, viewTransaction } from './transaction-view.js';
import type { Transfer } from './transfers.js';

/**
 * Extracts a transaction's DEX activity: its swaps, the attempts of a failed one, pool events other than swaps, and
 * token links outside both.
 *
 * Never throws: data that does not fit a layout is omitted. Votes, transactions without meta, and those that name
 * neither a known program nor a token program cost only a scan of their keys. A failed transaction yields attempts
 * only. If the node did not record inner instructions, swaps inside other instructions are not seen.
 */
export function extractTrades(slot: number, tx: Transaction): TransactionTrades {
  const read = readTransaction(slot, tx);
  if (read === null) return { swaps: [], attempts: [], poolEvents: [], tokenLinks: [] };
  const { swaps, attempts, poolEvents } = read.trades();
  return { swaps, attempts, poolEvents, tokenLinks: read.links() };
}

/** A transaction that may contain DEX activity; each part is computed on demand. */
export interface ReadTransaction {
  interest: 'tokens' | 'dex';
  trades(): Pick<TransactionTrades, 'swaps' | 'attempts' | 'poolEvents'>;
  links(): TokenLink[];
}

/** Null if there is nothing to extract. */
export function readTransaction(slot: number, tx: Transaction): ReadTransaction | null {
  const { meta } = tx;
  if (tx.isVote || meta === null || tx.staticKeys.length === 0) return null;
  const interest = interestOf(tx);
  if (interest === 'none') return null;
  if (meta.error !== null)
    return interest === 'tokens'
      ? null
      : {
          interest,
          trades: () => ({
            swaps: [],
            attempts: attemptsOf(viewTransaction(slot, tx, meta)),
            poolEvents: [],
          }),
          links: () => [],
        };
  const laidOut = once(() => {
    const view = viewTransaction(slot, tx, meta);
    return { view, recognised: recogniseCalls(view.calls, view.roles) };
  });
  return {
    interest,
    trades: () => (interest === 'tokens' ? { swaps: [], attempts: [], poolEvents: [] } : tradesOf(laidOut())),
    links: () => linksOf(laidOut()),
  };
}

/** A transaction with those of its calls that match some program's layout. */
interface LaidOut {
  view: TransactionView;
  recognised: Recognised;
}

function attemptsOf(view: TransactionView): Attempt[] {
  const { found } = recogniseCalls(view.calls, view.roles);
  return found.flatMap((recognised) => decodeAttempts(view, recognised));
}

function tradesOf({ view, recognised: { found, ownerOf } }: LaidOut): ReturnType<ReadTransaction['trades']> {
  const own = new Map<RecognisedCall, Transfer[]>();
  for (const transfer of view.movements.transfers) {
    const owner = ownerOf[transfer.call];
    if (owner === undefined) continue;
    const known = own.get(owner);
    if (known === undefined) own.set(owner, [transfer]);
    else known.push(transfer);
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
  return { swaps, attempts: [], poolEvents };
}

function linksOf({ view, recognised: { ownerOf } }: LaidOut): TokenLink[] {
  const links: TokenLink[] = [];
  for (const transfer of view.movements.transfers) {
    if (ownerOf[transfer.call] !== undefined) continue;
    const link = transferLink(view, transfer);
    if (link !== null) links.push(link);
  }
  const handovers = view.movements.handovers.filter(({ call }) => ownerOf[call] === undefined);
  for (const handover of handovers) {
    const link = handoverLink(view, handover);
    if (link !== null) links.push(link);
  }
  return handovers.length === 0 ? links : links.sort(byPosition);
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
