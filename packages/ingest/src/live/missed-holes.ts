import { type ClickHouseClient, queryRows, readLinks, sqlFile, writeGaps } from '@tickscope/store';
import { type Hole, HoleFinder } from './hole-finder.js';

const GAPS_OF_RANGE = sqlFile(import.meta.url, './gaps-of-range.sql');

const QUERY_TIMEOUT_MS = 30_000;
/** More than what a process can have had in its hands when it ended. */
const WINDOW_SLOTS = 1_024;

/**
 * Records as gaps the blocks that stored ones name as their parents, that are not stored, and of which no gap tells: a
 * process that ends soon after a block did not come takes its knowledge of it along. Before the stream is taken up.
 */
export async function recordMissedHoles(client: ClickHouseClient, newestSlot: number): Promise<Hole[]> {
  const fromSlot = Math.max(0, newestSlot - WINDOW_SLOTS);
  const links = await readLinks(client, fromSlot, newestSlot);
  const known = await queryRows<[string, string]>(client, GAPS_OF_RANGE, {
    params: { from_slot: fromSlot, to_slot: newestSlot },
    timeoutMs: QUERY_TIMEOUT_MS,
  });
  const finder = new HoleFinder(null);
  const holes = [...links.flatMap((link) => finder.add(link)), ...finder.finish()].filter(
    ({ toSlot }) => !known.some(([from, to]) => Number(from) <= toSlot && toSlot <= Number(to)),
  );
  await writeGaps(
    client,
    holes.map((hole) => ({
      ...hole,
      cause: 'missing',
      state: 'open',
      detail: 'a stored block names it as its parent; it was not there when the ingester started',
    })),
  );
  return holes;
}
