import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { Block } from '@tickscope/chain';
import { encodedBlock, isEncoded, transactionRows } from '@tickscope/store';
import { blockMessage } from '@tickscope/testkit/encode-recording';
import { makeBlock } from '@tickscope/testkit/made-block';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Spill } from './spill/spill.js';
import { SpillingQueue } from './spilling-queue.js';

let dir: string;
let spill: Spill;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'tickscope-queue-'));
  spill = await Spill.open({
    dir,
    maxBytes: 10_000_000,
    database: 'one',
    assembly: { source: 'geyser', expectTransactions: true, expectEntries: true },
  });
});
afterEach(async () => {
  await spill.close();
  rmSync(dir, { recursive: true, force: true });
});

/** More than any block here takes as its rows with its message, and less than two take. */
const BLOCK_BYTES = 21_000;
const aBlock = (slot: number): Block => ({ ...makeBlock({ slot, transactions: 4 }), source: 'geyser' });
const blocks = [100, 101, 102, 103, 104, 105, 106].map(aBlock);
const atOnce = (count: number) => ({ minRows: 1, dueAt: () => 0, maxBytes: count * BLOCK_BYTES });
const slotsOf = (taken: readonly { block: { slot: number } }[]): number[] =>
  taken.map(({ block }) => block.slot);

function push(queue: SpillingQueue, block: Block, message: Uint8Array | null): void {
  queue.push({ block, message, memoryBytes: BLOCK_BYTES, arrivedAt: 0 });
}

/** As text: its byte arrays may be of another kind. */
function hexOf(block: object): string {
  return JSON.stringify(block, (_, value) => {
    if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
    return typeof value === 'bigint' ? String(value) : value;
  });
}

describe('SpillingQueue', () => {
  it('holds a block with its message as rows, and one without unchanged', async () => {
    const queue = new SpillingQueue(10 * BLOCK_BYTES, spill, () => false);
    push(queue, blocks[0]!, blockMessage(blocks[0]!));
    push(queue, blocks[1]!, null);
    const [first, second] = await queue.take(atOnce(2));
    expect(isEncoded(first!.block)).toBe(true);
    expect(first!.block.slot).toBe(100);
    expect(transactionRows(first!.block)).toBe(4);
    expect(second!.block).toBe(blocks[1]);
  });

  it('counts the bytes of a block: its rows, and the message that would be spilled', async () => {
    const queue = new SpillingQueue(10 * BLOCK_BYTES, spill, () => false);
    const message = blockMessage(blocks[0]!);
    push(queue, blocks[0]!, message);
    const encoded = encodedBlock(blocks[0]!);
    const rows = isEncoded(encoded) ? Object.values(encoded.tables) : [];
    expect(queue.bytes).toBe(rows.reduce((sum, { bytes }) => sum + bytes.length, message.length));
    expect(queue.bytes).toBeLessThan(BLOCK_BYTES);
    push(queue, blocks[1]!, null);
    const [, whole] = await queue.take(atOnce(2));
    expect(whole!.bytes).toBe(BLOCK_BYTES);
  });

  it('holds a block that cannot be encoded unchanged, so that the writer reports it', async () => {
    const queue = new SpillingQueue(10 * BLOCK_BYTES, spill, () => false);
    const [tx, ...others] = blocks[0]!.transactions;
    const broken: Block = { ...blocks[0]!, transactions: [{ ...tx!, signatures: [] }, ...others] };
    push(queue, broken, blockMessage(blocks[0]!));
    const [taken] = await queue.take(atOnce(1));
    expect(taken!.block).toBe(broken);
  });

  it('holds such a block also when it comes from disk, before any later read', async () => {
    const queue = new SpillingQueue(1.5 * BLOCK_BYTES, spill, () => false);
    for (const block of blocks.slice(0, 2)) push(queue, block, null);
    const [tx, ...others] = blocks[2]!.transactions;
    const broken: Block = { ...blocks[2]!, transactions: [{ ...tx!, signatures: [] }, ...others] };
    push(queue, broken, null);
    for (const block of blocks.slice(3)) push(queue, block, null);
    expect(spill.state.blocks).toBe(5);
    await queue.take(atOnce(2));
    queue.written();
    const [taken, ...rest] = await queue.take(atOnce(5));
    expect(slotsOf(rest)).toEqual([103, 104, 105, 106]);
    expect(hexOf(taken!.block)).toBe(hexOf(broken));
  });

  it('reads the next batch from disk while one is being written, and no more', async () => {
    // Two of them are more than this.
    const queue = new SpillingQueue(1.5 * BLOCK_BYTES, spill, () => false);
    for (const block of blocks) push(queue, block, blockMessage(block));
    expect(spill.state.blocks).toBe(5);
    expect(slotsOf(await queue.take(atOnce(2)))).toEqual([100, 101]);
    expect(queue.bytes).toBeLessThan(BLOCK_BYTES);
    await vi.waitFor(() => expect(queue.bytes).toBeGreaterThanOrEqual(2 * BLOCK_BYTES));
    expect(queue.bytes).toBeLessThan(3 * BLOCK_BYTES);
    const aheadOf = queue.length;
    queue.written();
    for (let turns = 0; turns < 50; turns += 1) await turn();
    expect(queue.length).toBe(aheadOf);
    expect(spill.state.blocks).toBe(5);
    const taken: number[] = [];
    while (taken.length < 5) {
      taken.push(...slotsOf(await queue.take(atOnce(2))));
      queue.written();
    }
    expect(taken).toEqual([102, 103, 104, 105, 106]);
    expect(spill.state.blocks).toBe(0);
  });

  it('lets others work between two blocks that it reads from disk', async () => {
    const queue = new SpillingQueue(1.5 * BLOCK_BYTES, spill, () => false);
    for (const block of blocks) push(queue, block, blockMessage(block));
    expect(slotsOf(await queue.take(atOnce(1)))).toEqual([100]);
    queue.written();
    const seen = [queue.length];
    let isTaken = false;
    const taking = queue.take(atOnce(6)).finally(() => {
      isTaken = true;
    });
    while (!isTaken) {
      if (queue.length !== seen.at(-1)) seen.push(queue.length);
      await turn();
    }
    // The last ones may come in the turn in which they are taken.
    expect(seen.slice(0, 5)).toEqual([1, 2, 3, 4, 5]);
    expect(slotsOf(await taking)).toEqual([101, 102, 103, 104, 105, 106]);
  });

  it('leaves blocks on disk that were read ahead but not written, and puts blocks from memory before them', async () => {
    // Two of them are more than this.
    const queue = new SpillingQueue(1.5 * BLOCK_BYTES, spill, () => false);
    for (const block of blocks) push(queue, block, blockMessage(block));
    await queue.take(atOnce(1));
    await vi.waitFor(() => expect(queue.length).toBe(2));
    queue.close();
    expect(queue.save()).toBe(true);
    await spill.close();
    spill = await Spill.open({
      dir,
      maxBytes: 10_000_000,
      database: 'one',
      assembly: { source: 'geyser', expectTransactions: true, expectEntries: true },
    });
    expect(spill.left.map(({ slot }) => slot)).toEqual(slotsOf(blocks.map((block) => ({ block }))));
  });
});
