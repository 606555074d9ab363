import { CommitmentLevel, SlotStatus, type SubscribeUpdate } from '@triton-one/yellowstone-grpc';
import bs58 from 'bs58';
import { afterEach, describe, expect, test } from 'vitest';
import { type Simulator, type SimulatorOptions, startSimulator } from '../simulator.js';
import type { BlockTruth } from '../synthetic/truth.js';
import {
  ALL_TRANSACTIONS,
  collect,
  collectAll,
  connect,
  request,
  serverText,
  WHOLE_BLOCKS,
} from '../testing/client.js';
import { orderedTransactions } from '../testing/decode.js';
import { replayPoh } from '../testing/poh-check.js';

const running: Simulator[] = [];

/** A chain without a pace that begins with its first subscriber and ends its streams. */
async function simulate(options: SimulatorOptions = {}): Promise<Simulator> {
  const simulator = await startSimulator({
    startOn: 'first-subscriber',
    endStreams: true,
    ...options,
    pace: { slotMs: 0, ...options.pace },
    generate: { seed: 'server', transactionsPerSlot: 40, slots: 12, truthSlots: 1000, ...options.generate },
  });
  running.push(simulator);
  return simulator;
}

afterEach(async () => {
  while (running.length > 0) await running.pop()!.stop();
});

const slotsOf = (updates: readonly SubscribeUpdate[]): number[] =>
  updates.flatMap(({ block }) => (block ? [Number(block.slot)] : []));

describe('a whole-block subscription', () => {
  test('gets every block of the chain with its transactions and entries, and they verify', async () => {
    const { endpoint, truthOf } = await simulate();
    const { updates, error } = await collectAll(endpoint, { blocks: { all: WHOLE_BLOCKS } });
    expect(error).toBeNull();
    const expected = Array.from({ length: 12 }, (_, index) => truthOf(432_000_000 + index)!).filter(
      ({ status }) => status === 'block',
    ) as BlockTruth[];
    expect(slotsOf(updates)).toEqual(expected.map(({ slot }) => slot));
    for (const [index, { block, filters }] of updates.entries()) {
      const truth = expected[index]!;
      expect(filters).toEqual(['all']);
      expect(orderedTransactions(block!).map(({ signature }) => bs58.encode(signature))).toEqual(
        truth.transactions.map(({ signatures }) => signatures[0]),
      );
      expect(block!.entries).toHaveLength(truth.entries.length);
      expect(bs58.encode(replayPoh(block!, bs58.decode(block!.parentBlockhash)))).toBe(truth.blockhash);
    }
  });

  test('gets only the requested data', async () => {
    const { endpoint } = await simulate({ generate: { slots: 2, skippedShare: 0 } });
    const { updates } = await collectAll(endpoint, {
      blocks: {
        bare: { accountInclude: [], includeTransactions: false },
        entries: { accountInclude: [], includeTransactions: false, includeEntries: true },
        votes: { accountInclude: ['Vote111111111111111111111111111111111111111'] },
      },
    });
    expect(updates).toHaveLength(6);
    for (const { filters, block } of updates) {
      expect(block!.entries.length > 0).toBe(filters[0] === 'entries');
      expect(block!.transactions.length > 0).toBe(filters[0] === 'votes');
      expect(block!.transactions.every(({ isVote }) => isVote)).toBe(true);
      expect(Number(block!.executedTransactionCount)).toBeGreaterThan(block!.transactions.length);
    }
  });

  test('gets blocks of several megabytes', async () => {
    const { endpoint } = await simulate({ generate: { slots: 1, transactionsPerSlot: 5000 } });
    const { updates } = await collectAll(endpoint, { blocks: { all: WHOLE_BLOCKS } });
    expect(updates[0]!.block!.transactions.length).toBeGreaterThan(3000);
  });

  test('works with compressed requests', async () => {
    const { endpoint } = await simulate({ generate: { slots: 2, skippedShare: 0 } });
    const client = await connect(endpoint, undefined, { grpcDefaultCompressionAlgorithm: 0 });
    const { updates } = await collect(await client.subscribe(request({ blocks: { all: WHOLE_BLOCKS } })));
    expect(updates).toHaveLength(2);
  });
});

