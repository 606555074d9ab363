import type { SlotRange } from '@tickscope/chain';
import { type ClickHouseClient, queryRows, readLinks, sqlFile, writeGaps } from '@tickscope/store';
import { MissingRangeFinder } from './missing-range-finder.js';

const GAPS_OF_RANGE = sqlFile(import.meta.url, './gaps-of-range.sql');

const QUERY_TIMEOUT_MS = 30_000;
/** More than what a process can have had in its hands when it ended. */
const WINDOW_SLOTS = 1_024;

/**
 * Records as gaps the blocks that stored ones name as their parents, that are not stored, and of which no gap tells: a
 * process that ends soon after a block did not come takes its knowledge of it along. Before the stream is taken up.
 */
export async function recordUnrecordedGaps(
  client: ClickHouseClient,
  newestSlot: number,
): Promise<SlotRange[]> {
  const holes = await readUnrecordedGaps(client, newestSlot);
  await writeUnrecordedGaps(client, holes, 'it was not there when the ingester started');
  return holes;
}

/** The holes between the stored blocks of the last 1,024 slots of which no gap tells. */
export async function readUnrecordedGaps(client: ClickHouseClient, newestSlot: number): Promise<SlotRange[]> {
  const fromSlot = Math.max(0, newestSlot - WINDOW_SLOTS);
  const links = await readLinks(client, fromSlot, newestSlot);
  const gaps = await queryRows<[string, string]>(client, GAPS_OF_RANGE, {
    params: { from_slot: fromSlot, to_slot: newestSlot },
    timeoutMs: QUERY_TIMEOUT_MS,
  });
  const known = gaps.map(([from, to]) => ({ fromSlot: Number(from), toSlot: Number(to) }));
  const finder = new MissingRangeFinder(null);
  const holes = [...links.flatMap((link) => finder.add(link)), ...finder.finish()];
  return holes.flatMap((hole) => withoutKnown(hole, known));
}

export async function writeUnrecordedGaps(
  client: ClickHouseClient,
  holes: readonly SlotRange[],
  detail: string,
): Promise<void> {
  await writeGaps(
    client,
    holes.map((hole) => ({
      ...hole,
      cause: 'missing',
      state: 'open',
      detail: `a stored block names it as its parent; ${detail}`,
    })),
  );
}

/** What is left of a hole beside the gaps that are known, oldest first. */
export function withoutKnown(hole: SlotRange, known: readonly SlotRange[]): SlotRange[] {
  let left: SlotRange[] = [hole];
  for (const gap of known)
    left = left.flatMap(({ fromSlot, toSlot }) =>
      [
        { fromSlot, toSlot: Math.min(toSlot, gap.fromSlot - 1) },
        { fromSlot: Math.max(fromSlot, gap.toSlot + 1), toSlot },
      ].filter((part) => part.fromSlot <= part.toSlot),
    );
  return left;
}
