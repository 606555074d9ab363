import { setTimeout as sleep } from 'node:timers/promises';
import type { Block } from '@tickscope/chain';
import { toBase58 } from '@tickscope/chain';
import { readIngesterConfig } from '@tickscope/config';
import { type BackfillJobs, startBackfillJobs } from '@tickscope/ingester/backfill-jobs';
import { createJsonRpc } from '@tickscope/pipeline/rpc';
import { compileValidators } from '@tickscope/schemas';
import { BlockWriter, writeGap } from '@tickscope/store';
import { makeVersionsOlder } from '@tickscope/testkit/store/older-versions';
import { digests } from '@tickscope/testkit/store/table-digests';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ACCOUNT, SIGNATURE } from '../../testing/api-without-database.js';
import { expectError } from '../../testing/expect-error.js';
import type { JobRecord } from '../../testing/jobs-client.js';
import { type JobsUnderTest, startJobsUnderTest } from '../../testing/jobs-under-test.js';
import { silentLog } from '../../testing/quiet.js';
import { get, post } from '../../testing/request.js';
import { type SimulatedChain, startSimulatedChain } from '../../testing/simulated-chain.js';

const validators = compileValidators();
const isSubmission = validators.response('backfillTransaction', 200);
const isStatus = validators.response('getBackfillStatus', 200);
const FIRST = 9_000_000;
const SLOTS = 60;

interface Backfilled {
  slot: number;
  slot_range: { from_slot: number; to_slot: number };
  fetched_slots: number[];
  already_stored_slots: number[];
  skipped_slots: number[];
  missing_slots: { slot: number; reason: string }[];
  closed_gaps: { from_slot: number; to_slot: number }[];
  account_transactions: number;
}

let chain: SimulatedChain;
let api: JobsUnderTest;
let backfills: BackfillJobs | null;
/** The slots with blocks, in order. */
let slots: number[];
const detected: Block[] = [];

beforeAll(async () => {
  chain = await startSimulatedChain({
    ...{ seed: 'backfill', slots: SLOTS, firstSlot: FIRST, skippedShare: 0.15 },
    ...{ transactionsPerSlot: 30, voteShare: 0.3, dexShare: 0.5, pools: 20, sandwichesPerSlot: 0.3 },
  });
  slots = chain.blocks.map(({ slot }) => slot);
  const rpc = { url: chain.rpcUrl, timeoutMs: 8_000, perSecond: 1_000, perDay: 1_000_000 };
  api = await startJobsUnderTest({ rpc });
  backfills = startWorker(chain.rpcUrl);
}, 180_000);
afterAll(async () => {
  await backfills?.stop();
  await api?.stop();
  await chain?.stop();
});
beforeEach(async () => {
  for (const table of TABLES) await api.owner.command({ query: `TRUNCATE TABLE ${table}` });
  detected.length = 0;
});
afterEach(() => {
  Object.assign(chain.simulator.rpc!.faults, {
    ...{ latencyMs: 0, failShare: 0, requestsPerSecond: null, wrongBlockhashSlots: [], missingSlots: [] },
  });
});

const TABLES = [
  ...['slots', 'entries', 'transactions', 'account_slots', 'signatures'],
  ...['swaps', 'swaps_by_trader', 'token_links', 'pool_events', 'fills', 'rebates'],
  ...['tips', 'unknown_frames', 'gaps'],
];
const CHAIN_TABLES = TABLES.filter((table) => table !== 'gaps');

/** Starts the ingester's part of a backfill in this process. */
function startWorker(rpcUrl: string, more: Record<string, string> = {}): BackfillJobs | null {
  const config = readIngesterConfig({
    GEYSER_ENDPOINT: 'http://127.0.0.1:1',
    CLICKHOUSE_URL: 'http://127.0.0.1:1',
    DATABASE_URL: api.databaseUrl,
    RPC_URL: rpcUrl,
    RPC_MAX_PER_SECOND: '1000',
    ...more,
  });
  const onStored = (block: Block) => void detected.push(block);
  const rpc =
    config.RPC_URL === undefined
      ? null
      : createJsonRpc({ url: config.RPC_URL, maxPerSecond: config.RPC_MAX_PER_SECOND });
  return startBackfillJobs(config, { store: api.owner, rpc, onStored, log: silentLog });
}

const blocksOf = (wanted: readonly number[]) => chain.blocks.filter(({ slot }) => wanted.includes(slot));
const store = (wanted: readonly number[]) => new BlockWriter(api.owner).write(blocksOf(wanted));
const signatureIn = (slot: number, index = 0) =>
  toBase58(blocksOf([slot])[0]!.transactions[index]!.signatures[0]!);

