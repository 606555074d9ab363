import { setTimeout as sleep } from 'node:timers/promises';
import type { Block } from '@tickscope/chain';
import { extractBlockTrades } from '@tickscope/dex';
import { detectSandwiches, FINAL_AFTER_SLOTS } from '@tickscope/sandwich';
import { BlockWriter, writeSandwiches } from '@tickscope/store';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { tradedBlock } from '@tickscope/testkit/traded-block';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { expectedRows, makeChain, storedSandwiches } from '../testing/traded-chain.js';
import { type DetectionEvents, LiveDetection, MAX_PENDING } from './live-detection.js';
import { redetect } from './redetect.js';

const CHAIN = makeChain(11);
const HEAD = CHAIN.at(-1)!.slot;
const SANDWICHES = detectSandwiches(CHAIN.map(extractBlockTrades));
const EXPECTED = expectedRows(SANDWICHES, HEAD);

let store: TestStore;
let client: TestConnection;
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(async () => store?.stop());
beforeEach(async () => {
  client = await store.fresh();
});

const failures: Error[] = [];
const events: DetectionEvents = {
  taken: vi.fn(),
  detected: vi.fn(),
  redetected: vi.fn(),
  rejudged: vi.fn(),
  failed: (error) => void failures.push(error),
};
afterEach(() => {
  expect(failures.splice(0)).toEqual([]);
});

/** Ends what hangs: the service's own ten seconds are too few for all of a chain on a busy machine. */
const STOP_WITHIN_MS = 300_000;

/** Writes and detects blocks in the order given, in batches; ends when all is done. */
async function live(batches: readonly (readonly Block[])[]): Promise<void> {
  const writer = new BlockWriter(client);
  const { detection, stop } = startDetection();
  for (const batch of batches) {
    await writer.write(batch);
    detection.add(batch);
  }
  await stop();
}

/** A detection that runs: what it says that it has taken, and a wait until that is a block. */
function startDetection(): {
  detection: LiveDetection;
  taken: number[];
  takenTo(block: Block): Promise<void>;
  stop(): Promise<void>;
} {
  const taken: number[] = [];
  const detection = new LiveDetection(client, { ...events, taken: (slot) => void taken.push(slot) });
  const running = detection.run(STOP_WITHIN_MS);
  return {
    detection,
    taken,
    // A slow detection sweeps: it may take stored blocks before they are given to it.
    takenTo: ({ slot }) =>
      vi.waitFor(() => expect(taken.at(-1)).toBeGreaterThanOrEqual(slot), { timeout: 60_000, interval: 5 }),
    async stop() {
      detection.stop();
      await running;
    },
  };
}

function batchesOf(blocks: readonly Block[], size: number): Block[][] {
  return Array.from({ length: Math.ceil(blocks.length / size) }, (_, at) =>
    blocks.slice(at * size, (at + 1) * size),
  );
}

test('the chain holds counted and suspected sandwiches, in one slot and over several', () => {
  const kinds = new Set(EXPECTED.map(({ confidence }) => confidence));
  expect([...kinds].sort()).toEqual(expect.arrayContaining(['exact', 'suspected']));
  expect(EXPECTED.length).toBeGreaterThan(20);
  expect(EXPECTED.some(({ final }) => !final)).toBe(true);
});

