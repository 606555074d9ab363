import { addTo, type Transaction } from '@tickscope/chain';
import { parentsOf } from './calls.js';
import { decodeAttempts } from './decode-attempt.js';
import { decodeCurveTrade } from './decode-curve-trade.js';
import { decodeFill } from './decode-fill.js';
import { handoverLink, transferLink } from './decode-links.js';
import { decodeLoggedFills } from './decode-logged-fills.js';
import { decodePoolEvents } from './decode-pool-event.js';
import { decodeRebate } from './decode-rebate.js';
import { decodeRoute, decodeSwap } from './decode-swap.js';
import { inferSwaps } from './infer-swaps.js';
import type { DexProgram } from './layout.js';
import { loggedData } from './logged-data.js';
import { withPriceMoves } from './price-moves.js';
import { type Recognised, type RecognisedCall, recogniseCalls } from './recognise.js';
import { roleOf as knownRoleOf, type RoleOf } from './roles.js';
import { addRouteLimits } from './route-limits.js';
import type { InstructionPosition, TokenLink, TransactionTrades } from './swap.js';
import { interestOf, once, type TransactionView, viewTransaction } from './transaction-view.js';
import type { Transfer, Unwrap } from './transfers.js';
import { framesWithoutInner, lacksMints, unknownFrame } from './unknown-frame.js';

/**
 * Extracts a transaction's DEX activity: its swaps, the attempts of a failed one, pool events other than swaps, swaps
 * inferred where no layout fits, and token links outside all decoded instructions.
 *
 * Never throws: data that does not fit a layout is omitted. Votes, transactions without meta, and those that name
 * neither a known program nor a token program cost only a scan of their keys. A failed transaction yields attempts
 * only. What cannot be read because the source left out balances or inner instructions is among the unknown frames.
 *
 * @param roleOf the programs to decode; by default all of this package
 *
 * @example
 * ```ts
 * import { extractTrades } from '@tickscope/dex';
 * import { tradedBlock } from '@tickscope/testkit/traded-block';
 *
 * const { transactions } = tradedBlock(100, [{ does: 'attempt', trader: 'one' }]);
 * const { swaps, attempts } = extractTrades(100, transactions[0]!);
 * [swaps.length, attempts[0]!.dexName]; // => [0, 'Raydium CPMM']
 * ```
 */
export function extractTrades(
  slot: number,
  tx: Transaction,
  roleOf: RoleOf = knownRoleOf,
): TransactionTrades {
  const read = readTransaction(slot, tx, roleOf);
  const { swaps, attempts, poolEvents, fills, rebates, inferred, unknownFrames } =
    read?.trades() ?? noTrades();
  const tokenLinks = read?.links() ?? [];
  return { swaps, attempts, poolEvents, fills, rebates, inferred, unknownFrames, tokenLinks };
}

/** Everything but the links, which only some callers need. */
export type Trades = Omit<TransactionTrades, 'tokenLinks'>;

function noTrades(): Trades {
  return {
    swaps: [],
    attempts: [],
    poolEvents: [],
    fills: [],
    rebates: [],
    inferred: [],
    unknownFrames: [],
  };
}

/** A transaction that may contain DEX activity; each part is computed on demand. */
export interface ReadTransaction {
  trades(): Trades;
  links(): TokenLink[];
}

/** Null if there is nothing to extract. */
export function readTransaction(
  slot: number,
  tx: Transaction,
  roleOf: RoleOf = knownRoleOf,
): ReadTransaction | null {
  const { meta } = tx;
  if (tx.isVote || meta === null || tx.staticKeys.length === 0) return null;
  const interest = interestOf(tx, roleOf);
  if (interest === 'none') return null;
  if (meta.error !== null) {
    if (interest === 'tokens') return null;
    return { trades: () => attemptsOf(viewTransaction(slot, tx, meta, roleOf)), links: () => [] };
  }
  const laidOut = once(() => {
    const view = viewTransaction(slot, tx, meta, roleOf);
    return { view, recognised: recogniseCalls(view.calls, view.roles) };
  });
  const trades = once(() => tradesOf(laidOut()));
  return { trades, links: () => linksOf(laidOut(), trades().inferred) };
}

/** A transaction with those of its calls that match some program's layout. */
interface LaidOut {
  view: TransactionView;
  recognised: Recognised;
}

function attemptsOf(view: TransactionView): Trades {
  const trades = noTrades();
  const { found } = recogniseCalls(view.calls, view.roles);
  for (const recognised of found) trades.attempts.push(...decodeAttempts(view, recognised));
  return trades;
}

