import type { WritableBlock } from '@tickscope/store';
import { describe, expect, it } from 'vitest';
import { BlockQueue, type Waiting } from './block-queue.js';

const block = (slot: number, rows = 1): Pick<Waiting, 'block' | 'rows'> => ({
  block: { slot } as WritableBlock,
  rows,
});
const push = (queue: BlockQueue, item: Pick<Waiting, 'block' | 'rows'>, bytes: number): void =>
  queue.push({ ...item, bytes, arrivedAt: 0 });
/** Longer than any test. */
const NEVER = performance.now() + 600_000;
const anyRows = { minRows: 1, notBefore: NEVER, maxBytes: 1_000 };
const slotsOf = async (taken: Promise<Waiting[]>): Promise<number[]> =>
  (await taken).map((item) => item.block.slot);

describe('BlockQueue', () => {
  it('returns blocks in order of arrival', async () => {
    const queue = new BlockQueue(1_000);
    for (const slot of [3, 1, 2]) push(queue, block(slot), 10);
    expect(await slotsOf(queue.take(anyRows))).toEqual([3, 1, 2]);
    expect(queue.bytes).toBe(0);
  });

  it('never returns two blocks of one slot together', async () => {
    const queue = new BlockQueue(1_000);
    for (const slot of [1, 2, 1, 3]) push(queue, block(slot), 10);
    expect(await slotsOf(queue.take(anyRows))).toEqual([1, 2]);
    expect(await slotsOf(queue.take(anyRows))).toEqual([1, 3]);
  });

  it('returns at most the requested bytes, but always one block', async () => {
    const queue = new BlockQueue(10_000);
    for (const [slot, bytes] of [
      [1, 5_000],
      [2, 600],
      [3, 600],
    ] as const)
      push(queue, block(slot), bytes);
    expect(await slotsOf(queue.take(anyRows))).toEqual([1]);
    expect(await slotsOf(queue.take(anyRows))).toEqual([2]);
  });

  it('waits for enough rows', async () => {
    const queue = new BlockQueue(1_000);
    push(queue, block(1, 3), 10);
    const taken = queue.take({ minRows: 5, notBefore: NEVER, maxBytes: 1_000 });
    push(queue, block(2, 3), 10);
    expect(await slotsOf(taken)).toEqual([1, 2]);
  });

  it('returns a single block after the maximum wait, and holds it until then', async () => {
    const queue = new BlockQueue(1_000);
    const notBefore = performance.now() + 50;
    push(queue, block(1), 10);
    expect(await slotsOf(queue.take({ minRows: 500, notBefore, maxBytes: 1_000 }))).toEqual([1]);
    // Timers count whole milliseconds.
    expect(performance.now()).toBeGreaterThan(notBefore - 2);
    push(queue, block(2), 10);
    expect(await slotsOf(queue.take({ minRows: 500, notBefore, maxBytes: 1_000 }))).toEqual([2]);
  });

  it('holds no block back when the clock is set back by hours', async () => {
    const queue = new BlockQueue(1_000);
    queue.push({ ...block(1), bytes: 10, arrivedAt: Date.now() + 7_200_000 });
    const notBefore = performance.now() + 50;
    expect(await slotsOf(queue.take({ minRows: 500, notBefore, maxBytes: 1_000 }))).toEqual([1]);
  });

  it('is full at its bound, and not below it', async () => {
    const queue = new BlockQueue(100);
    push(queue, block(1), 99);
    expect(queue.isFull).toBe(false);
    push(queue, block(2), 1);
    expect(queue.isFull).toBe(true);
    await queue.take(anyRows);
    expect(queue.isFull).toBe(false);
  });

  it('returns the remaining blocks when it is closed, then nothing', async () => {
    const queue = new BlockQueue(1_000);
    const waiting = queue.take({ minRows: 500, notBefore: NEVER, maxBytes: 1_000 });
    push(queue, block(1), 10);
    queue.close();
    expect(await slotsOf(waiting)).toEqual([1]);
    expect(await queue.take(anyRows)).toEqual([]);
  });
});
