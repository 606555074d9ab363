import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Block } from '@tickscope/chain';
import { blockMessage } from '@tickscope/testkit/encode-recording';
import { makeBlock } from '@tickscope/testkit/made-block';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Spill, type SpillOptions } from './spill.js';
import { HEAD_BYTES, type RecordInput } from './spill-record.js';

let dir: string;
let open: Spill[];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'tickscope-spill-'));
  open = [];
});
afterEach(async () => {
  for (const spill of open) await spill.close();
  rmSync(dir, { recursive: true, force: true });
});

async function opened(options: Partial<SpillOptions> = {}): Promise<Spill> {
  const spill = await Spill.open({
    dir,
    maxBytes: 10_000_000,
    database: 'one',
    assembly: { source: 'geyser', expectTransactions: true, expectEntries: true },
    ...options,
  });
  open.push(spill);
  return spill;
}

/** As after SIGKILL: nothing is closed or brought to the disk, only the kernel's lock is gone. */
async function reopened(spill: Spill, options: Partial<SpillOptions> = {}): Promise<Spill> {
  await spill.close();
  open = open.filter((other) => other !== spill);
  return opened(options);
}

function recordOf(block: Block, message: Uint8Array | null = null): RecordInput {
  const { slot, parentSlot } = block;
  const arrivedAt = 1_700_000_000_000 + slot;
  return { slot, parentSlot, content: message ?? block, memoryBytes: 1_000, arrivedAt };
}

function append(spill: Spill, block: Block, message: Uint8Array | null = null): boolean {
  return spill.append(recordOf(block, message));
}

/** The blocks that can be read, settled or not. */
function read(spill: Spill, settle = false): Block[] {
  const blocks: Block[] = [];
  for (let next = spill.read(); next !== null; next = spill.read()) {
    blocks.push(structuredClone(next.block));
    if (settle) spill.settle(next.segment);
  }
  return blocks;
}

const aBlock = (slot: number): Block => ({ ...makeBlock({ slot, transactions: 4 }), source: 'geyser' });

/** A block without the difference between kinds of byte arrays. */
function plain(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, plain(part)]));
}

const slots = (blocks: readonly Block[]): number[] => blocks.map(({ slot }) => slot);
const segments = (): string[] =>
  readdirSync(dir)
    .filter((name) => name.endsWith('.spill'))
    .sort();
const lastSegment = (): string => join(dir, segments().at(-1)!);
const BLOCKS = [100, 101, 102, 103, 104].map((slot) => aBlock(slot));

describe('spilled blocks', () => {
  it.each([
    ['as a message', (block: Block) => blockMessage(block)],
    ['as a block', () => null],
  ])('%s comes back in order and the same', async (_, message) => {
    const spill = await opened();
    for (const block of BLOCKS) expect(append(spill, block, message(block))).toBe(true);
    expect(plain(read(spill))).toEqual(plain(BLOCKS));
  });

  it('is still there for the next run, until it is settled', async () => {
    let spill = await opened();
    for (const block of BLOCKS) append(spill, block);
    read(spill);
    spill = await reopened(spill);
    expect(spill.left).toEqual(BLOCKS.map(({ slot, parentSlot }) => ({ slot, parentSlot })));
    expect(plain(read(spill, true))).toEqual(plain(BLOCKS));
    expect(segments()).toEqual([]);
    spill = await reopened(spill);
    expect(spill.left).toEqual([]);
  });

  it('lies in segments, each deleted when all of its blocks are settled', async () => {
    const spill = await opened({ segmentBytes: 1 });
    for (const block of BLOCKS) append(spill, block);
    expect(segments()).toHaveLength(5);
    const [first, second] = [spill.read()!, spill.read()!];
    spill.settle(second.segment);
    spill.settle(first.segment);
    expect(segments()).toHaveLength(3);
    expect(slots(read(spill))).toEqual([102, 103, 104]);
    expect(spill.state).toMatchObject({ segments: 3, blocks: 3, oldestAt: 1_700_000_000_102 });
  });

  it('takes new blocks after all were read, behind them', async () => {
    const spill = await opened();
    append(spill, BLOCKS[0]!);
    read(spill);
    append(spill, BLOCKS[1]!);
    expect(spill.isRead).toBe(false);
    expect(slots(read(spill))).toEqual([101]);
  });

  it('never takes more than its size, and has room again when blocks are written', async () => {
    const spill = await opened({ segmentBytes: 1 });
    append(spill, BLOCKS[0]!);
    const size = spill.bytes;
    const small = await reopened(spill, { segmentBytes: 1, maxBytes: Math.floor(size * 2.5) });
    expect(append(small, BLOCKS[1]!)).toBe(true);
    expect(append(small, BLOCKS[2]!)).toBe(false);
    expect(small.bytes).toBeLessThanOrEqual(size * 2.5);
    expect(small.hasRoom).toBe(false);
    small.settle(small.read()!.segment);
    expect(small.hasRoom).toBe(true);
    expect(append(small, BLOCKS[2]!)).toBe(true);
  });

  it('puts the blocks from memory before all others, for the next run', async () => {
    const spill = await opened();
    for (const block of BLOCKS.slice(2)) append(spill, block);
    expect(spill.prepend(BLOCKS.slice(0, 2).map((block) => recordOf(block)))).toBe(true);
    expect(slots(read(await reopened(spill)))).toEqual([100, 101, 102, 103, 104]);
  });
});