describe('the stored sandwiches are those of all blocks at once', () => {
  test('when blocks are taken one by one', async () => {
    const blocks = CHAIN.slice(0, 40);
    const { detection, taken, takenTo, stop } = startDetection();
    await new BlockWriter(client).write(blocks);
    for (const block of blocks) {
      detection.add([block]);
      await takenTo(block);
    }
    await stop();
    expect(taken.length).toBeGreaterThanOrEqual(blocks.length);
    const expected = expectedRows(detectSandwiches(blocks.map(extractBlockTrades)), blocks.at(-1)!.slot);
    expect(expected.length).toBeGreaterThan(10);
    expect(await storedSandwiches(client)).toEqual(expected);
  });

  test('when blocks come faster than a chain makes them, and wait for each other', async () => {
    const { detection, taken, takenTo, stop } = startDetection();
    await new BlockWriter(client).write(CHAIN);
    const add = (from: number, to: number): void => detection.add(CHAIN.slice(from, to));
    add(0, 1);
    await takenTo(CHAIN[0]!);
    add(1, 11);
    await takenTo(CHAIN[10]!);
    taken.length = 0;
    for (let at = 11; at < 51; at += 1) {
      add(at, at + 1);
      await sleep(20);
    }
    await takenTo(CHAIN[50]!);
    // A step for a dozen of these 40, not one for each few blocks.
    expect(taken.length).toBeLessThanOrEqual(5);
    add(51, CHAIN.length);
    await stop();
    expect(await storedSandwiches(client)).toEqual(EXPECTED);
  });

  test('each stored twice at most, when blocks come at once', async () => {
    const { detection, takenTo, stop } = startDetection();
    await new BlockWriter(client).write(CHAIN);
    detection.add(CHAIN.slice(0, 1));
    await takenTo(CHAIN[0]!);
    detection.add(CHAIN.slice(1));
    await stop();
    expect(await storedSandwiches(client)).toEqual(EXPECTED);
    // The feed has every revision.
    const revisions = await client.query({
      query: 'SELECT uniqExact(revision) FROM sandwich_feed GROUP BY bracket_id',
      format: 'JSONCompactEachRow',
    });
    const counts = (await revisions.json<[string]>()).map(([count]) => Number(count));
    expect(counts.length).toBeGreaterThanOrEqual(EXPECTED.length);
    expect(Math.max(...counts)).toBeLessThanOrEqual(2);
  });

  test('when more blocks come at once than may wait in memory', async () => {
    const chain = makeChain(12, 2 * MAX_PENDING);
    expect(chain.length).toBeGreaterThan(MAX_PENDING + 50);
    const { detection, takenTo, stop } = startDetection();
    await new BlockWriter(client).write(chain);
    detection.add(chain.slice(0, 1));
    await takenTo(chain[0]!);
    // Without a break, so that none is taken in between.
    for (const block of chain.slice(1)) detection.add([block]);
    await stop();
    const sandwiches = detectSandwiches(chain.map(extractBlockTrades));
    expect(await storedSandwiches(client)).toEqual(expectedRows(sandwiches, chain.at(-1)!.slot));
  });

  test('when it is stopped while blocks wait, and another writer stored one that it never got', async () => {
    const blocks = CHAIN.slice(0, 41);
    const others = blocks.findIndex(
      ({ slot }, at) =>
        at > 10 && EXPECTED.some(({ legs }) => legs.some((leg) => leg.startsWith(`${slot}.`))),
    );
    const { detection, takenTo, stop } = startDetection();
    const writer = new BlockWriter(client);
    await writer.write(blocks.filter((_, at) => at !== others));
    detection.add(blocks.slice(0, 1));
    await takenTo(blocks[0]!);
    detection.add(blocks.slice(1, 10));
    await takenTo(blocks[9]!);
    await writer.write([blocks[others]!]);
    detection.add(blocks.slice(10).filter((block) => block !== blocks[others]));
    await stop();
    const expected = expectedRows(detectSandwiches(blocks.map(extractBlockTrades)), blocks.at(-1)!.slot);
    expect(await storedSandwiches(client)).toEqual(expected);
  });

  test('when neighbours are swapped and batches grow', async () => {
    const swapped = CHAIN.map((_, at) => CHAIN[at % 2 === 0 ? Math.min(at + 1, CHAIN.length - 1) : at - 1]!);
    await live(batchesOf([...new Set(swapped)], 7));
    expect(await storedSandwiches(client)).toEqual(EXPECTED);
  });

  test('when some blocks come long after the others', async () => {
    const isLate = (at: number): boolean => at % 16 === 7;
    const late = CHAIN.filter((_, at) => isLate(at)).reverse();
    await live([
      ...batchesOf(
        CHAIN.filter((_, at) => !isLate(at)),
        5,
      ),
      ...batchesOf(late, 1),
    ]);
    expect(await storedSandwiches(client)).toEqual(EXPECTED);
  });

  test('when it is stopped and started again in the middle, with blocks written while it was away', async () => {
    const [first, away, rest] = [CHAIN.slice(0, 35), CHAIN.slice(35, 60), CHAIN.slice(60)];
    await live(batchesOf(first, 6));
    await new BlockWriter(client).write(away);
    await live(batchesOf(rest, 6));
    expect(await storedSandwiches(client)).toEqual(EXPECTED);
  });

  test('when two of them work side by side', async () => {
    await Promise.all([live(batchesOf(CHAIN, 6)), live(batchesOf(CHAIN, 10))]);
    expect(await storedSandwiches(client)).toEqual(EXPECTED);
  });

  test('when another one puts right, meanwhile, the sandwiches that it was built on', async () => {
    const at = 60;
    const { slot } = CHAIN[at]!;
    const earlier = SANDWICHES.filter(({ lastSlot }) => lastSlot <= slot - FINAL_AFTER_SLOTS);
    await new BlockWriter(client).write(CHAIN);
    await redetect(client, { fromSlot: CHAIN[0]!.slot, toSlot: slot - 1, headSlot: slot - 1 });
    await writeSandwiches(
      client,
      earlier.map(({ id, firstSlot }) => ({ kind: 'retract', id, firstSlot })),
    );
    const { detection, takenTo, stop } = startDetection();
    detection.add(CHAIN.slice(at));
    await takenTo(CHAIN.at(-1)!);
    await writeSandwiches(
      client,
      earlier.map((sandwich) => ({ kind: 'store', sandwich, isFinal: true })),
    );
    expect(await storedSandwiches(client)).not.toEqual(EXPECTED);
    await stop();
    expect(await storedSandwiches(client)).toEqual(EXPECTED);
  });

  test('when another one stores later ones by what this one has put right meanwhile, and ends', async () => {
    const at = 60;
    const { slot } = CHAIN[at]!;
    await new BlockWriter(client).write(CHAIN);
    await redetect(client, { fromSlot: CHAIN[0]!.slot, toSlot: slot - 1, headSlot: slot - 1 });
    const { detection, takenTo, stop } = startDetection();
    detection.add(CHAIN.slice(at));
    await takenTo(CHAIN.at(-1)!);
    const later = SANDWICHES.filter(({ firstSlot }) => firstSlot >= slot);
    expect(later.length).toBeGreaterThan(5);
    await writeSandwiches(
      client,
      later.map(({ id, firstSlot }) => ({ kind: 'retract', id, firstSlot })),
    );
    expect(await storedSandwiches(client)).not.toEqual(EXPECTED);
    await stop();
    expect(await storedSandwiches(client)).toEqual(EXPECTED);
  });

  test('when a file is imported: made once from the tables, then again without a change', async () => {
    await new BlockWriter(client).write(CHAIN);
    const range = { fromSlot: CHAIN[0]!.slot, toSlot: HEAD, headSlot: HEAD };
    expect((await redetect(client, range)).written).toBe(EXPECTED.length);
    expect(await storedSandwiches(client)).toEqual(EXPECTED);
    expect((await redetect(client, range)).written).toBe(0);
  });

  test('when parts are imported, the last part first', async () => {
    for (const part of batchesOf(CHAIN, 37).reverse()) {
      await new BlockWriter(client).write(part);
      await redetect(client, { fromSlot: part[0]!.slot, toSlot: part.at(-1)!.slot, headSlot: HEAD });
    }
    expect(await storedSandwiches(client)).toEqual(EXPECTED);
  });

  test('when a slot is replaced by another block, after the fact', async () => {
    const at = CHAIN.findIndex((block) => EXPECTED.some(({ id }) => id.startsWith(`${block.slot}.`)));
    const original = CHAIN[at]!;
    const other = tradedBlock(original.slot, [], original.parentSlot!);
    const chain = CHAIN.with(at, other);
    await live([...batchesOf(CHAIN, 10), [other]]);
    expect(await storedSandwiches(client)).toEqual(
      expectedRows(detectSandwiches(chain.map(extractBlockTrades)), HEAD),
    );
  });
});