describe('a single-message subscription', () => {
  test('gets the same content as the whole blocks', async () => {
    const { endpoint } = await simulate();
    const { updates } = await collectAll(endpoint, {
      transactions: { tx: ALL_TRANSACTIONS },
      entry: { entry: {} },
      blocksMeta: { meta: {} },
      blocks: { block: WHOLE_BLOCKS },
    });
    for (const { block } of updates.filter((update) => update.block)) {
      const ofSlot = <T extends { slot: string }>(items: (T | undefined)[]): T[] =>
        items.filter((item): item is T => item?.slot === block!.slot);
      expect(
        ofSlot(updates.map(({ transaction }) => transaction)).map(({ transaction }) => transaction),
      ).toEqual(block!.transactions);
      expect(ofSlot(updates.map(({ entry }) => entry))).toEqual(block!.entries);
      const [meta] = ofSlot(updates.map(({ blockMeta }) => blockMeta));
      const {
        transactions: _transactions,
        entries: _entries,
        updatedAccountCount: _updated,
        accounts: _accounts,
        ...header
      } = block!;
      expect(meta).toEqual(header);
    }
  });

  test('gets a block after its content and its status after the block, as the real server sends them', async () => {
    const { endpoint } = await simulate({ generate: { slots: 1 } });
    const { updates } = await collectAll(endpoint, {
      transactions: { tx: ALL_TRANSACTIONS },
      entry: { entry: {} },
      blocksMeta: { meta: {} },
      blocks: { block: WHOLE_BLOCKS },
      slots: { slot: { interslotUpdates: true } },
    });
    const kinds = updates.map((update) =>
      update.slot
        ? SlotStatus[update.slot.status]
        : update.transaction || update.entry
          ? 'content'
          : update.block
            ? 'block'
            : 'meta',
    );
    const runs = kinds.filter((kind, index) => kind !== kinds[index - 1]);
    expect(runs).toEqual([
      'SLOT_FIRST_SHRED_RECEIVED',
      'SLOT_CREATED_BANK',
      'content',
      'SLOT_COMPLETED',
      'content',
      'block',
      'meta',
      'SLOT_PROCESSED',
      'SLOT_CONFIRMED',
      'SLOT_FINALIZED',
    ]);
  });

  test('gets the statuses of transactions', async () => {
    const { endpoint, truthOf } = await simulate({ generate: { slots: 1, failureShare: 0.5 } });
    const { updates } = await collectAll(endpoint, { transactionsStatus: { status: ALL_TRANSACTIONS } });
    const { transactions } = truthOf(432_000_000) as BlockTruth;
    expect(updates).toHaveLength(transactions.length);
    for (const { transactionStatus } of updates) {
      const truth = transactions[Number(transactionStatus!.index)]!;
      expect(bs58.encode(transactionStatus!.signature)).toBe(truth.signatures[0]);
      expect(transactionStatus!.isVote).toBe(truth.is_vote);
      expect(transactionStatus!.err === undefined).toBe(truth.success);
    }
  });

  test('carries the names of all filters that an update matched', async () => {
    const { endpoint } = await simulate({ generate: { slots: 3 } });
    const { updates } = await collectAll(endpoint, {
      transactions: {
        votes: { ...ALL_TRANSACTIONS, vote: true },
        failures: { ...ALL_TRANSACTIONS, failed: true },
        everything: ALL_TRANSACTIONS,
      },
    });
    for (const { filters, transaction } of updates) {
      const { isVote, meta } = transaction!.transaction!;
      const expected = ['everything', ...(isVote ? ['votes'] : []), ...(meta!.err ? ['failures'] : [])];
      expect([...filters].sort()).toEqual(expected.sort());
    }
  });
});

