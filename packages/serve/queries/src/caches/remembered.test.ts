import { expect, test } from 'vitest';
import { remembered } from './remembered.js';

const ASKER = { signal: new AbortController().signal };

/** A cache of two values, which counts its look-ups. */
function stage() {
  const clock = { now: 1_000 };
  const kept = remembered<string | null>(2, () => clock.now);
  let looks = 0;
  const read = (key: string, forMs: number, value: string | null = key.toUpperCase()) =>
    kept(key, ASKER, async () => {
      looks += 1;
      return { value, forMs };
    });
  return { clock, read, looks: () => looks };
}

test('a value is kept for its time, which reading does not lengthen', async () => {
  const { clock, read, looks } = stage();
  expect(await read('a', 500)).toBe('A');
  clock.now = 1_500;
  expect(await read('a', 500)).toBe('A');
  expect(looks()).toBe(1);
  clock.now = 1_501;
  await read('a', 500);
  expect(looks()).toBe(2);
});

test.each([0, -1])('a value that was looked up for %d ms is not kept', async (forMs) => {
  const { read, looks } = stage();
  await read('a', forMs);
  await read('a', forMs);
  expect(looks()).toBe(2);
});

test('null is not kept, and neither is an error', async () => {
  const { read, looks } = stage();
  expect(await read('a', 500, null)).toBeNull();
  expect(await read('a', 500)).toBe('A');
  expect(looks()).toBe(2);
  const failing = remembered<string>(1);
  await expect(failing('a', ASKER, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await failing('a', ASKER, async () => ({ value: 'A', forMs: 500 }))).toBe('A');
});

test('the least recently used value leaves first', async () => {
  const { read, looks } = stage();
  await read('a', 500);
  await read('b', 500);
  await read('a', 500);
  await read('c', 500);
  expect(looks()).toBe(3);
  await read('a', 500);
  expect(looks()).toBe(3);
  await read('b', 500);
  expect(looks()).toBe(4);
});
