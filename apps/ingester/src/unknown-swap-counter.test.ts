import type { UnknownFrame } from '@tickscope/dex';
import { expect, it } from 'vitest';
import { createMetrics } from './metrics.js';
import { unknownSwapCounter } from './unknown-swap-counter.js';

function frame(programId: string, firstByte: number | null, isInferred: boolean): UnknownFrame {
  const position = { slot: 1, blockIndex: 0, outerIndex: 0, innerIndex: null, partIndex: 0 };
  return { ...position, programId, firstByte, isInferred, lacks: null };
}

const linesOf = (text: string): string[] =>
  text.split('\n').filter((line) => line.startsWith('tickscope_unknown_swap_frames_total{'));

it('counts by program, first byte and whether the swap was inferred', async () => {
  const { unknownSwaps, registry } = createMetrics();
  const count = unknownSwapCounter(unknownSwaps);
  count([
    frame('Prog', 10, true),
    frame('Prog', 10, true),
    frame('Prog', 10, false),
    frame('Prog', null, false),
  ]);
  expect(linesOf(await registry.metrics())).toEqual([
    'tickscope_unknown_swap_frames_total{program="Prog",first_byte="0a",inferred="true"} 2',
    'tickscope_unknown_swap_frames_total{program="Prog",first_byte="0a",inferred="false"} 1',
    'tickscope_unknown_swap_frames_total{program="Prog",first_byte="none",inferred="false"} 1',
  ]);
});

it('keeps at most 200 kinds apart, and counts the others together', async () => {
  const { unknownSwaps, registry } = createMetrics();
  const count = unknownSwapCounter(unknownSwaps);
  for (let program = 0; program < 1_000; program += 1) count([frame(`program ${program}`, 1, false)]);
  const lines = linesOf(await registry.metrics());
  expect(lines).toHaveLength(201);
  expect(lines).toContain(
    'tickscope_unknown_swap_frames_total{program="other",first_byte="other",inferred="false"} 800',
  );
});
