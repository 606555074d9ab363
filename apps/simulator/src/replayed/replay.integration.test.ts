import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SubscribeUpdate, type SubscribeUpdateBlock } from '@triton-one/yellowstone-grpc';
import bs58 from 'bs58';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Simulator, startSimulator } from '../simulator.js';
import { ALL_TRANSACTIONS, collectAll, WHOLE_BLOCKS } from '../testing/client.js';
import { orderedTransactions } from '../testing/decode.js';
import { chainOfFiles } from './chain-of-files.js';

const data = fileURLToPath(new URL('../../../../../shared/data/', import.meta.url));
const capture = join(data, 'geyser-capture/398202772-398202799.bin');
const hasData = existsSync(data);
if (!hasData) process.stderr.write('the real data are not here: tests that replay them are skipped\n');

const log = pino({ level: 'silent' });
const running: Simulator[] = [];
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'replay-'));
});

afterAll(() => rm(folder, { recursive: true }));

afterEach(async () => {
  while (running.length > 0) await running.pop()!.stop();
});

async function serve(...paths: string[]): Promise<Simulator> {
  const chain = await chainOfFiles(paths, { pace: { slotMs: 0 }, speed: 0 }, log);
  const simulator = await startSimulator({ chain, startOn: 'first-subscriber', endStreams: true });
  running.push(simulator);
  return simulator;
}

function framed(updates: readonly Uint8Array[]): Buffer {
  return Buffer.concat(
    updates.flatMap((update) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(update.length);
      return [length, update];
    }),
  );
}

/** A recording of a generated chain, of what these filters let through. */
async function record(
  name: string,
  parts: Parameters<typeof collectAll>[1],
): Promise<{ path: string; updates: SubscribeUpdate[] }> {
  const simulator = await startSimulator({
    startOn: 'first-subscriber',
    endStreams: true,
    pace: { slotMs: 0 },
    generate: { seed: 'recorded', transactionsPerSlot: 30, slots: 8 },
  });
  running.push(simulator);
  const { updates } = await collectAll(simulator.endpoint, parts);
  const path = join(folder, name);
  await writeFile(path, framed(updates.map((update) => SubscribeUpdate.encode(update).finish())));
  return { path, updates };
}

const SINGLES = {
  transactions: { tx: ALL_TRANSACTIONS },
  entry: { entry: {} },
  blocksMeta: { meta: {} },
  slots: { slot: { interslotUpdates: true } },
};
const BLOCKS = { blocks: { block: WHOLE_BLOCKS } };

/** Without the order of arrival, in which block messages hold their parts. */
function sorted(block: SubscribeUpdateBlock): SubscribeUpdateBlock {
  const entries = [...block.entries].sort((left, right) => Number(left.index) - Number(right.index));
  return { ...block, entries, transactions: orderedTransactions(block) };
}

describe('a recording', () => {
  test('is sent unchanged, in its order, under the names of the new filters', async () => {
    const { path, updates } = await record('as-it-is.bin', SINGLES);
    const { endpoint } = await serve(path);
    const again = await collectAll(endpoint, SINGLES);
    expect(again.error).toBeNull();
    expect(again.updates).toEqual(updates);
  });

  test('of single messages yields whole blocks', async () => {
    const { path } = await record('singles.bin', SINGLES);
    const whole = await record('whole.bin', BLOCKS);
    const { endpoint } = await serve(path);
    const { updates } = await collectAll(endpoint, BLOCKS);
    expect(updates.map(({ block }) => sorted(block!))).toEqual(
      whole.updates.map(({ block }) => sorted(block!)),
    );
  });

  test('of whole blocks yields single messages', async () => {
    const { path } = await record('blocks.bin', BLOCKS);
    const singles = await record('as-singles.bin', {
      transactions: SINGLES.transactions,
      entry: SINGLES.entry,
      blocksMeta: SINGLES.blocksMeta,
    });
    const { endpoint } = await serve(path);
    const { updates } = await collectAll(endpoint, {
      transactions: SINGLES.transactions,
      entry: SINGLES.entry,
      blocksMeta: SINGLES.blocksMeta,
    });
    const contents = (all: SubscribeUpdate[]): string[] =>
      all
        .map(({ transaction, entry, blockMeta }) => JSON.stringify({ transaction, entry, blockMeta }))
        .sort();
    expect(contents(updates)).toEqual(contents(singles.updates));
  });

  test('can be read again from a slot', async () => {
    const { path } = await record('from-slot.bin', BLOCKS);
    const { endpoint, chain } = await serve(path);
    const first = await collectAll(endpoint, BLOCKS);
    const from = first.updates[2]!.block!.slot;
    const again = await collectAll(endpoint, { ...BLOCKS, fromSlot: from });
    expect(again.updates.map(({ block }) => block!.slot)).toEqual(
      first.updates.slice(2).map(({ block }) => block!.slot),
    );
    expect(chain.firstAvailableSlot()).toBe(Number(first.updates[0]!.block!.slot));
  });
});

