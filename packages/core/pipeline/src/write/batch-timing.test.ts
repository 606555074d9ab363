import { describe, expect, test } from 'vitest';
import { BatchTiming } from './batch-timing.js';

/** After blocks at a steady pace, each written alone. */
function experienced({ paceMs, writeMs }: { paceMs: number; writeMs: number }, withinMs = 400): BatchTiming {
  const timing = new BatchTiming(withinMs);
  for (let block = 0; block < 20; block += 1) {
    timing.taken([1_000 + block * paceMs]);
    timing.written(writeMs);
  }
  return timing;
}

describe('a block waits for the next one', () => {
  test('as long as the target leaves time for a write', () => {
    // 400 ms from arrival to answer, less 1.2 × 50 ms.
    expect(experienced({ paceMs: 300, writeMs: 50 }).dueAt(10_000, 10_000, false)).toBe(10_340);
  });

  test('not if the next one comes too late for it', () => {
    expect(experienced({ paceMs: 400, writeMs: 50 }).dueAt(10_000, 10_000, false)).toBe(0);
  });

  test('not if the database is slow', () => {
    expect(experienced({ paceMs: 300, writeMs: 200 }).dueAt(10_000, 10_000, false)).toBe(0);
  });

  test('as long as the setting says', () => {
    const timing = experienced({ paceMs: 420, writeMs: 150 }, 2_000);
    // 2,000 ms from arrival to answer, less 1.2 × 150 ms: the fifth block, 1,680 ms after the first, comes in time.
    expect(timing.dueAt(10_000, 11_260, false)).toBe(11_820);
    expect(timing.dueAt(10_000, 11_680, false)).toBe(0);
    expect(timing.dueAt(10_000, 10_000, true)).toBe(11_820);
    expect(experienced({ paceMs: 1, writeMs: 1 }, 0).dueAt(10_000, 10_000, false)).toBe(0);
  });

  test('not before anything is known of pace and writes', () => {
    expect(new BatchTiming(400).dueAt(10_000, 10_000, false)).toBe(0);
  });
});

test('a block that came late waits up to a second, for others that come fast', () => {
  const timing = experienced({ paceMs: 300, writeMs: 200 });
  // 1,000 ms from arrival to answer, less 1.2 × 200 ms.
  expect(timing.dueAt(10_000, 10_300, true)).toBe(10_760);
  expect(timing.dueAt(10_000, 10_500, true)).toBe(0);
});

test('two blocks do not wait for a third one that the first cannot wait for', () => {
  expect(experienced({ paceMs: 300, writeMs: 50 }).dueAt(10_000, 10_300, false)).toBe(0);
});

test('blocks that come fast wait together, and no longer than the oldest one can', () => {
  const timing = experienced({ paceMs: 20, writeMs: 50 });
  expect(timing.dueAt(10_000, 10_300, false)).toBe(10_340);
  expect(timing.dueAt(10_000, 10_380, false)).toBe(0);
});

test('one slow write counts until it is forgotten', () => {
  const timing = experienced({ paceMs: 300, writeMs: 50 });
  timing.written(400);
  expect(timing.dueAt(10_000, 10_000, false)).toBe(0);
  for (let write = 0; write < 16; write += 1) timing.written(50);
  expect(timing.dueAt(10_000, 10_000, false)).toBe(10_340);
});

test('a skipped slot does not change the pace', () => {
  const timing = experienced({ paceMs: 300, writeMs: 50 });
  timing.taken([1_000 + 21 * 300]);
  expect(timing.dueAt(10_000, 10_000, false)).toBe(10_340);
});