function tradesOf({ view, recognised }: LaidOut): Trades {
  const trades = noTrades();
  inferSwaps(view, recognised, trades);
  decodeFound(view, recognised, trades);
  const { swaps, inferred, unknownFrames } = trades;
  unknownFrames.push(...framesWithoutInner(view, recognised));
  if (unknownFrames.length > 1) unknownFrames.sort(byPosition);
  if (swaps.length + inferred.length > 0) addRouteLimits(view, swaps, inferred);
  return trades;
}

/** @param trades receives what the recognised calls did */
function decodeFound(view: TransactionView, recognised: Recognised, trades: Trades): void {
  const { found, ownerOf } = recognised;
  if (found.length === 0) return;
  const own = new Map<RecognisedCall, Transfer[]>();
  for (const transfer of view.movements.transfers) {
    const owner = ownerOf[transfer.call];
    if (owner === undefined) continue;
    addTo(own, owner, transfer);
  }
  const counts = countByProgram(found);
  const logged = once(() => loggedData(view));
  for (const one of found) {
    const transfers = own.get(one) ?? [];
    const unwraps = unwrapsOf(view, recognised, one);
    const { layout } = one;
    const before = trades.swaps.length + trades.fills.length;
    switch (layout.does) {
      case 'swap':
        trades.swaps.push(
          ...withPriceMoves(view, one, logged, decodeSwap(view, one, layout, transfers, unwraps)),
        );
        break;
      case 'route':
        trades.swaps.push(...withPriceMoves(view, one, logged, decodeRoute(view, one, layout, transfers)));
        break;
      case 'curve_trade':
        trades.swaps.push(...decodeCurveTrade(view, one, layout, transfers, counts.get(one.program) === 1));
        break;
      case 'fill':
        trades.fills.push(...decodeFill(view, one, layout, transfers));
        break;
      case 'rebate':
        trades.rebates.push(...decodeRebate(view, one, layout, transfers));
        break;
      default:
        trades.poolEvents.push(...decodePoolEvents(view, one, layout, transfers, unwraps));
        if (layout.loggedFill !== undefined)
          trades.fills.push(...decodeLoggedFills(view, one, layout, logged()(one.index)));
    }
    const decoded = trades.swaps.length + trades.fills.length - before;
    if (decoded < (layout.does === 'swap' ? layout.hops.length : 1) && lacksMints(view, one, transfers))
      trades.unknownFrames.push(unknownFrame(view, parentsOf(view.calls), one.index, 'mints', false));
  }
}

const NO_UNWRAPS: readonly Unwrap[] = [];

/** The unwraps that belong to a call: in nearly every transaction none. */
function unwrapsOf({ movements }: TransactionView, { ownerOf }: Recognised, one: RecognisedCall) {
  if (movements.unwraps.length === 0) return NO_UNWRAPS;
  return movements.unwraps.filter(({ call }) => ownerOf[call] === one);
}

/** @param inferred their transfers are legs, not links */
function linksOf(
  { view, recognised: { ownerOf } }: LaidOut,
  inferred: readonly InstructionPosition[],
): TokenLink[] {
  const links: TokenLink[] = [];
  const isLeg = inferred.length === 0 ? () => false : isUnder(view, inferred);
  for (const transfer of view.movements.transfers) {
    if (ownerOf[transfer.call] !== undefined || isLeg(transfer.call)) continue;
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

/** Whether a call, by its index, is one of the instructions or was called by one. */
function isUnder(
  { calls }: TransactionView,
  instructions: readonly InstructionPosition[],
): (call: number) => boolean {
  const ranges = instructions.map(({ outerIndex, innerIndex }) => {
    const first = calls.findIndex((call) => call.outerIndex === outerIndex && call.innerIndex === innerIndex);
    return { first, end: calls[first]?.end ?? first };
  });
  return (call) => ranges.some(({ first, end }) => call >= first && call < end);
}

function countByProgram(found: readonly RecognisedCall[]): Map<DexProgram, number> {
  const counts = new Map<DexProgram, number>();
  for (const { program } of found) counts.set(program, (counts.get(program) ?? 0) + 1);
  return counts;
}

/** Order of instructions within one transaction. */
export function byPosition(left: InstructionPosition, right: InstructionPosition): number {
  return (
    left.outerIndex - right.outerIndex ||
    (left.innerIndex ?? -1) - (right.innerIndex ?? -1) ||
    left.partIndex - right.partIndex
  );
}
