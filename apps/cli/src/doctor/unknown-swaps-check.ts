import { readUnknownSwaps } from '@tickscope/queries/unknown-swaps/unknown-swaps';
import { type ReadConnection, readWith } from '@tickscope/store';
import { describeUnknownSwaps } from '../unknown-swaps.js';

/** About a day. */
const SLOTS = 216_000;
const MOST_KINDS = 1_000;

/** What the programs that no layout describes swapped in the newest day that is stored. */
export async function checkUnknownSwaps(
  read: ReadConnection,
  lastSlot: number,
): Promise<{ state: 'ok' | 'note'; detail: string }> {
  const rows = await readUnknownSwaps(readWith(read, { timeoutMs: 30_000 }), {
    sinceSlot: Math.max(0, lastSlot - SLOTS),
    limit: MOST_KINDS,
  });
  const text = describeUnknownSwaps(
    rows.map(({ programId, firstByte, frames, inferredFrames }) => ({
      programId,
      firstByte,
      frames,
      inferred: inferredFrames,
    })),
  );
  const [first] = rows;
  if (text === null || first === undefined)
    return { state: 'ok', detail: 'none: every call that looks like a swap has a layout' };
  return {
    state: 'note',
    detail: `${text}; "tickscope dex ${first.sampleSignature}" shows one, the view unknown_swaps all`,
  };
}
