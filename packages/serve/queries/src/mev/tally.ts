import { groupBy } from '@tickscope/chain';
import type { Leadership } from '../reference/leaders.js';
import type { Pool } from './pools.js';

/** Counts the items of each key, most first; equal counts are in the order of their keys. */
export function tally<T>(items: readonly T[], keyOf: (item: T) => string): { first: T; count: number }[] {
  return [...groupBy(items, keyOf)]
    .sort(([leftKey, left], [rightKey, right]) => right.length - left.length || (leftKey < rightKey ? -1 : 1))
    .map(([, group]) => ({ first: group[0]!, count: group.length }));
}

/**
 * Counts sandwiches by where they were. A leader that changed its client between two of them gets two rows.
 *
 * @param most how many pools and validators are listed
 */
export function placeCounts(placed: readonly ({ pool: Pool } & Leadership)[], most?: number) {
  const byPool = tally(placed, ({ pool }) => pool.pool_address).slice(0, most);
  const byDex = tally(placed, ({ pool }) => pool.dex_name);
  const byValidator = tally(placed, ({ leader, client }) => `${leader ?? ''}/${client ?? ''}`).slice(0, most);
  return {
    by_pool: byPool.map(({ first: { pool }, count }) => {
      const { pool_address, pool_label } = pool;
      return { pool_address, pool_label, count };
    }),
    by_dex: byDex.map(({ first: { pool }, count }) => ({ dex_name: pool.dex_name, count })),
    by_validator: byValidator.map(({ first: { leader: leader_pubkey, client: client_type }, count }) => {
      return { leader_pubkey, client_type, count };
    }),
  };
}

/** 0 where the whole is 0. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : (100 * part) / whole;
}
