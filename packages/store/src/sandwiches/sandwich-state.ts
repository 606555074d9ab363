import { positionKey } from '@tickscope/chain';
import type { Attempt, Swap } from '@tickscope/dex';
import type { Sandwich } from '@tickscope/sandwich';
import type { ClickHouseClient } from '../client.js';
import { queryRows } from '../query.js';
import { sqlFile } from '../sql-file.js';
import { positionBatches } from './position-batches.js';
import type { LegRole, LegRow, PlacedTransaction, SandwichState } from './sandwich-rows.js';

const PLACED_SWAPS = sqlFile(import.meta.url, './placed-swaps.sql');

const QUERY_TIMEOUT_MS = 30_000;

export type Places = ReadonlyMap<string, PlacedTransaction>;

export async function placedTransactions(
  client: ClickHouseClient,
  sandwiches: readonly Sandwich[],
): Promise<Places> {
  const trades = sandwiches.flatMap(tradesOf);
  const places = new Map<string, PlacedTransaction>();
  const pools = [...new Set(trades.map(({ pool }) => pool))];
  type Row = [string, number, string, string | null, number | null];
  for (const positions of positionBatches(trades)) {
    const slots = positions.map(({ slot }) => slot);
    const rows = await queryRows<Row>(client, PLACED_SWAPS, {
      params: {
        pools,
        // Sorted by `positionBatches`, so first and last bound the range.
        from_slot: slots[0],
        to_slot: slots.at(-1),
        slots,
        block_indexes: positions.map(({ blockIndex }) => blockIndex),
      },
      timeoutMs: QUERY_TIMEOUT_MS,
    });
    for (const [slot, blockIndex, signature, pohTick, blockTime] of rows)
      places.set(positionKey({ slot: Number(slot), blockIndex }), {
        signature,
        pohTick: pohTick === null ? null : Number(pohTick),
        blockTime,
      });
  }
  return places;
}

function tradesOf({ fronts, victims, backs, attempts }: Sandwich): (Swap | Attempt)[] {
  return [...fronts, ...victims.map(({ swap }) => swap), ...backs, ...attempts.map(({ attempt }) => attempt)];
}

export function stateOf(
  sandwich: Sandwich,
  isFinal: boolean,
  places: Places,
  undecoded: readonly LegRow[],
): SandwichState {
  const legs: LegRow[] = [
    ...sandwich.fronts.map((swap) => legRow('front', swap, places)),
    ...sandwich.victims.map(({ swap, lossAmount, lossMethod }) => ({
      ...legRow('victim', swap, places),
      lossAmount,
      lossMethod,
    })),
    ...sandwich.backs.map((swap) => legRow('back', swap, places)),
    ...sandwich.attempts.map(({ attempt, side }) => legRow(`${side}_attempt`, attempt, places)),
  ];
  const known = new Set(legs.map(positionKey));
  return { sandwich, isFinal, legs: [...legs, ...undecoded.filter((leg) => !known.has(positionKey(leg)))] };
}

function legRow(role: LegRole, trade: Swap | Attempt, places: Places): LegRow {
  const place = places.get(positionKey(trade));
  if (place === undefined)
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
    ...place,
    dexName: trade.dexName,
    pool: trade.pool,
    signer: trade.feePayer,
    mintIn: direction?.mintIn ?? null,
    mintOut: direction?.mintOut ?? null,
    traderIn: isSwap ? trade.traderIn : 0n,
    traderOut: isSwap ? trade.traderOut : 0n,
    lossAmount: null,
    lossMethod: null,
  };
}
