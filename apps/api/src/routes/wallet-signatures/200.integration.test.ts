import { dexOfProgram } from '@tickscope/dex';
import { compileValidators } from '@tickscope/schemas';
import { BlockWriter } from '@tickscope/store';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApi, startApi } from '../../server.js';
import { type ApiUnderTest, startApiUnderTest } from '../../testing/api-under-test.js';
import { expectError } from '../../testing/expect-error.js';
import { quiet } from '../../testing/quiet.js';
import { post } from '../../testing/request.js';
import {
  busiestSigner,
  newestFirst,
  type PlacedTruth,
  type SimulatedChain,
  startSimulatedChain,
} from '../../testing/simulated-chain.js';

const isAnswer = compileValidators().response('walletSignatures', 200);
const FIRST = 9_000_000;
const SLOTS = 90;
/** Blocks from here on are stored; only the node has older ones. */
const STORED_FROM = FIRST + 45;

interface Row {
  signature: string;
  slot: number;
  is_signer: boolean | null;
  [field: string]: unknown;
}
interface Page {
  signatures: Row[];
  pagination: { has_more: boolean; next_before: string | null; total_in_window: number | null } & object;
  metadata: { source: string; older: string } & object;
  coverage: {
    from_slot: number;
    to_slot: number;
    is_start_stored: boolean;
    missing_slot_count: number;
  } | null;
}

let chain: SimulatedChain;
let api: ApiUnderTest;
let all: PlacedTruth[];
let wallet: string;
/** The expected rows of the tables, and of the node before them, from the generator's own record. */
let signed: PlacedTruth[];
let older: PlacedTruth[];
const others: RunningApi[] = [];

beforeAll(async () => {
  chain = await startSimulatedChain({
    ...{ seed: 'signatures', slots: SLOTS, firstSlot: FIRST, skippedShare: 0.1 },
    ...{ transactionsPerSlot: 40, voteShare: 0.3, dexShare: 0.6, wallets: 30, pools: 20 },
  });
  api = await startApiUnderTest({ rpc: rpcOf(chain) });
  await new BlockWriter(api.owner).write(chain.blocks.filter(({ slot }) => slot >= STORED_FROM));
  all = newestFirst(chain.truths);
  wallet = busiestSigner(all.filter(({ is_vote: isVote }) => !isVote));
  signed = all.filter(({ slot, signers }) => slot >= STORED_FROM && signers.includes(wallet));
  older = all.filter(
    ({ slot, written, read }) => slot < STORED_FROM && [...written, ...read].includes(wallet),
  );
}, 180_000);
afterAll(async () => {
  for (const other of others) await other.stop();
  await api?.stop();
  await chain?.stop();
});

const rpcOf = ({ rpcUrl }: SimulatedChain) => ({
  url: rpcUrl,
  timeoutMs: 8_000,
  perSecond: 1_000,
  perDay: 1_000_000,
});

/** Another API process, with its own caches. */
async function another(rpc: Parameters<typeof startApiUnderTest>[0]): Promise<string> {
  const started = await startApi({ ...api.config, ...rpc }, quiet);
  others.push(started);
  return started.url;
}

async function ask(body: object, url = api.url, address = wallet): Promise<Page> {
  const answer = await post(`${url}/api/wallet/${address}/signatures`, body);
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 200 });
  expect(isAnswer(answer.body)).toEqual([]);
  return (answer.body as { data: Page }).data;
}

async function askAll(body: object, url = api.url, address = wallet): Promise<Page[]> {
  const pages: Page[] = [];
  let before: string | null | undefined;
  do {
    const page: Page = await ask(before == null ? body : { ...body, before }, url, address);
    pages.push(page);
    before = page.pagination.has_more ? page.pagination.next_before : null;
  } while (before !== null && pages.length < 500);
  return pages;
}

const signaturesOf = (pages: readonly Page[]) =>
  pages.flatMap(({ signatures }) => signatures.map(({ signature }) => signature));
const idsOf = (transactions: readonly PlacedTruth[]) => transactions.map(({ signatures }) => signatures[0]!);

