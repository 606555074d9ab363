import { groupBy, positionKey, type TxPosition } from '@tickscope/chain';
import { DEFAULT_THRESHOLDS } from '@tickscope/sandwich';
import { column, defineFileQuery, param, RECORD_SLOTS } from '@tickscope/store';
import type { Database, QueryContext } from '../../database.js';
import type { FoundTransaction } from '../../transactions/find-transaction.js';

const BOT_POOLS = defineFileQuery(import.meta.url, './bot-pools.sql', {
  params: {
    positions: param.rows,
    window: param.integer,
    history_from: param.integer,
    history_to: param.integer,
    bot_trips: param.integer,
    bot_pools: param.integer,
    bot_aims: param.integer,
    trip_quantity: param.float,
  },
  /** A pool, and a transaction that may be a victim in it. */
  row: { pool: column.text, slot: column.integer, blockIndex: column.integer },
});

/** A pool and transactions that may be victims in it, close enough together to be examined in one pass. */
export interface Neighbourhood {
  /** Base58. */
  pool: string;
  /** In order of slot; at least one. */
  victims: TxPosition[];
}

/** Finds the pools in which the transactions may be victims of a sandwich longer than the stored ones. */
export async function findNeighbourhoods(
  database: Database,
  transactions: readonly FoundTransaction[],
  window: number,
  context: QueryContext,
): Promise<Neighbourhood[]> {
  const positions = transactions.flatMap(({ slot, blockIndex, markets }) =>
    // In a successful transaction each market is a swap, with the mint that it paid first.
    markets.map(({ pool, mints }) => [pool, slot, blockIndex, mints[0] ?? '']),
  );
  if (positions.length === 0) return [];
  const slots = transactions.map(({ slot }) => slot);
  const { botTrips, botPools, botAims, tripQuantity } = DEFAULT_THRESHOLDS;
  const params = {
    positions,
    window,
    history_from: Math.max(0, Math.min(...slots) - window - RECORD_SLOTS),
    history_to: Math.max(...slots) + window,
    bot_trips: botTrips,
    bot_pools: botPools,
    bot_aims: Math.ceil(botAims * botTrips),
    trip_quantity: tripQuantity,
  };
  const victims = await database.rows(BOT_POOLS, params, context);
  const found: Neighbourhood[] = [];
  for (const [pool, inPool] of groupBy(victims, (victim) => victim.pool)) {
    let last: Neighbourhood | null = null;
    for (const victim of inPool.sort((left, right) => left.slot - right.slot)) {
      const before: TxPosition | undefined = last?.victims.at(-1);
      if (last === null || before === undefined || victim.slot - before.slot > window) {
        last = { pool, victims: [] };
        found.push(last);
      }
      if (!last.victims.some((known) => positionKey(known) === positionKey(victim)))
        last.victims.push(victim);
    }
  }
  return found;
}
