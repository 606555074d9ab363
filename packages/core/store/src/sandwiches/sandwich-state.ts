import { positionKey } from '@tickscope/chain';
import type { Attempt, Swap } from '@tickscope/dex';
import type { Sandwich } from '@tickscope/sandwich';
import type { PlacedTransactions } from './placed-transactions.js';
import { type LegRole, type LegRow, NO_LOSS, type SandwichState } from './sandwich-rows.js';

/** Every swap and attempt that is a leg of the sandwich. */
export function tradesOf({ fronts, victims, backs, attempts }: Sandwich): (Swap | Attempt)[] {
  return [...fronts, ...victims.map(({ swap }) => swap), ...backs, ...attempts.map(({ attempt }) => attempt)];
}

export function stateOf(
  sandwich: Sandwich,
  isFinal: boolean,
  placed: PlacedTransactions,
  { undecoded, kept }: { undecoded: readonly LegRow[]; kept: bigint | null },
): SandwichState {
  const legs: LegRow[] = [
    ...sandwich.fronts.map((swap) => legRow('front', swap, placed)),
    ...sandwich.victims.map(({ swap, ...found }) => ({
      ...legRow('victim', swap, placed),
      ...found,
    })),
    ...sandwich.backs.map((swap) => legRow('back', swap, placed)),
    ...sandwich.attempts.map(({ attempt, side }) => legRow(`${side}_attempt`, attempt, placed)),
  ];
  const known = new Set(legs.map(positionKey));
  const others = undecoded.filter((leg) => !known.has(positionKey(leg)));
  return { sandwich, isFinal, legs: [...legs, ...others], kept };
}

function legRow(role: LegRole, trade: Swap | Attempt, placed: PlacedTransactions): LegRow {
  const transaction = placed.get(positionKey(trade));
  if (transaction === undefined)
    throw new Error(`the swap at slot ${trade.slot}, index ${trade.blockIndex} is not stored`);
  const isSwap = 'traderIn' in trade;
  const direction = isSwap ? trade : trade.direction;
  return {
    slot: trade.slot,
    blockIndex: trade.blockIndex,
    outerIndex: trade.outerIndex,
    innerIndex: trade.innerIndex,
    partIndex: trade.partIndex,
    role,
    trader: trade.trader,
    ...transaction,
    dexName: trade.dexName,
    pool: trade.pool,
    signer: trade.feePayer,
    mintIn: direction?.mintIn ?? null,
    mintOut: direction?.mintOut ?? null,
    traderIn: isSwap ? trade.traderIn : 0n,
    traderOut: isSwap ? trade.traderOut : 0n,
    ...NO_LOSS,
  };
}
