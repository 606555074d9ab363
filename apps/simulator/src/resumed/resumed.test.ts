import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import bs58 from 'bs58';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChainEvent, ChainSubscriber, StoredBlock } from '../chain/chain.js';
import { wireField } from '../chain/wire.js';
import { startSimulator } from '../simulator.js';
import type { ParentBlock } from '../synthetic/options.js';
import { BlockJournal } from './block-journal.js';

const FIRST = 432_000_000;

class Listener implements ChainSubscriber {
  readonly commitment = 'processed';
  readonly blocks: StoredBlock[] = [];
  deliver(events: readonly ChainEvent[]): void {
    for (const event of events) if (event.type === 'block') this.blocks.push(event.block);
  }
  hasRoom(): boolean {
    return true;
  }
}

describe('a simulator with a state folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tickscope-journal-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** All that a client sees that asks for everything: blocks that happened before, then new ones. */
  async function run(slots: number, stored: ParentBlock | null = null): Promise<StoredBlock[]> {
    const simulator = await startSimulator({
      port: 0,
      generate: { slots, transactionsPerSlot: 8, dexShare: 0.5, skippedShare: 0.2, startTime: 1_800_000_000 },
      pace: { slotMs: 0 },
      startOn: 'first-subscriber',
      resume: { folder, stored },
    });
    const listener = new Listener();
    const before = simulator.chain.blocksBetween(0, Number.MAX_SAFE_INTEGER);
    simulator.chain.subscribe(listener);
    simulator.chain.start();
    await simulator.chain.ended;
    await simulator.stop();
    return [...before, ...listener.blocks];
  }

  const isLinked = (blocks: readonly StoredBlock[]): boolean =>
    blocks.every(
      ({ parentSlot, parentBlockhash, slot }, at) =>
        at === 0 ||
        (parentSlot === blocks[at - 1]!.slot &&
          parentBlockhash === blocks[at - 1]!.blockhash &&
          slot > parentSlot),
    );
  const timeOf = ({ head }: StoredBlock): number => wireField(wireField(head, 4)!.bytes, 1)!.value;

  it('continues after the last block that it served, and still has those before it', async () => {
    const first = await run(30);
    const second = await run(30);
    const head = first.at(-1)!;
    const at = second.findIndex(({ slot }) => slot === head.slot);
    expect(second.slice(0, at + 1)).toEqual(
      first.map((block) => expect.objectContaining({ slot: block.slot, blockhash: block.blockhash })),
    );
    expect(second.length).toBeGreaterThan(first.length + 15);
    expect(isLinked(second)).toBe(true);
    expect(second[at + 1]!.blockHeight).toBe(head.blockHeight! + 1);
    expect(timeOf(second[at + 1]!)).toBeGreaterThanOrEqual(timeOf(head));
    // Served again byte for byte.
    expect(second[at]!.transactions.map(({ info }) => Buffer.from(info).toString('hex'))).toEqual(
      head.transactions.map(({ info }) => Buffer.from(info).toString('hex')),
    );
    const third = await run(5);
    expect(isLinked(third)).toBe(true);
    expect(third.map(({ blockhash }) => blockhash)).toContain(second.at(-1)!.blockhash);
  });

  it('continues from the block that a client stored where its own are older, or of another chain', async () => {
    const own = await run(10);
    const head = own.at(-1)!;
    const later: ParentBlock = {
      slot: head.slot + 100,
      blockhash: bs58.encode(Buffer.alloc(32, 7)),
      blockHeight: 5,
      blockTime: 1_900_000_000,
    };
    const [next, ...rest] = await run(20, later);
    expect(next).toMatchObject({
      parentSlot: later.slot,
      parentBlockhash: later.blockhash,
      blockHeight: 6,
    });
    expect(timeOf(next!)).toBeGreaterThanOrEqual(1_900_000_000);
    expect(isLinked([next!, ...rest])).toBe(true);

    const other: ParentBlock = { ...later, slot: rest.at(-1)!.slot };
    expect((await run(20, other))[0]).toMatchObject({
      parentSlot: other.slot,
      parentBlockhash: later.blockhash,
    });
  });

  it('continues from its own where the client has stored one of them, or one before them', async () => {
    const own = await run(20);
    for (const stored of [
      own[3]!,
      own.at(-1)!,
      { ...own[0]!, slot: FIRST - 50, blockhash: own[0]!.blockhash },
    ]) {
      const blocks = await run(3, {
        slot: stored.slot,
        blockhash: stored.blockhash,
        blockHeight: null,
        blockTime: null,
      });
      expect(blocks[0]!.blockhash).toBe(own[0]!.blockhash);
      expect(isLinked(blocks)).toBe(true);
    }
  });

  it('a damaged file only limits the known history', async () => {
    const own = await run(20);
    const names = readdirSync(folder).sort();
    const broken = join(folder, names.at(-3)!);
    truncateSync(broken, statSync(broken).size - 1);
    const blocks = await run(3);
    expect(blocks[0]!.blockhash).toBe(own.at(-2)!.blockhash);
    expect(isLinked(blocks)).toBe(true);
    // The newest one cannot be gone on from: the one before it is.
    const newest = join(folder, readdirSync(folder).sort().at(-1)!);
    truncateSync(newest, 10);
    const again = await run(3);
    expect(isLinked(again)).toBe(true);
    expect(again.map(({ blockhash }) => blockhash)).toContain(blocks.at(-2)!.blockhash);
  });

  it('keeps a bounded number of blocks', async () => {
    const blocks = await run(12);
    const few = new BlockJournal(join(folder, 'few'), 3);
    for (const block of blocks) few.add(block);
    expect(new BlockJournal(join(folder, 'few'), 3).read().map(({ slot }) => slot)).toEqual(
      blocks.slice(-3).map(({ slot }) => slot),
    );
    expect(readdirSync(join(folder, 'few'))).toHaveLength(3);
  });

  it('launches no token and makes no wallet a second time', async () => {
    const keysOf = (blocks: readonly StoredBlock[]): Set<string> =>
      new Set(
        blocks.flatMap(({ transactions }) =>
          transactions.map(({ info }) => Buffer.from(wireField(info, 1)!.bytes).toString('hex')),
        ),
      );
    const first = await run(20);
    const second = (await run(20)).filter(({ slot }) => slot > first.at(-1)!.slot);
    const before = keysOf(first);
    expect([...keysOf(second)].filter((signature) => before.has(signature))).toEqual([]);
  });
});
