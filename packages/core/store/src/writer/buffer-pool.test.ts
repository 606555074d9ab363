import { describe, expect, test } from 'vitest';
import { BufferPool } from './buffer-pool.js';

const MB = 1_000_000;
/** The result of `toBe`, without its byte-by-byte comparison on failure. */
const isTaken = (pool: BufferPool, size: number, buffer: Buffer): boolean => pool.take(size) === buffer;

describe('BufferPool', () => {
  test.each([1, 1_023, 1_024, 1_025, 70_000, 3_100_000, 6_291_456])(
    'a buffer for %i bytes holds them, and no more than a quarter or a kilobyte beyond',
    (size) => {
      const { length } = new BufferPool(MB).take(size);
      expect(length).toBeGreaterThanOrEqual(size);
      expect(length).toBeLessThanOrEqual(Math.max(size + 1_024, size * 1.25));
    },
  );

  test('a returned buffer is reused, also for a slightly different size', () => {
    const pool = new BufferPool(20 * MB);
    const first = pool.take(6_000_000);
    expect(isTaken(pool, 6_000_000, first)).toBe(false);
    pool.give(first);
    expect(isTaken(pool, 5_900_000, first)).toBe(true);
    pool.give(first);
    expect(isTaken(pool, 200_000, first)).toBe(false);
  });

  test('a buffer in use is never handed out again', () => {
    const pool = new BufferPool(20 * MB);
    const [first, second] = [pool.take(MB), pool.take(MB)];
    pool.give(first);
    pool.give(second);
    const taken = [pool.take(MB), pool.take(MB), pool.take(MB)];
    expect(new Set(taken).size).toBe(3);
    expect(new Set([first, second, ...taken]).size).toBe(3);
  });

  test('keeps no more than it may, the latest', () => {
    const pool = new BufferPool(5 * MB);
    const buffers = Array.from({ length: 6 }, () => pool.take(2 * MB));
    for (const buffer of buffers) pool.give(buffer);
    const again = Array.from({ length: 6 }, () => pool.take(2 * MB));
    expect(again.filter((buffer) => buffers.includes(buffer))).toHaveLength(2);
    for (const latest of buffers.slice(-2)) expect(again.includes(latest)).toBe(true);
    const one = pool.take(40 * MB);
    pool.give(one);
    expect(isTaken(pool, 40 * MB, one)).toBe(false);
  });
});
