import { column, defineQuery, runQuery } from '../query/index.js';
import { equalRows } from './moved-table.js';
import { type Moving, step, tableOf } from './moving.js';

const FEED_INSERTS = defineQuery({
  name: 'feed-inserts',
  sql: `SELECT _block_number, toUnixTimestamp64Milli(min(arrived_at)), toUnixTimestamp64Milli(max(arrived_at))
    FROM sandwich_feed GROUP BY _block_number ORDER BY _block_number`,
  row: { block: column.integer, fromMs: column.integer, toMs: column.integer },
});
const FEED = 'sandwich_feed';
const TIMEOUT_MS = 600_000;
/** The feed is kept for two days, and replayed for one. What expires soon is left out. */
const KEPT_SECONDS = 47 * 3_600;

/**
 * Copies the live feed, which holds two days, in the order in which it is read (docs/adr/0010). Rows of one insert get the
 * order of their times, so where the times of the old store go back another insert begins.
 *
 * @returns 1 if it differed
 */
export async function moveFeed(moving: Moving): Promise<number> {
  const { to, signal } = moving;
  const table = tableOf(moving, FEED);
  step(moving, FEED);
  const since = Math.floor(Date.now() / 1_000) - KEPT_SECONDS;
  const onKeys = `arrived_at > toDateTime64(${since}, 3, 'UTC')`;
  if ((await equalRows(moving, table, { onKeys })) !== null) return 0;
  await to.administer.execute(`TRUNCATE TABLE ${FEED}`, { timeoutMs: 60_000 });
  for (const [first, last] of await runsOf(moving)) {
    step(moving, FEED);
    moving.moved.bytes += await moving.transfer.copy({
      table: FEED,
      columns: table.columns,
      select: () => `SELECT ${table.columns.join(', ')} FROM ${FEED}
        WHERE _block_number BETWEEN ${first} AND ${last} AND ${onKeys} ORDER BY _block_number, _block_offset`,
      signal,
    });
  }
  return 1;
}

/** Inserts in their order, together as long as their times rise. */
async function runsOf({ from }: Moving): Promise<[first: number, last: number][]> {
  const inserts = await runQuery(from.read, FEED_INSERTS, {}, { timeoutMs: TIMEOUT_MS });
  const runs: [number, number][] = [];
  let reachedMs = Number.POSITIVE_INFINITY;
  for (const { block, fromMs, toMs } of inserts) {
    if (fromMs > reachedMs) runs.at(-1)![1] = block;
    else runs.push([block, block]);
    reachedMs = toMs;
  }
  return runs;
}