const storedRow = (tx: PlacedTruth) => ({
  signature: tx.signatures[0],
  slot: tx.slot,
  blockTime: tx.blockTime,
  success: tx.success,
  is_signer: true,
  poh_tick: tx.poh_tick,
});
const listedRow = (tx: PlacedTruth) => ({
  ...{ signature: tx.signatures[0], slot: tx.slot, blockTime: tx.blockTime, success: tx.success },
  ...{ is_signer: null, is_dex_trade: null, dexes: null, poh_tick: null },
});

test('the wallet is busy on both sides of where the stored data begins', () => {
  expect(signed.length).toBeGreaterThan(20);
  expect(older.length).toBeGreaterThan(20);
});

describe('every signature, from the tables and then from the node, matches the generator', () => {
  test('on one page', async () => {
    const page = await ask({ limit: 1_000 });
    expect(page.signatures).toMatchObject([...signed.map(storedRow), ...older.map(listedRow)]);
    expect(page.metadata).toMatchObject({ source: 'both', older: 'rpc' });
    expect(page.pagination).toMatchObject({
      has_more: false,
      next_before: null,
      total_in_window: signed.length + older.length,
    });
    expect(page.coverage).toMatchObject({ to_slot: all[0]!.slot, is_start_stored: false });
  });

  test.each([3, 20])('on pages of %i, without duplicates or omissions', async (limit) => {
    const url = await another({ rpc: rpcOf(chain) });
    const pages = await askAll({ limit }, url);
    expect(signaturesOf(pages)).toEqual(idsOf([...signed, ...older]));
    for (const page of pages.slice(0, -1)) expect(page.signatures).toHaveLength(limit);
  });

  test('trades and the DEXes that they were on', async () => {
    const { signatures } = await ask({ limit: signed.length });
    const traded = signed.filter(({ swaps = [], success }) => success && swaps.length > 0);
    expect(traded.length).toBeGreaterThan(3);
    for (const { signatures: ids, swaps = [] } of traded) {
      const row = signatures.find(({ signature }) => signature === ids[0])!;
      expect(row).toMatchObject({
        is_dex_trade: true,
        dexes: [...new Set(swaps.map(({ program_id: id }) => dexOfProgram(id)!.name))],
      });
    }
    // Trades on the chain's invented programs are inferred; a program without a name has its short address.
    const unlisted = signed.filter(({ success, kind }) => success && kind === 'market_trade');
    expect(unlisted.length).toBeGreaterThan(3);
    for (const { signatures: ids } of unlisted)
      expect(signatures.find(({ signature }) => signature === ids[0])).toMatchObject({
        is_dex_trade: true,
        dexes: expect.arrayContaining([expect.stringMatching(/^\w{4}…\w{4}$/)]),
      });
    const idle = signed.filter(
      ({ success, swaps = [], is_vote: isVote, kind }) =>
        success && !isVote && swaps.length === 0 && kind !== 'market_trade',
    );
    for (const { signatures: ids } of idle)
      expect(signatures.find(({ signature }) => signature === ids[0])).toMatchObject({
        is_dex_trade: false,
        dexes: [],
      });
  });
});

describe('a window', () => {
  const timesOf = (from: number, to: number) => ({ start_time: from, end_time: to });

  test('within the stored data holds the transactions of its seconds, both ends included, with their count', async () => {
    const [newest, oldest] = [signed[20]!.blockTime, signed.at(-40)!.blockTime];
    const expected = signed.filter(({ blockTime }) => blockTime >= oldest && blockTime <= newest);
    const pages = await askAll({ ...timesOf(oldest, newest), limit: 5 });
    expect(signaturesOf(pages)).toEqual(idsOf(expected));
    for (const { pagination, metadata } of pages) {
      expect(pagination.total_in_window).toBe(expected.length);
      expect(metadata).toMatchObject({ time_window_start: oldest, time_window_end: newest });
    }
    expect(pages.at(-1)!.metadata.older).toBe('none');
  });

  test('older than the stored data is of the node alone', async () => {
    const [newest, oldest] = [older[3]!.blockTime, older.at(-4)!.blockTime];
    const expected = older.filter(({ blockTime }) => blockTime >= oldest && blockTime <= newest);
    const pages = await askAll({ ...timesOf(oldest, newest), limit: 4 });
    expect(signaturesOf(pages)).toEqual(idsOf(expected));
    expect(pages[0]).toMatchObject({ coverage: null, metadata: { source: 'rpc' } });
  });

  test('that is impossible is refused', async () => {
    const url = `${api.url}/api/wallet/${wallet}/signatures`;
    for (const [from, to] of [
      [2, 1],
      [0, 8 * 86_400],
    ])
      expectError(await post(url, timesOf(from!, to!)), { status: 400, error: 'Validation failed' });
  });
});

