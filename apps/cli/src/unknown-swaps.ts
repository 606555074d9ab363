import type { UnknownFrameCount } from '@tickscope/dex';
import { formatCount } from './table.js';

const MOST_NAMED = 3;

/**
 * One sentence about swap-like calls that no layout describes; null if there are none.
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
    `${formatCount(frames)} calls of ${formatCount(programs)} ${programs === 1 ? 'program' : 'programs'} look like swaps ` +
    `but have no layout; ${formatCount(inferred)} of them are stored as inferred swaps (${named}${others})`
  );
}

function kindText({ programId, firstByte, frames }: UnknownFrameCount): string {
  const data = firstByte === null ? 'without data' : `data 0x${firstByte.toString(16).padStart(2, '0')}…`;
  return `${programId} ${data}: ${formatCount(frames)}`;
}

function sumOf(counts: readonly UnknownFrameCount[], value: (count: UnknownFrameCount) => number): number {
  return counts.reduce((sum, count) => sum + value(count), 0);
}