describe.skipIf(!hasData)('real data', () => {
  test('the capture goes out as it was recorded', async () => {
    const recorded: SubscribeUpdate[] = [];
    const bytes = await readFile(capture);
    for (let offset = 0; offset < bytes.length; ) {
      const length = bytes.readUInt32BE(offset);
      recorded.push(SubscribeUpdate.decode(bytes.subarray(offset + 4, offset + 4 + length)));
      offset += 4 + length;
    }
    const isPing = ({ ping }: SubscribeUpdate): boolean => ping !== undefined;
    expect(recorded).toHaveLength(17_199);
    const { endpoint } = await serve(capture);
    const { updates } = await collectAll(endpoint, {
      entry: { coordinator: {} },
      blocksMeta: { coordinator: {} },
      slots: { coordinator: { interslotUpdates: true } },
    });
    // The pings of the recorded connection are not the new one's.
    expect(updates).toEqual(recorded.filter((update) => !isPing(update)));
  });

  test('a getBlock result becomes a block with synthetic entries', async () => {
    const path = join(data, 'full-blocks/254170887.getblock.json');
    const { endpoint, chain } = await serve(path);
    const { updates } = await collectAll(endpoint, BLOCKS);
    const block = updates[0]!.block!;
    const json = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown> & {
      transactions: { transaction: [string]; meta: Record<string, unknown> }[];
    };
    expect(updates).toHaveLength(1);
    expect(block).toMatchObject({
      slot: '254170887',
      parentSlot: '254170886',
      blockhash: json['blockhash'],
      parentBlockhash: json['previousBlockhash'],
    });
    expect(block.transactions).toHaveLength(602);
    expect(block.transactions.filter(({ isVote }) => isVote)).toHaveLength(158);
    expect(block.transactions.filter(({ meta }) => meta!.err !== undefined)).toHaveLength(305);
    expect(block.rewards!.rewards[0]!.pubkey).toMatch(/^Ninja1sp/);
    for (const [index, { signature, meta }] of orderedTransactions(block).entries()) {
      const row = json.transactions[index]!;
      // A transaction on the wire: its number of signatures in one byte, then the first of them.
      expect(Buffer.from(row.transaction[0], 'base64').subarray(1, 65).equals(signature)).toBe(true);
      expect(meta!.preBalances.map(Number)).toEqual(row.meta['preBalances']);
      expect(meta!.postBalances.map(Number)).toEqual(row.meta['postBalances']);
      expect(Number(meta!.fee)).toBe(row.meta['fee']);
    }
    const ticks = block.entries.filter(({ executedTransactionCount }) => executedTransactionCount === '0');
    expect(ticks).toHaveLength(64);
    expect(
      block.entries.reduce((sum, { executedTransactionCount }) => sum + Number(executedTransactionCount), 0),
    ).toBe(602);
    expect(bs58.encode(block.entries.at(-1)!.hash)).toBe(block.blockhash);
    expect(chain.blockAt(254_170_887)!.hasSyntheticEntries).toBe(true);
  });

  test('ConfirmedBlocks become blocks in the order of their slots', async () => {
    const files = ['43200000', '18144001'].map((slot) => `${slot}.confirmedblock.pb`);
    const paths = files.map((file) => join(data, 'full-blocks', file));
    const { endpoint } = await serve(...paths);
    const { updates } = await collectAll(endpoint, BLOCKS);
    const facts = updates.map(({ block }) => ({
      slot: block!.slot,
      transactions: block!.transactions.length,
      votes: block!.transactions.filter(({ isVote }) => isVote).length,
      failed: block!.transactions.filter(({ meta }) => meta!.err !== undefined).length,
    }));
    expect(facts).toEqual([
      { slot: '18144001', transactions: 89, votes: 89, failed: 4 },
      { slot: '43200000', transactions: 208, votes: 192, failed: 3 },
    ]);
  });
});
