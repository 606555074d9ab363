import { readUnknownSwaps } from '@tickscope/queries/unknown-swaps';
import { type ReadConnection, readWith } from '@tickscope/store';
import { describeUnknownSwaps } from '../unknown-swaps.js';
import { type Check, note, ok } from './check.js';

/** About a day. */
const SLOTS = 216_000;
const MOST_KINDS = 1_000;

/** The swap-like calls of the newest stored day that were not decoded. */
export async function checkUnknownSwaps(read: ReadConnection, lastSlot: number): Promise<Check> {
  const what = 'unknown swaps';
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
    return ok(what, 'none: every call that looks like a swap was decoded');
  return note(
    what,
    `${text}; "tickscope dex ${first.sampleSignature}" shows one, the view unknown_swaps all`,
  );
}