describe('a process that died while writing', () => {
  it('for any end of the last record: exactly the complete ones before it are read', async () => {
    const spill = await opened();
    const ends: number[] = [];
    for (const block of BLOCKS.slice(0, 3)) {
      append(spill, block, blockMessage(block));
      ends.push(spill.bytes);
    }
    const path = lastSegment();
    const whole = readFileSync(path);
    let current = spill;
    for (const size of [
      ends[0]!,
      ends[0]! + 1,
      ends[1]! - 1,
      ends[1]!,
      ends[1]! + HEAD_BYTES,
      ends[2]! - 1,
    ]) {
      await current.close();
      open = [];
      writeFileSync(path, whole.subarray(0, size));
      current = await opened();
      expect(slots(read(current))).toEqual([100, 101, 102].filter((_, at) => ends[at]! <= size));
      expect(current.takeDamages()).toEqual([]);
      expect(statSync(path).size).toBe(ends.filter((end) => end <= size).at(-1));
    }
  });

  it('leaves a folder that can still be written to', async () => {
    let spill = await opened();
    append(spill, BLOCKS[0]!);
    append(spill, BLOCKS[1]!);
    const path = lastSegment();
    await spill.close();
    open = [];
    truncateSync(path, statSync(path).size - 7);
    spill = await opened();
    append(spill, BLOCKS[2]!);
    expect(slots(read(await reopened(spill)))).toEqual([100, 102]);
  });
});