/** An account runs one backfill at a time, so each request is made different. */
let asked = 0;
async function submit(signature: string, slotRange: number): Promise<string> {
  asked += 1;
  // The `account` field does not matter here; it makes each request a new one.
  const account = toBase58(Buffer.from(String(asked).padStart(32, '0')));
  const answer = await post(`${api.url}/api/backfill-transaction`, { signature, account, slotRange });
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 200 });
  expect(isSubmission(answer.body)).toEqual([]);
  const { data } = answer.body as {
    data: { query_info: { request_id: string } & object; message: string };
  };
  expect(data).toMatchObject({ status: 'queued', query_info: { signature, account, slot_range: slotRange } });
  expect(data.message).toContain(`/api/backfill-status/${data.query_info.request_id}`);
  return data.query_info.request_id;
}

async function ended(requestId: string, timeoutMs = 60_000): Promise<JobRecord> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const { status, body } = await get(`${api.url}/api/backfill-status/${requestId}`);
    expect({ status, body }).toMatchObject({ status: 200, body: { kind: 'backfill-transaction' } });
    expect(isStatus(body)).toEqual([]);
    const record = body as JobRecord;
    if (record.state === 'completed' || record.state === 'failed') return record;
    if (Date.now() > deadline) throw new Error(`the backfill does not end: ${JSON.stringify(body)}`);
    await sleep(40);
  }
}

async function backfill(signature: string, slotRange: number): Promise<Backfilled> {
  const record = await ended(await submit(signature, slotRange));
  expect(record).toMatchObject({ state: 'completed', progress: 100 });
  return record.data as Backfilled;
}

async function contents(): Promise<Map<number, string>> {
  const rows = await api.owner.read.queryRows<[string, string]>(
    'SELECT slot, toString(content) FROM slots FINAL ORDER BY slot',
    { timeoutMs: 30_000 },
  );
  return new Map(rows.map(([slot, content]) => [Number(slot), content]));
}

