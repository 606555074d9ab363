import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseExactJson } from '@tickscope/chain';
import {
  backfill,
  type FileReport,
  GapRepair,
  importFile,
  type JsonRpc,
  rpcSource,
  streamRange,
} from '@tickscope/pipeline';
import { type FaultOptions, type Simulator, startSimulator } from '@tickscope/simulator';
import { BlockWriter, readLinks, writeGap, writeGaps } from '@tickscope/store';
import { makeVersionsOlder } from '@tickscope/testkit/store/older-versions';
import { digests } from '@tickscope/testkit/store/table-digests';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hasSlots, ingest, liveStore } from './support.js';

const FIRST = 432_000_000;
const SLOTS = 6;
const TRANSACTIONS = 201;
const KEPT = 20;
/** Proven by the block after it. */
const SLOT = FIRST + 3;
const OTHER_HASH = '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM';

/** Twenty of a block's 201 transactions, offered in its place by everything that brings blocks: the block stays. */
describe('a block that was cut', () => {
  const store = liveStore();
  let simulator: Simulator;
  let client: TestConnection;
  let folder: string;
  let stored: Record<string, string>;
  /** Answers of the node, of which the one of `SLOT` is cut. */
  let cutAs: (hash: 'its own' | 'of the block') => string;

  const node = (hash: 'its own' | 'of the block'): JsonRpc => ({
    call: async (method, params) => {
      if (method === 'getBlock' && params[0] === SLOT) return parseExactJson(cutAs(hash));
      return call(method, ...params);
    },
  });
  async function call(method: string, ...params: unknown[]): Promise<unknown> {
    const response = await fetch(simulator.rpc!.endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    return (parseExactJson(await response.text()) as { result: unknown }).result;
  }
  async function importCut(text: string, options: { replace?: boolean } = {}): Promise<FileReport> {
    const path = join(folder, `${SLOT}.getblock.json`);
    writeFileSync(path, text);
    return importFile(path, {
      writer: new BlockWriter(client),
      storedLinks: (fromSlot, toSlot) => readLinks(client.read, fromSlot, toSlot),
      writeGaps: (gaps) => writeGaps(client.write, gaps),
      ...options,
    });
  }
  const gaps = () =>
    client.read.queryRows<[slot: string, state: string]>(
      "SELECT from_slot, state FROM gaps FINAL WHERE state != 'repaired'",
      { timeoutMs: 30_000 },
    );

  const serve = (faults: Partial<FaultOptions> = {}): Promise<Simulator> =>
    startSimulator({
      generate: {
        ...{ seed: 'cut', slots: SLOTS, transactionsPerSlot: TRANSACTIONS },
        ...{ skippedShare: 0, firstSlot: FIRST },
      },
      pace: { slotMs: 10, retentionSlots: 1_000 },
      startOn: 'first-subscriber',
      rpc: {},
      faults,
    });

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tickscope-cut-'));
  });
  afterAll(async () => {
    await store.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    simulator = await serve();
    ({ client } = await store.fresh());
    await ingest(client, simulator.endpoint, hasSlots(client, SLOTS));
    stored = await digests(client);
    const answer = (await call('getBlock', SLOT, {
      ...{ encoding: 'json', transactionDetails: 'full', rewards: true, maxSupportedTransactionVersion: 1 },
    })) as { blockhash: string; transactions: unknown[] };
    expect(answer.transactions.length).toBeGreaterThan(5 * KEPT);
    cutAs = (hash) =>
      JSON.stringify({
        ...answer,
        ...(hash === 'its own' && { blockhash: OTHER_HASH }),
        transactions: answer.transactions.slice(0, KEPT),
      });
  });

  afterEach(() => simulator?.stop());

  const stays = async (options: Parameters<typeof digests>[1] = {}): Promise<void> =>
    expect(await digests(client, options)).toEqual(stored);

  it('an import names the block that speaks against it; with --replace it takes the place', async () => {
    const report = await importCut(cutAs('its own'));
    expect(report.refused).toEqual([
      { slot: SLOT, reason: `the stored block of slot ${SLOT + 1} names another block as its parent` },
    ]);
    await stays();
    expect(await importCut(cutAs('its own'), { replace: true })).toMatchObject({ replaced: 1, refused: [] });
    const [row] = await client.read.queryRows<[number]>(
      `SELECT transaction_count FROM slots FINAL WHERE slot = ${SLOT}`,
      { timeoutMs: 30_000 },
    );
    expect(Number(row?.[0])).toBe(KEPT);
  });

  it('an import with the hash of the stored block changes nothing, also when that was stored days ago', async () => {
    expect(await importCut(cutAs('of the block'))).toMatchObject({ alreadyStored: 1, refused: [] });
    await stays();
    await client.command({
      query: `ALTER TABLE slots UPDATE inserted_at = inserted_at - INTERVAL 3 DAY WHERE 1 SETTINGS mutations_sync = 2`,
    });
    stored = await digests(client);
    const report = await importCut(cutAs('of the block'));
    expect(report.refused).toEqual([{ slot: SLOT, reason: expect.stringContaining('with its entries') }]);
    await stays();
  });

  it('a JSON that has its transactions twice, whole and cut, is not read', async () => {
    const text = cutAs('of the block').replace('"transactions":', '"transactions":[],"transactions":');
    const report = await importCut(text);
    expect(report.error).toBe('an object has the key "transactions" twice');
    await stays();
  });

  it.each(['its own', 'of the block'] as const)('a repair from a node, with the hash %s', async (hash) => {
    await writeGap(client.write, {
      ...{ fromSlot: SLOT, toSlot: SLOT, cause: 'missing', state: 'open', detail: 'test' },
    });
    const failures: Error[] = [];
    const repair = new GapRepair({
      ...{ store: client, writer: new BlockWriter(client), sources: [rpcSource(node(hash))] },
      on: { gaps() {}, repaired() {}, settled() {}, failed: (error) => failures.push(error) },
      limits: { firstWaitSeconds: 0, longestWaitSeconds: 0 },
    });
    while (!(await repair.round()));
    expect(failures).toEqual([]);
    expect(await gaps()).toEqual([]);
    await stays();
  });

  it.each(['its own', 'of the block'] as const)(
    'a backfill that fetches the block again for its token links, with the hash %s',
    async (hash) => {
      await makeVersionsOlder(client);
      // The blocks around it are fetched, too, and stay no older versions.
      const ofSlot = { where: `slot = ${SLOT}` };
      stored = await digests(client, ofSlot);
      const { transactions } = JSON.parse(cutAs(hash)) as {
        transactions: { transaction: { signatures: string[]; message: { accountKeys: string[] } } }[];
      };
      const [{ transaction }] = transactions as [(typeof transactions)[number]];
      const report = await backfill(
        {
          signature: transaction.signatures[0] as never,
          account: transaction.message.accountKeys[0] as never,
          slotRange: 2,
        },
        {
          ...{ store: client, writer: new BlockWriter(client), rpc: node(hash), onStored() {} },
          ...{ signal: new AbortController().signal, rpcWaitsMs: [] },
        },
      );
      expect(report.slot).toBe(SLOT);
      expect(report.fetched_slots).not.toContain(SLOT);
      expect(report.already_stored_slots).toContain(SLOT);
      await stays(ofSlot);
    },
  );

  it.each([
    ['with too few transactions', { wrongCountSlots: [SLOT] }],
    ['with a hash of its own', { forkSlots: [SLOT], forkPlace: 'instead' as const }],
  ])('a stream and the replay of a range that send it again, %s', async (_, faults) => {
    const liar = await serve(faults);
    try {
      let newest = 0;
      const links = await readLinks(client.read, FIRST, FIRST + SLOTS);
      const bytes = (hex: string | null): Uint8Array | null =>
        hex === null ? null : Buffer.from(hex, 'hex');
      await ingest(client, liar.endpoint, async () => newest >= FIRST + SLOTS - 1, {
        lastStoredSlot: null,
        lastLinks: links.map((link) => ({
          ...{ slot: link.slot, parentSlot: link.parentSlot, blockhash: bytes(link.blockhash)! },
          parentBlockhash: bytes(link.parentBlockhash),
        })),
        onWritten: (blocks) => {
          newest = Math.max(newest, ...blocks.map(({ slot }) => slot));
        },
      });
      await stays();
      const range = { fromSlot: SLOT - 2, toSlot: SLOT + 2 };
      const report = await streamRange(range, {
        ...{
          endpoint: { url: liar.endpoint, xToken: null, compression: 'none' },
          mode: 'blocks',
          store: client,
        },
        ...{ writer: new BlockWriter(client), writeGaps: (list) => writeGaps(client.write, list) },
        signal: new AbortController().signal,
      });
      expect(report).toMatchObject({ blocks: 0, missing: [] });
      await stays();
    } finally {
      await liar.stop();
    }
  });
});
