import { positionKey } from '@tickscope/chain';
import type { Attempt, Swap } from '@tickscope/dex';
import type { Sandwich } from '@tickscope/sandwich';
import type { ReadConnection } from '../connection/read-connection.js';
import { column, defineQuery, param, runQuery, sqlFile } from '../query/index.js';
import { positionBatches } from './position-batches.js';
import {
  type LegRole,
  type LegRow,
  NO_LOSS,
  type PlacedTransaction,
  type SandwichState,
} from './sandwich-rows.js';

const PLACED_SWAPS = defineQuery({
  name: 'placed-swaps',
  sql: sqlFile(import.meta.url, './placed-swaps.sql'),
  params: {
    pools: param.texts,
    from_slot: param.integer,
    to_slot: param.integer,
    slots: param.integers,
    block_indexes: param.integers,
  },
  row: {
    slot: column.integer,
    blockIndex: column.integer,
    signature: column.text,
    pohTick: column.nullable(column.integer),
    blockTime: column.nullable(column.integer),
  },
});

const QUERY_TIMEOUT_MS = 30_000;

export type PlacedTransactions = ReadonlyMap<string, PlacedTransaction>;

export async function placedTransactions(
  read: ReadConnection,
  sandwiches: readonly Sandwich[],
): Promise<PlacedTransactions> {
  const trades = sandwiches.flatMap(tradesOf);
  const placed = new Map<string, PlacedTransaction>();
  const pools = [...new Set(trades.map(({ pool }) => pool))];
  for (const positions of positionBatches(trades)) {
    const slots = positions.map(({ slot }) => slot);
    const params = {
      pools,
      // Sorted by `positionBatches`, so first and last bound the range.
      from_slot: slots[0]!,
      to_slot: slots.at(-1)!,
      slots,
      block_indexes: positions.map(({ blockIndex }) => blockIndex),
    };
    const rows = await runQuery(read, PLACED_SWAPS, params, { timeoutMs: QUERY_TIMEOUT_MS });
    for (const { slot, blockIndex, ...transaction } of rows)
      placed.set(positionKey({ slot, blockIndex }), transaction);
  }
  return placed;
}

function tradesOf({ fronts, victims, backs, attempts }: Sandwich): (Swap | Attempt)[] {
  return [...fronts, ...victims.map(({ swap }) => swap), ...backs, ...attempts.map(({ attempt }) => attempt)];
}

export function stateOf(
  sandwich: Sandwich,
  isFinal: boolean,
  placed: PlacedTransactions,
  undecoded: readonly LegRow[],
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
  return { sandwich, isFinal, legs: [...legs, ...undecoded.filter((leg) => !known.has(positionKey(leg)))] };
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