describe('the SQL cross-check', () => {
  interface Pair {
    pool: string;
    trader: string;
    front: string;
    back: string;
    between: number;
  }

  /** A wallet's swap and its next one in the pool, the other way, with others' swaps of the first way between. */
  function naivePairs(span: number): Pair[] {
    const swaps = CHAIN.flatMap((block) => extractBlockTrades(block).swaps);
    return swaps.flatMap((front, at) => {
      const later = swaps.slice(at + 1).filter(({ pool }) => pool === front.pool);
      const backAt = later.findIndex(({ trader }) => trader === front.trader);
      const back = later[backAt];
      if (back === undefined || back.mintIn !== front.mintOut || back.slot - front.slot > span) return [];
      const between = later.slice(0, backAt).filter(({ mintIn }) => mintIn === front.mintIn).length;
      const txKey = ({ slot, blockIndex }: typeof front): string => `${slot}.${blockIndex}`;
      if (between === 0 || txKey(front) === txKey(back)) return [];
      return [{ pool: front.pool, trader: front.trader, front: txKey(front), back: txKey(back), between }];
    });
  }

  test('signer_brackets returns every pair of a naive search, and contains the stored simple sandwiches', async () => {
    await new BlockWriter(client).write(CHAIN);
    await redetect(client, { fromSlot: CHAIN[0]!.slot, toSlot: HEAD, headSlot: HEAD });
    const found = await client.query({
      query: `
        SELECT pool, trader, concat(toString(front_slot), '.', toString(front_block_index)) AS front,
          concat(toString(back_slot), '.', toString(back_block_index)) AS back, toUInt32(swaps_between) AS between
        FROM signer_brackets(from_slot = 2000, to_slot = ${HEAD}, span = 20)
        ORDER BY front_slot, front_block_index`,
      format: 'JSONEachRow',
    });
    const pairs = await found.json<Pair>();
    expect(pairs).toEqual(naivePairs(20));
    const isPair = new Set(pairs.map(({ front, back }) => `${front} ${back}`));
    const simple = EXPECTED.filter(({ confidence, legs }) => {
      const roles = legs.map((leg) => leg.split(' ')[1]);
      return confidence === 'exact' && roles.filter((role) => role !== 'victim').length === 2;
    });
    expect(simple.length).toBeGreaterThan(5);
    const txKeyOf = (legs: readonly string[], role: string): string =>
      legs.find((leg) => leg.endsWith(` ${role}`))!.split(' ')[0]!;
    const missing = simple.filter(
      ({ legs }) => !isPair.has(`${txKeyOf(legs, 'front')} ${txKeyOf(legs, 'back')}`),
    );
    // An attacker who traded once more between his legs is no pair of neighbours.
    expect(missing.length).toBeLessThan(simple.length / 4);
  });
});
