import type { SubscribeRequest, SubscribeUpdate } from '@triton-one/yellowstone-grpc';
import { afterEach, describe, expect, test } from 'vitest';
import { type Simulator, startSimulator } from '../simulator.js';
import { ALL_TRANSACTIONS, type Collected, collectAll, serverText, WHOLE_BLOCKS } from '../testing/client.js';
import type { FaultOptions } from './faults.js';

const running: Simulator[] = [];

afterEach(async () => {
  while (running.length > 0) await running.pop()!.stop();
});

const BLOCKS: Partial<SubscribeRequest> = { blocks: { all: WHOLE_BLOCKS } };
const SINGLES: Partial<SubscribeRequest> = {
  transactions: { tx: ALL_TRANSACTIONS },
  entry: { entry: {} },
  blocksMeta: { meta: {} },
};

async function simulate(faults: Partial<FaultOptions>, slots = 10): Promise<Simulator> {
  const simulator = await startSimulator({
    faults,
    startOn: 'first-subscriber',
    endStreams: true,
    pace: { slotMs: 0 },
    generate: { seed: 'faults', transactionsPerSlot: 30, slots, skippedShare: 0 },
  });
  running.push(simulator);
  return simulator;
}

async function read(faults: Partial<FaultOptions>, parts: Partial<SubscribeRequest>): Promise<Collected> {
  const { endpoint } = await simulate(faults);
  return collectAll(endpoint, parts);
}

const FIRST = 432_000_000;
const names = ({ updates }: Collected): string[] => updates.map(nameOf);

/** Which message it is: the same message has the same name in every run. */
function nameOf({ block, blockMeta, entry, transaction }: SubscribeUpdate): string {
  if (block) return `block ${block.slot}`;
  if (blockMeta) return `meta ${blockMeta.slot}`;
  if (entry) return `entry ${entry.slot} ${entry.index}`;
  return `transaction ${transaction!.slot} ${transaction!.transaction!.index}`;
}