describe('commitment', () => {
  test.each([
    [CommitmentLevel.CONFIRMED, 'SLOT_CONFIRMED'],
    [CommitmentLevel.FINALIZED, 'SLOT_FINALIZED'],
  ] as const)('%i holds blocks and their content back until the status', async (commitment, name) => {
    const { endpoint } = await simulate({ pace: { finalizedDelaySlots: 4 } });
    const { updates } = await collectAll(endpoint, {
      commitment,
      blocks: { all: WHOLE_BLOCKS },
      entry: { entry: {} },
      slots: { all: {}, own: { filterByCommitment: true } },
    });
    const blocks = slotsOf(updates);
    expect(blocks.length).toBeGreaterThan(8);
    for (const slot of blocks) {
      const at = updates.findIndex(({ block }) => block?.slot === String(slot));
      const next = updates.slice(at).find((update) => update.slot?.slot === String(slot))!;
      expect(SlotStatus[next.slot!.status]).toBe(name);
      expect([...next.filters].sort()).toEqual(['all', 'own']);
      const processed = updates.findIndex(
        (update) => update.slot?.slot === String(slot) && update.slot.status === SlotStatus.SLOT_PROCESSED,
      );
      expect(processed).toBeLessThan(updates.findIndex(({ entry }) => entry?.slot === String(slot)));
    }
  });
});

describe('from_slot', () => {
  test('replays what is kept and continues with the live chain, without a missing slot', async () => {
    const { endpoint } = await simulate({ pace: { historySlots: 8, retentionSlots: 100 } });
    const { updates } = await collectAll(endpoint, { blocks: { all: WHOLE_BLOCKS }, fromSlot: '432000003' });
    const blocks = updates.map(({ block }) => block!);
    expect(Number(blocks[0]!.slot)).toBe(432_000_003);
    for (const [index, block] of blocks.entries())
      if (index > 0) expect(block.parentSlot).toBe(blocks[index - 1]!.slot);
    expect(Number(blocks.at(-1)!.slot)).toBeGreaterThanOrEqual(432_000_010);
  });

  test('is refused with OUT_OF_RANGE when it lies before the oldest block that is kept', async () => {
    const { endpoint, chain } = await simulate({ pace: { historySlots: 12, retentionSlots: 5 } });
    const client = await connect(endpoint);
    const { firstAvailable } = await client.subscribeReplayInfo();
    expect(firstAvailable).toBe(String(chain.firstAvailableSlot()));
    const { error } = await collectAll(endpoint, { blocks: { all: WHOLE_BLOCKS }, fromSlot: '432000000' });
    expect(serverText(error)).toMatch(
      /broadcast from 432000000 is not available, last available: 43200000\d/,
    );
  });

  test('is refused when the server does not replay, and SubscribeReplayInfo names no slot', async () => {
    const { endpoint } = await simulate({ canReplay: false });
    const client = await connect(endpoint);
    expect(await client.subscribeReplayInfo()).toEqual({ firstAvailable: undefined });
    const { error } = await collectAll(endpoint, { blocks: { all: WHOLE_BLOCKS }, fromSlot: '432000000' });
    expect(serverText(error)).toContain('from_slot is not supported');
  });
});

describe('a stream', () => {
  test('takes new filters in place of the old ones', async () => {
    const { endpoint } = await simulate({ pace: { slotMs: 40 }, generate: { slots: 1000 } });
    const client = await connect(endpoint);
    const stream = await client.subscribe(request({ blocksMeta: { first: {} } }));
    const { updates } = await collect(stream, (seen) => {
      if (seen.length === 2) stream.write(request({ blocksMeta: { second: {} } }));
      return seen.some(({ filters }) => filters[0] === 'second');
    });
    const names = updates.map(({ filters }) => filters[0]);
    expect(names.slice(0, 2)).toEqual(['first', 'first']);
    expect(names.lastIndexOf('first')).toBe(names.indexOf('second') - 1);
  });

  test('is pinged, answers a ping with its id, and keeps its filters', async () => {
    const { endpoint } = await simulate({
      pingIntervalMs: 30,
      pace: { slotMs: 40 },
      generate: { slots: 1000 },
    });
    const client = await connect(endpoint);
    const stream = await client.subscribe(request({ blocksMeta: { meta: {} } }));
    let pings = 0;
    stream.on('data', ({ ping }: SubscribeUpdate) => {
      if (ping !== undefined) pings += 1;
    });
    stream.write(request({ ping: { id: 77 } }));
    const { updates } = await collect(
      stream,
      (seen) => pings > 2 && seen.some(({ pong }) => pong) && seen.some(({ blockMeta }) => blockMeta),
    );
    expect(updates.find(({ pong }) => pong)!.pong).toEqual({ id: 77 });
  });

  test('ends with INVALID_ARGUMENT for a filter that cannot be', async () => {
    const { endpoint } = await simulate();
    const { error } = await collectAll(endpoint, {
      transactions: { bad: { ...ALL_TRANSACTIONS, accountInclude: ['nonsense0'] } },
    });
    expect(serverText(error)).toContain('failed to create filter: Invalid Base58 string');
  });

  test('is cut off when its client does not keep up', async () => {
    const { endpoint } = await simulate({
      queueCapacity: 200,
      pace: { slotMs: 5 },
      generate: { slots: 1000, transactionsPerSlot: 2000 },
      faults: { stallAt: [1], stallMs: 60_000 },
    });
    const { error } = await collectAll(endpoint, { transactions: { all: ALL_TRANSACTIONS } });
    expect(serverText(error)).toContain('lagged to send an update');
  });
});