async function gapStates(): Promise<[number, number, string][]> {
  const rows = await api.owner.read.queryRows<[string, string, string]>(
    'SELECT from_slot, to_slot, toString(state) FROM gaps FINAL ORDER BY from_slot',
    { timeoutMs: 30_000 },
  );
  return rows.map(([from, to, state]) => [Number(from), Number(to), state]);
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
const isBlock = (slot: number) => slots.includes(slot);

test('a transaction that is not stored is stored with the blocks around it, whole', async () => {
  const slot = slots[30]!;
  const result = await backfill(signatureIn(slot, 3), 6);
  const [from, to] = [slot - 6, slot + 6];
  expect(result).toMatchObject({
    slot,
    slot_range: { from_slot: from, to_slot: to },
    fetched_slots: range(from, to).filter(isBlock),
    already_stored_slots: [],
    skipped_slots: range(from, to).filter((one) => !isBlock(one)),
    missing_slots: [],
    closed_gaps: [],
  });
  expect(result.skipped_slots.length).toBeGreaterThan(0);
  // The same rows as from the stream, except ticks. The slot after the range counts only for the skipped slots
  // it shows.
  const where = `slot BETWEEN ${from} AND ${to}`;
  const tables = CHAIN_TABLES.filter((table) => table !== 'entries');
  const got = await digests(api.owner, { withoutTicks: true, tables, where });
  expect(detected.map((block) => block.slot).filter((one) => one <= to)).toEqual(
    [...result.fetched_slots].reverse(),
  );
  for (const table of TABLES) await api.owner.command({ query: `TRUNCATE TABLE ${table}` });
  await store(range(from, to));
  expect(got).toEqual(await digests(api.owner, { withoutTicks: true, tables, where }));
});

test('the transactions of the account in the stored slots are counted', async () => {
  const slot = slots[30]!;
  const truths = chain.truths.filter((truth) => Math.abs(truth.slot - slot) <= 2);
  const locks = truths
    .flatMap(({ transactions }) => transactions)
    .map(({ written, read }) => [...written, ...read]);
  const account = truths.flatMap(({ transactions }) => transactions)[0]!.written[0]!;
  const body = { signature: signatureIn(slot), account };
  const answer = await post(`${api.url}/api/backfill-transaction`, body);
  const { data } = answer.body as { data: { query_info: { request_id: string; slot_range: number } } };
  expect(data.query_info.slot_range).toBe(2);
  const record = await ended(data.query_info.request_id);
  expect((record.data as Backfilled).account_transactions).toBe(
    locks.filter((keys) => keys.includes(account)).length,
  );
});

describe('a transaction whose slot is in a gap', () => {
  const gapOf = (fromSlot: number, toSlot: number) => ({
    ...({ fromSlot, toSlot, cause: 'missing', state: 'open', detail: 'made by this test' } as const),
  });

  test('closes the gap and leaves stored rows unchanged', async () => {
    const lost = slots.slice(20, 24);
    await store(slots.filter((slot) => !lost.includes(slot)));
    await writeGap(api.owner.write, gapOf(lost[0]!, lost.at(-1)!));
    const result = await backfill(signatureIn(lost[1]!), lost.at(-1)! - lost[0]!);
    expect(result.fetched_slots).toEqual(lost);
    expect(result.closed_gaps).toEqual([{ from_slot: lost[0], to_slot: lost.at(-1) }]);
    expect(await gapStates()).toEqual([[lost[0], lost.at(-1), 'repaired']]);
    const stored = await contents();
    expect([...stored.keys()]).toEqual(slots);
    for (const [slot, content] of stored) expect(content).toBe(lost.includes(slot) ? 'no_entries' : 'full');
  });

  test('of which it fills a part leaves the gap open', async () => {
    const lost = slots.slice(20, 40);
    await store(slots.filter((slot) => !lost.includes(slot)));
    await writeGap(api.owner.write, gapOf(lost[0]!, lost.at(-1)!));
    const result = await backfill(signatureIn(lost[10]!), 1);
    expect(result.closed_gaps).toEqual([]);
    expect(await gapStates()).toEqual([[lost[0], lost.at(-1), 'open']]);
  });

  test('of slots with entries alone are completed', async () => {
    const slot = slots[25]!;
    await store(slots);
    const whole = await digests(api.owner, { tables: CHAIN_TABLES });
    for (const table of TABLES) await api.owner.command({ query: `TRUNCATE TABLE ${table}` });
    await store(slots.filter((one) => one !== slot));
    const [block] = blocksOf([slot]);
    await new BlockWriter(api.owner).write([
      { ...block!, content: 'entries_only', transactions: [], hasMeta: true },
    ]);
    const result = await backfill(signatureIn(slot), 1);
    expect(result.fetched_slots).toEqual([slot]);
    expect((await contents()).get(slot)).toBe('full');
    expect(await digests(api.owner, { tables: CHAIN_TABLES })).toEqual(whole);
  });
});

describe("a backfilled slot and the same slot from the stream end as the stream's", () => {
  let expected: Record<string, string>;
  beforeAll(async () => {
    for (const table of TABLES) await api.owner.command({ query: `TRUNCATE TABLE ${table}` });
    await store(slots);
    expected = await digests(api.owner, { tables: CHAIN_TABLES });
  });

  test('when the stream comes later', async () => {
    await store(slots.slice(35));
    await backfill(signatureIn(slots[20]!), 10);
    expect([...(await contents()).values()]).toContain('no_entries');
    await store(slots);
    expect(await digests(api.owner, { tables: CHAIN_TABLES })).toEqual(expected);
  });

  test('where the stream came before', async () => {
    await store(slots);
    const result = await backfill(signatureIn(slots[20]!), 10);
    expect(result.fetched_slots).toEqual([]);
    expect(result.already_stored_slots.length).toBeGreaterThan(10);
    expect(await digests(api.owner, { tables: CHAIN_TABLES })).toEqual(expected);
  });

  test('where both come at once', async () => {
    await store(slots.slice(45));
    const job = backfill(signatureIn(slots[25]!), 12);
    await store(slots);
    await job;
    expect(await digests(api.owner, { tables: CHAIN_TABLES })).toEqual(expected);
  });
});

describe('stored blocks whose token links are not known', () => {
  const faults = () => chain.simulator.rpc!.faults;

  test('are fetched again, keep their entries and end with all links', async () => {
    const [from, to] = [slots[25]! - 10, slots[25]! + 10];
    const near = slots.filter((slot) => slot >= from && slot <= to);
    const rows = { tables: CHAIN_TABLES, where: `slot BETWEEN ${from} AND ${to}` };
    const versions = (): Promise<[string, number][]> =>
      api.owner.read.queryRows(
        `SELECT DISTINCT toString(content), version FROM slots FINAL WHERE ${rows.where}`,
        { timeoutMs: 30_000 },
      );
    await store(slots);
    const expected = await digests(api.owner, rows);
    await makeVersionsOlder(api.owner);
    expect(await versions()).toEqual([['full', 5]]);
    expect((await digests(api.owner, rows))['token_links']).not.toBe(expected['token_links']);
    const first = await backfill(signatureIn(slots[25]!), 10);
    expect(first).toMatchObject({ fetched_slots: near, already_stored_slots: [], missing_slots: [] });
    expect(await versions()).toEqual([['full', 13]]);
    expect(await digests(api.owner, rows)).toEqual(expected);
    // They are detected again; the next backfill has nothing to fetch.
    expect(detected.map(({ slot }) => slot).sort()).toEqual(near);
    const second = await backfill(signatureIn(slots[25]!), 10);
    expect(second).toMatchObject({ fetched_slots: [], already_stored_slots: near });
  });

  test('stay where the node does not have them, and are not called missing', async () => {
    const near = slots.slice(20, 31);
    const gone = near[4]!;
    await store(slots);
    await makeVersionsOlder(api.owner);
    faults().missingSlots = [gone];
    const result = await backfill(signatureIn(near[5]!), near.at(-1)! - near[5]!);
    expect(result.missing_slots).toEqual([]);
    expect(result.already_stored_slots).toEqual([gone]);
    expect(result.fetched_slots).toEqual(
      slots.filter(
        (slot) => slot >= result.slot_range.from_slot && slot <= result.slot_range.to_slot && slot !== gone,
      ),
    );
  });
});

describe('a node', () => {
  const faults = () => chain.simulator.rpc!.faults;

  test('that lies about a block is not believed: the slot is missing, the others are stored', async () => {
    const [liar, target] = [slots[32]!, slots[30]!];
    faults().wrongBlockhashSlots = [liar];
    const result = await backfill(signatureIn(target), 6);
    expect(result.missing_slots).toEqual([
      { slot: liar, reason: expect.stringContaining('another one than the chain has') },
    ]);
    expect(result.fetched_slots).toEqual(
      range(target - 6, target + 6).filter((slot) => isBlock(slot) && slot !== liar),
    );
    expect((await contents()).has(liar)).toBe(false);
  });

  test('that lies about the block of the transaction itself fails the backfill, with the reason', async () => {
    faults().wrongBlockhashSlots = [slots[30]!];
    const record = await ended(await submit(signatureIn(slots[30]!), 2));
    expect(record).toMatchObject({
      state: 'failed',
      error_code: 'failed',
      error: expect.stringMatching(/^Slot \d+, which holds the transaction, cannot be stored: .*another one/),
    });
    expect((await contents()).has(slots[30]!)).toBe(false);
  });

  test('that does not have a block leaves that slot missing', async () => {
    const gone = slots[28]!;
    faults().missingSlots = [gone];
    const result = await backfill(signatureIn(slots[30]!), 5);
    expect(result.missing_slots).toMatchObject([{ slot: gone }]);
    expect(result.fetched_slots).toEqual(
      range(slots[30]! - 5, slots[30]! + 5).filter((slot) => isBlock(slot) && slot !== gone),
    );
  });

  test('that fails sometimes, or is slow, is retried', async () => {
    Object.assign(faults(), { failShare: 0.3, latencyMs: 20 });
    const result = await backfill(signatureIn(slots[30]!), 2);
    expect(result.missing_slots).toEqual([]);
  });

  test('that does not know the transaction fails it with that', async () => {
    const record = await ended(await submit(SIGNATURE, 1));
    expect(record).toMatchObject({
      state: 'failed',
      error: `Neither the stored data nor the chain's node knows a transaction ${SIGNATURE}.`,
    });
  });
});

test('at the head of the chain, future slots are missing', async () => {
  const head = slots.at(-1)!;
  const result = await backfill(signatureIn(head), 3);
  expect(result.missing_slots).toEqual(
    range(head + 1, head + 3).map((slot) => ({ slot, reason: expect.stringContaining('not known yet') })),
  );
  expect(result.fetched_slots).toEqual(range(head - 3, head).filter(isBlock));
});

test('the same request is the same backfill; ten wait, and one more gets the time for a retry', async () => {
  await backfills?.stop();
  backfills = null;
  const body = (slotRange: number) => ({ signature: SIGNATURE, account: ACCOUNT, slotRange });
  const ask = (slotRange: number) => post(`${api.url}/api/backfill-transaction`, body(slotRange));
  const idOf = (answer: { body: unknown }) =>
    (answer.body as { data: { query_info: { request_id: string } } }).data.query_info.request_id;
  const ids = [];
  for (let slotRange = 1; slotRange <= 10; slotRange += 1) ids.push(idOf(await ask(slotRange)));
  expect(new Set(ids).size).toBe(10);
  expect(idOf(await ask(3))).toBe(ids[2]);
  const refused = await ask(11);
  expectError(refused, { status: 429, error: 'Too many requests' });
  expect(validators.response('backfillTransaction', 429)(refused.body)).toEqual([]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  backfills = startWorker(chain.rpcUrl);
  for (const id of ids) expect(await ended(id)).toMatchObject({ state: 'failed' });
  expect((await ask(11)).status).toBe(200);
});

test('the cap on calls in all ends a backfill with a clear text', async () => {
  await backfills?.stop();
  backfills = startWorker(chain.rpcUrl, { RPC_MAX_PER_DAY: '1', RPC_MAX_PER_SECOND: '999' });
  const record = await ended(await submit(signatureIn(slots[30]!), 2));
  expect(record).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('as many calls as allowed have been made'),
  });
});