describe('a fault', () => {
  test('disconnects after the message that it names, once', async () => {
    const { endpoint } = await simulate({ disconnectAt: [3] });
    const first = await collectAll(endpoint, BLOCKS);
    expect(names(first)).toEqual([0, 1, 2].map((slot) => `block ${FIRST + slot}`));
    expect(serverText(first.error)).toContain('disconnects, as configured');
    const second = await collectAll(endpoint, { ...BLOCKS, fromSlot: String(FIRST + 2) });
    expect(second.error).toBeNull();
    expect(names(second)[0]).toBe(`block ${FIRST + 2}`);
    expect(names(second).at(-1)).toBe(`block ${FIRST + 9}`);
  });

  test('sends messages twice', async () => {
    const expected = names(await read({}, SINGLES));
    const twice = names(await read({ duplicateAt: [1, 5], duplicateShare: 0.1 }, SINGLES));
    expect(twice.length).toBeGreaterThan(expected.length + 2);
    expect([...new Set(twice)]).toEqual(expected);
    expect(twice[1]).toBe(twice[0]);
  });

  test('drops messages', async () => {
    const expected = names(await read({}, BLOCKS));
    expect(names(await read({ dropAt: [2, 7] }, BLOCKS))).toEqual(
      expected.filter((_, index) => index !== 1 && index !== 6),
    );
  });

  test('changes the order within a window and loses nothing', async () => {
    const expected = names(await read({}, SINGLES));
    const mixed = names(await read({ reorderWindow: 20 }, SINGLES));
    expect(mixed).not.toEqual(expected);
    expect([...mixed].sort()).toEqual([...expected].sort());
    for (const [index, name] of mixed.entries()) expect(expected.indexOf(name)).toBeLessThan(index + 20);
  });

  test('stalls and continues', async () => {
    const stalled = await read({ stallAt: [4], stallMs: 50 }, BLOCKS);
    expect(names(stalled)).toEqual(names(await read({}, BLOCKS)));
  });

  test('sends bytes that the client cannot decode', async () => {
    const { updates, error } = await read({ garbageAt: [3] }, BLOCKS);
    expect(updates).toHaveLength(2);
    expect(error).not.toBeNull();
  });

  test('flips a bit of a message', async () => {
    const expected = await read({}, { entry: { entry: {} } });
    const flipped = await read({ flipAt: [7] }, { entry: { entry: {} } });
    const text = ({ updates }: Collected, index: number): string => JSON.stringify(updates[index]?.entry);
    expect(text(flipped, 5)).toBe(text(expected, 5));
    // The bit may be one that the decoder stumbles over, or one of a name or a time.
    if (flipped.error === null && flipped.updates[6]?.filters[0] === 'entry')
      expect(JSON.stringify(flipped.updates[6])).not.toBe(JSON.stringify(expected.updates[6]));
  });

  test('sends half of a slot once, as single messages', async () => {
    const { endpoint } = await simulate({ halfSlots: [FIRST + 4] });
    const first = names(await collectAll(endpoint, SINGLES));
    const ofSlot = (all: string[]): string[] =>
      all.filter((name) => name.split(' ')[1] === String(FIRST + 4));
    const again = names(await collectAll(endpoint, { ...SINGLES, fromSlot: String(FIRST) }));
    expect(Math.abs(ofSlot(first).length * 2 - ofSlot(again).length)).toBeLessThanOrEqual(2);
    expect(first.filter((name) => !ofSlot(first).includes(name))).toEqual(
      again.filter((name) => !ofSlot(again).includes(name)),
    );
  });

  test('sends half of a slot once, as a block', async () => {
    const { endpoint } = await simulate({ halfSlots: [FIRST + 4] });
    const blockOf = ({ updates }: Collected) =>
      updates.find(({ block }) => block?.slot === String(FIRST + 4))!.block!;
    const half = blockOf(await collectAll(endpoint, BLOCKS));
    const whole = blockOf(await collectAll(endpoint, { ...BLOCKS, fromSlot: String(FIRST) }));
    expect(half.executedTransactionCount).toBe(whole.executedTransactionCount);
    expect(half.transactions).toHaveLength(whole.transactions.length >> 1);
    expect(half.entries).toHaveLength(whole.entries.length >> 1);
  });

  test('counts one too many, once for each slot', async () => {
    const wrongCountSlots = [FIRST + 2, FIRST + 3];
    const { endpoint } = await simulate({ wrongCountSlots });
    const parts = { ...BLOCKS, blocksMeta: { meta: {} } };
    const counts = ({ updates }: Collected) =>
      updates.map(({ block, blockMeta }) => {
        const { slot, executedTransactionCount, entriesCount } = (block ?? blockMeta)!;
        return {
          slot: Number(slot),
          transactions: Number(executedTransactionCount),
          entries: Number(entriesCount),
        };
      });
    const wrong = counts(await collectAll(endpoint, parts));
    const right = counts(await collectAll(endpoint, { ...parts, fromSlot: String(FIRST) }));
    expect(wrong).toEqual(
      right.map(({ slot, transactions, entries }) => ({
        slot,
        transactions: transactions + (slot === FIRST + 2 ? 1 : 0),
        entries: entries + (slot === FIRST + 3 ? 1 : 0),
      })),
    );
  });

  test.each([
    ['before', 2, true],
    ['after', 2, true],
    ['instead', 1, false],
  ] as const)(
    'sends another block %s the true one, once for each slot',
    async (forkPlace, count, hasBoth) => {
      const { endpoint } = await simulate({ forkSlots: [FIRST + 4], forkPlace });
      const ofSlot = ({ updates }: Collected) =>
        updates.flatMap(({ block }) => (block?.slot === String(FIRST + 4) ? [block] : []));
      const sent = ofSlot(await collectAll(endpoint, BLOCKS));
      const [truth, ...others] = ofSlot(await collectAll(endpoint, { ...BLOCKS, fromSlot: String(FIRST) }));
      expect(others).toEqual([]);
      expect(sent).toHaveLength(count);
      const fork = forkPlace === 'after' ? sent[1]! : sent[0]!;
      expect(sent.some(({ blockhash }) => blockhash === truth!.blockhash)).toBe(hasBoth);
      expect(fork.blockhash).not.toBe(truth!.blockhash);
      expect(fork.parentBlockhash).toBe(truth!.parentBlockhash);
      expect(fork.transactions.length).toBeLessThan(truth!.transactions.length);
      expect(fork.transactions).toHaveLength(Number(fork.executedTransactionCount));
      expect(fork.entries).toHaveLength(Number(fork.entriesCount));
      const inEntries = fork.entries.reduce((sum, entry) => sum + Number(entry.executedTransactionCount), 0);
      expect(inEntries).toBe(fork.transactions.length);
      const ticks = (entries: typeof fork.entries): number =>
        entries.filter((entry) => Number(entry.executedTransactionCount) === 0).length;
      expect(ticks(fork.entries)).toBe(ticks(truth!.entries));
    },
  );
});