test('with a hint the node begins there; transactions in between are left out', async () => {
  const hint = older[5]!.signatures[0]!;
  const page = await ask({ limit: 1_000, hint_signature: hint });
  expect(signaturesOf([page])).toEqual(idsOf([...signed, ...older.slice(6)]));
});

test('a hint within the stored data has no effect', async () => {
  const page = await ask({ limit: 1_000, hint_signature: signed[2]!.signatures[0] });
  expect(signaturesOf([page])).toEqual(idsOf([...signed, ...older]));
});

test('a page is cached for equal requests of all callers, and marked as cached', async () => {
  const url = `${api.url}/api/wallet/${wallet}/signatures`;
  const body = { limit: 3 };
  const first = await post(url, body);
  const again = await post(url, body);
  expect([first, again].map(({ headers }) => headers.get('x-cache'))).toEqual(['miss', 'hit']);
  const data = (answer: typeof first) => (answer.body as { data: Page }).data;
  expect(data(again)).toEqual({
    ...data(first),
    pagination: { ...data(first).pagination, from_cache: true },
  });
  expect((await post(url, { limit: 4 })).headers.get('x-cache')).toBe('miss');
});

test('an unknown wallet has no signature', async () => {
  const page = await ask({}, api.url, '58oQChx4yWmvKdwLLZzBi4ChoCc2fqCUWBkwMihLYQo2');
  expect(page).toMatchObject({ signatures: [], pagination: { has_more: false, total_in_window: 0 } });
});

describe('without a node', () => {
  test('the stored part is listed, and the older part is reported as not known', async () => {
    const url = await another({ rpc: null });
    const pages = await askAll({ limit: 10 }, url);
    expect(signaturesOf(pages)).toEqual(idsOf(signed));
    expect(pages.at(-1)).toMatchObject({
      metadata: { source: 'clickhouse', older: 'not_configured' },
      coverage: { is_start_stored: false },
      pagination: { total_in_window: null },
    });
  });
});

describe('a node', () => {
  const faults = () => chain.simulator.rpc!.faults;
  const whole = { latencyMs: 0, failShare: 0, requestsPerSecond: null };

  test.each([
    ['that fails', { failShare: 1 }, {}],
    ['that is too slow', { latencyMs: 3_000 }, { timeoutMs: 300 }],
    ['that is asked too often', { requestsPerSecond: 0.0001 }, {}],
    ['that is away', {}, { url: 'http://127.0.0.1:1' }],
    ['of which no more calls are left today', {}, { perDay: 1 }],
  ])('%s leaves what is stored; a page of its own is a 503 with the wait', async (_, fault, config) => {
    const url = await another({ rpc: { ...rpcOf(chain), ...config } });
    // The limits per second and per day allow a first call.
    await post(`${url}/api/wallet/${wallet}/signatures`, { limit: 1_000, end_time: FIRST });
    Object.assign(faults(), fault);
    if ('requestsPerSecond' in fault)
      await post(`${url}/api/wallet/${wallet}/signatures`, { limit: 999, end_time: FIRST });
    const page = await ask({ limit: signed.length + 1 }, url);
    const last = idsOf(signed).at(-1)!;
    expect(signaturesOf([page])).toEqual(idsOf(signed));
    expect(page).toMatchObject({
      metadata: { older: 'unavailable' },
      pagination: { has_more: true, next_before: last },
    });
    const next = { limit: signed.length + 1, before: last };
    const answer = await post(`${url}/api/wallet/${wallet}/signatures`, next);
    Object.assign(faults(), whole);
    expectError(answer, { status: 503, error: 'Service unavailable' });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(JSON.stringify(answer.body)).not.toMatch(/127\.0\.0\.1|JSON-RPC|HTTP/);
    if (Object.keys(config).length > 0) return;
    // The failure was not cached: the page is complete once the node is back.
    expect(signaturesOf([await ask(next, url)])).toEqual(idsOf(older).slice(0, signed.length + 1));
  });
});
