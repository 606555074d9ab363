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
const never = (): number => Date.now() + 600_000;
const anyRows = { minRows: 1, dueAt: never, maxBytes: 1_000 };
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

  it('does not wait once as many bytes wait as it returns', async () => {
    const queue = new BlockQueue(1_000);
    push(queue, block(1), 60);
    const taken = queue.take({ minRows: 500, dueAt: never, maxBytes: 100 });
    push(queue, block(2), 40);
    expect(await slotsOf(taken)).toEqual([1, 2]);
  });

  it('asks when blocks are due by the oldest and the newest arrival', async () => {
    const queue = new BlockQueue(1_000);
    for (const [slot, arrivedAt] of [
      [1, 11],
      [2, 22],
      [3, 33],
    ] as const)
      queue.push({ ...block(slot), bytes: 10, arrivedAt });
    const asked: number[][] = [];
    const dueAt = (...waiting: Waiting[]): number => {
      asked.push(waiting.map((each) => each.arrivedAt));
      return 0;
    };
    expect(await slotsOf(queue.take({ minRows: 500, dueAt, maxBytes: 1_000 }))).toEqual([1, 2, 3]);
    expect(asked).toEqual([[11, 33]]);
  });

  it('returns blocks at once that arrived in the future: the clock was set back', async () => {
    const queue = new BlockQueue(1_000);
    queue.push({ ...block(1), bytes: 10, arrivedAt: Date.now() + 3_600_000 });
    expect(await slotsOf(queue.take({ minRows: 500, dueAt: never, maxBytes: 1_000 }))).toEqual([1]);
  });

  it('waits for enough rows', async () => {
    const queue = new BlockQueue(1_000);
    push(queue, block(1, 3), 10);
    const taken = queue.take({ minRows: 5, dueAt: never, maxBytes: 1_000 });
    push(queue, block(2, 3), 10);
    expect(await slotsOf(taken)).toEqual([1, 2]);
  });

  it('returns a single block after the maximum wait, and holds it until then', async () => {
    const queue = new BlockQueue(1_000);
    const dueAt = Date.now() + 50;
    push(queue, block(1), 10);
    expect(await slotsOf(queue.take({ minRows: 500, dueAt: () => dueAt, maxBytes: 1_000 }))).toEqual([1]);
    expect(Date.now()).toBeGreaterThanOrEqual(dueAt);
    push(queue, block(2), 10);
    expect(await slotsOf(queue.take({ minRows: 500, dueAt: () => dueAt, maxBytes: 1_000 }))).toEqual([2]);
  });

  it('holds no block back when the clock is set back by hours', async () => {
    const queue = new BlockQueue(1_000);
    queue.push({ ...block(1), bytes: 10, arrivedAt: Date.now() + 7_200_000 });
    const dueAt = Date.now() + 50;
    expect(await slotsOf(queue.take({ minRows: 500, dueAt: () => dueAt, maxBytes: 1_000 }))).toEqual([1]);
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
    const waiting = queue.take({ minRows: 500, dueAt: never, maxBytes: 1_000 });
    push(queue, block(1), 10);
    queue.close();
    expect(await slotsOf(waiting)).toEqual([1]);
    expect(await queue.take(anyRows)).toEqual([]);
  });
});
