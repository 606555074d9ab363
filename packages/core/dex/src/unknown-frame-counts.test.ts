import { expect, it } from 'vitest';
import type { UnknownFrame } from './swap.js';
import { UnknownFrameCounts } from './unknown-frame-counts.js';

function frame(programId: string, firstByte: number | null, isInferred = true): UnknownFrame {
  return {
    slot: 1,
    blockIndex: 0,
    outerIndex: 0,
    innerIndex: null,
    partIndex: 0,
    programId,
    firstByte,
    isInferred,
    lacks: null,
  };
}

it('counts by program and first byte, the most frequent first', () => {
  const counts = new UnknownFrameCounts();
  counts.add([frame('b', 7), frame('a', 9), frame('a', null, false)]);
  counts.add([frame('a', 9, false), frame('a', 7)]);
  expect(counts.list()).toEqual([
    { programId: 'a', firstByte: 9, frames: 2, inferred: 1 },
    { programId: 'a', firstByte: null, frames: 1, inferred: 0 },
    { programId: 'a', firstByte: 7, frames: 1, inferred: 1 },
    { programId: 'b', firstByte: 7, frames: 1, inferred: 1 },
  ]);
});

it('keeps a thousand kinds, however many programs come', () => {
  const counts = new UnknownFrameCounts();
  for (let program = 0; program < 5_000; program += 1) counts.add([frame(`program ${program}`, 1)]);
  counts.add([frame('program 0', 1)]);
  expect(counts.list()).toHaveLength(1_000);
  expect(counts.list()[0]).toMatchObject({ programId: 'program 0', frames: 2 });
});