describe('a damaged segment', () => {
  async function damaged(change: (bytes: Buffer, ends: readonly number[]) => void): Promise<Spill> {
    const spill = await opened();
    const ends = [0];
    for (const block of BLOCKS) {
      append(spill, block, blockMessage(block));
      ends.push(spill.bytes);
    }
    const path = lastSegment();
    await spill.close();
    open = [];
    const bytes = readFileSync(path);
    change(bytes, ends);
    writeFileSync(path, bytes);
    return opened();
  }

  it('any flipped byte of a block: that block is left out and reported, no other', async () => {
    for (const at of [0, 5, 1_000, -1]) {
      rmSync(dir, { recursive: true, force: true });
      const spill = await damaged((bytes, ends) => {
        const payload = ends[2]! + HEAD_BYTES;
        const offset = at < 0 ? ends[3]! - 1 : Math.min(payload + at, ends[3]! - 1);
        bytes[offset]! ^= 0x10;
      });
      expect(slots(read(spill, true))).toEqual([100, 101, 103, 104]);
      expect(spill.takeDamages()).toEqual([
        { fromSlot: 102, toSlot: 102, reason: 'its checksum does not match' },
      ]);
      // Nothing is left of it, so it is reported once.
      expect(segments()).toEqual([]);
      await spill.close();
      open = [];
    }
  });

  it('any flipped byte of a header: the blocks behind it are found, and the slots between reported', async () => {
    for (let at = 0; at < HEAD_BYTES; at += 5) {
      rmSync(dir, { recursive: true, force: true });
      const spill = await damaged((bytes, ends) => {
        bytes[ends[2]! + at]! ^= 0x01;
      });
      expect(spill.takeDamages()).toEqual([
        { fromSlot: 102, toSlot: 102, reason: 'the head of its record is damaged' },
      ]);
      expect(slots(read(spill))).toEqual([100, 101, 103, 104]);
      await spill.close();
      open = [];
    }
  });

  it('a file of random bytes has no blocks', async () => {
    const spill = await opened();
    append(spill, BLOCKS[0]!);
    await spill.close();
    open = [];
    writeFileSync(lastSegment(), Buffer.alloc(100_000, 'TKSP'));
    const next = await opened();
    expect(read(next)).toEqual([]);
    expect(append(next, BLOCKS[1]!)).toBe(true);
  });

  it('data behind the end of a segment that is not the last is reported', async () => {
    const spill = await opened({ segmentBytes: 1 });
    for (const block of [aBlock(100), aBlock(105)]) append(spill, block);
    appendFileSync(join(dir, segments()[0]!), 'torn');
    expect((await reopened(spill)).takeDamages()).toEqual([
      { fromSlot: 101, toSlot: 104, reason: 'the head of its record is damaged' },
    ]);
  });
});

describe('the folder', () => {
  it('belongs to one ingester at a time', async () => {
    const spill = await opened();
    await expect(opened()).rejects.toThrow(/in use by another ingester/);
    await reopened(spill);
  });

  it('is free again when its ingester is killed', async () => {
    const script = `
      import { lockSpillDir } from ${JSON.stringify(new URL('./spill-lock.ts', import.meta.url).pathname)};
      await lockSpillDir(${JSON.stringify(dir)});
      process.stdout.write('locked');
      setInterval(() => {}, 1000);`;
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', '--conditions=tickscope:source', '--input-type=module', '-e', script],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    await once(child.stdout, 'data');
    await expect(opened()).rejects.toThrow(/in use by another ingester/);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await opened();
  });

  it('with blocks of another database is refused, an empty one is not', async () => {
    let spill = await opened();
    append(spill, BLOCKS[0]!);
    await spill.close();
    open = [];
    await expect(opened({ database: 'two' })).rejects.toThrow(/another database/);
    spill = await opened();
    read(spill, true);
    await spill.close();
    open = [];
    await opened({ database: 'two' });
  });

  it('that is full: the block is refused, stored ones stay intact', async () => {
    const spill = await opened({ segmentBytes: 1 });
    append(spill, BLOCKS[0]!);
    rmSync(dir, { recursive: true, force: true });
    expect(append(spill, BLOCKS[1]!)).toBe(false);
    expect(spill.refusal).not.toBeNull();
    expect(spill.hasRoom).toBe(false);
  });

  it('that does not delete a segment: its blocks do not come again, and it is deleted later', async () => {
    const spill = await opened({ segmentBytes: 1 });
    for (const block of BLOCKS.slice(0, 2)) append(spill, block);
    const [first, second] = [spill.read()!, spill.read()!];
    const path = join(dir, segments()[0]!);
    // `rmSync` refuses a folder, as it refuses a file on a disk that can only be read.
    rmSync(path);
    mkdirSync(path);
    spill.settle(first.segment);
    spill.settle(second.segment);
    expect(spill.refusal).not.toBeNull();
    expect(spill.read()).toBeNull();
    expect(spill.state.blocks).toBe(0);
    expect(spill.bytes).toBeGreaterThan(0);
    rmdirSync(path);
    writeFileSync(path, '');
    spill.deleteWritten();
    expect(segments()).toEqual([]);
    expect(spill.refusal).toBeNull();
    expect(spill.bytes).toBe(0);
  });
});