describe('x-token', () => {
  test('is required by every method', async () => {
    const { endpoint } = await simulate({ xToken: 'secret' });
    const stranger = await connect(endpoint);
    await expect(stranger.getVersion()).rejects.toThrow();
    const refusal: unknown = await stranger
      .subscribe(request({ blocks: { all: WHOLE_BLOCKS } }))
      .catch((error: unknown) => error);
    expect(serverText(refusal)).toContain('No valid auth token');
    const wrong = await connect(endpoint, 'guess');
    await expect(wrong.getSlot()).rejects.toThrow();
    const friend = await connect(endpoint, 'secret');
    expect(JSON.parse((await friend.getVersion()).version).version.package).toBe('tickscope-simulator');
    const { updates } = await collect(await friend.subscribe(request({ blocks: { all: WHOLE_BLOCKS } })));
    expect(updates.length).toBeGreaterThan(0);
  });
});

describe('unary methods', () => {
  test('return the head at each commitment', async () => {
    const { endpoint, chain } = await simulate({ pace: { historySlots: 12, finalizedDelaySlots: 5 } });
    const client = await connect(endpoint);
    for (const [level, commitment] of [
      [CommitmentLevel.PROCESSED, 'processed'],
      [CommitmentLevel.CONFIRMED, 'confirmed'],
      [CommitmentLevel.FINALIZED, 'finalized'],
    ] as const) {
      const head = chain.head(commitment)!;
      expect(await client.getSlot(level)).toEqual({ slot: String(head.slot) });
      expect(await client.getBlockHeight(level)).toEqual({ blockHeight: String(head.blockHeight) });
      expect(await client.getLatestBlockhash(level)).toEqual({
        slot: String(head.slot),
        blockhash: head.blockhash,
        lastValidBlockHeight: String(head.blockHeight! + 300),
      });
    }
    expect(chain.head('processed')!.slot).toBeGreaterThan(chain.head('finalized')!.slot);
    const { blockhash } = chain.head('processed')!;
    expect(await client.isBlockhashValid(blockhash)).toMatchObject({ valid: true });
    expect(await client.isBlockhashValid(blockhash, CommitmentLevel.FINALIZED)).toMatchObject({
      valid: false,
    });
    expect(await client.isBlockhashValid('1'.repeat(32))).toMatchObject({ valid: false });
    expect(await client.ping(5)).toEqual({ count: 5 });
  });

  test('fail before the first block', async () => {
    const { endpoint } = await simulate();
    const client = await connect(endpoint);
    await expect(client.getSlot()).rejects.toThrow();
  });
});

describe('the end of the server', () => {
  test('ends the streams with UNAVAILABLE', async () => {
    const { endpoint, stop } = await simulate({ pace: { slotMs: 40 }, generate: { slots: 1000 } });
    const client = await connect(endpoint);
    const stream = await client.subscribe(request({ blocksMeta: { meta: {} } }));
    const ended = collect(stream, (seen) => {
      if (seen.length === 2) void stop();
      return false;
    });
    const { error } = await ended;
    expect(serverText(error)).toContain('server is shutting down try again later');
  });
});
