import { counted, formatCount } from '@tickscope/command-line';
import type { UnknownFrameCount } from '@tickscope/dex';

const MOST_NAMED = 3;
const ARE_LIKE_SWAPS =
  'look like swaps but could not be decoded: they have no layout, or the source left out what they moved';
const IS_LIKE_A_SWAP =
  'looks like a swap but could not be decoded: it has no layout, or the source left out what it moved';

/**
 * One sentence about swap-like calls that were not decoded; null if there are none.
 *
 * @param counts the most frequent first
 */
export function describeUnknownSwaps(counts: readonly UnknownFrameCount[]): string | null {
  if (counts.length === 0) return null;
  const frames = sumOf(counts, (count) => count.frames);
  const inferred = sumOf(counts, (count) => count.inferred);
  const programs = new Set(counts.map(({ programId }) => programId)).size;
  const named = counts.slice(0, MOST_NAMED).map(kindText).join(', ');
  const others = counts.length > MOST_NAMED ? ', and others' : '';
  return (
    `${counted(frames, 'call')} of ${counted(programs, 'program')} ${frames === 1 ? IS_LIKE_A_SWAP : ARE_LIKE_SWAPS}; ` +
    `${formatCount(inferred)} of them ${inferred === 1 ? 'is stored as an inferred swap' : 'are stored as inferred swaps'} ` +
    `(${named}${others})`
  );
}

function kindText({ programId, firstByte, frames }: UnknownFrameCount): string {
  const data = firstByte === null ? 'without data' : `data 0x${firstByte.toString(16).padStart(2, '0')}…`;
  return `${programId} ${data}: ${formatCount(frames)}`;
}

function sumOf(counts: readonly UnknownFrameCount[], value: (count: UnknownFrameCount) => number): number {
  return counts.reduce((sum, count) => sum + value(count), 0);
}
