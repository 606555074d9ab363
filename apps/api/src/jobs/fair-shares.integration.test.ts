import type { Accounts } from '@tickscope/accounts';
import { toBase58 } from '@tickscope/chain';
import { readIngesterConfig } from '@tickscope/config';
import { type BackfillJobs, startBackfillJobs } from '@tickscope/ingester/backfill-jobs';
import { createJsonRpc } from '@tickscope/pipeline/rpc';
import { address } from '@tickscope/testkit/traded-block';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type RunningApi, startApi } from '../server.js';
import { ACCOUNT, SIGNATURE } from '../testing/api-without-database.js';
import { expectError } from '../testing/expect-error.js';
import type { JobRecord } from '../testing/jobs-client.js';
import { type JobsUnderTest, startJobsUnderTest } from '../testing/jobs-under-test.js';
import { quiet, silentLog } from '../testing/quiet.js';
import { type SimulatedChain, startSimulatedChain } from '../testing/simulated-chain.js';
import { type TestCaller, twoAccounts } from '../testing/two-accounts.js';

const CALLS_A_DAY = 40;
const SHARE_PERCENT = 25;
const SHARE = 10;
/** Room for a few results of wallets without trades. */
const RESULT_BYTES = 1_200;

let chain: SimulatedChain;
let api: JobsUnderTest;
let accounts: Accounts;
let [greedy, modest]: [TestCaller, TestCaller] = [] as never;
const workers: RunningApi[] = [];
let backfills: BackfillJobs | null = null;

beforeAll(async () => {
  chain = await startSimulatedChain({
    seed: 'shares',
    slots: 30,
    firstSlot: 9_000_000,
    transactionsPerSlot: 10,
  });
  api = await startJobsUnderTest({
    auth: 'on',
    role: 'api',
    rpc: {
      url: chain.rpcUrl,
      timeoutMs: 8_000,
      perSecond: 1_000,
      perDay: CALLS_A_DAY,
      accountSharePercent: SHARE_PERCENT,
    },
  });
}, 120_000);
afterAll(async () => {
  await backfills?.stop();
  for (const worker of workers) await worker.stop();
  await api?.stop();
  await chain?.stop();
});
// Resets the limits of all accounts.
beforeEach(async () => {
  ({
    accounts,
    callers: [greedy, modest],
  } = await twoAccounts(api.url, api.databaseUrl));
  await accounts.query("DELETE FROM tickscope.rate_windows WHERE name LIKE '%rpc calls%'");
});
afterEach(() => accounts?.close());

const startedAt = (record: JobRecord): number => Date.parse(record['startedAt'] as string);

describe('slots for jobs', () => {
  test('an account with many jobs does not delay the next account: accounts take turns', async () => {
    const many = [];
    for (let at = 0; at < 6; at += 1)
      many.push(await greedy.submit('/mev/check-wallet', { wallet_address: address(`wallet ${at}`) }));
    const one = await modest.submit('/mev/check-sandwich', { signatures: SIGNATURE });
    workers.push(
      await startApi({ ...api.config, role: 'worker', jobs: { ...api.config.jobs, atOnce: 1 } }, quiet),
    );
    const starts = [];
    for (const jobId of many) starts.push(startedAt(await greedy.ended(jobId)));
    const own = startedAt(await modest.ended(one));
    expect(starts).toEqual([...starts].sort((left, right) => left - right));
    expect(starts.filter((start) => start < own)).toHaveLength(1);
  });
});

describe("a day's calls to the node", () => {
  const chainSignatures = (from: number, count: number) =>
    chain.blocks
      .flatMap(({ transactions }) => transactions.map(({ signatures }) => toBase58(signatures[0]!)))
      .slice(from, from + count);
  const enhance = (caller: TestCaller, signatures: string[]) =>
    caller.post('/enhance-metadata', { signatures });
  const foundIn = ({ body }: { body: unknown }): number =>
    (body as { data: { results: { found: boolean }[] } }).data.results.filter(({ found }) => found).length;

  test('of one account are its share: the next one finds its own whole', async () => {
    expect(foundIn(await enhance(greedy, chainSignatures(0, 60)))).toBe(SHARE);
    const refused = await enhance(greedy, chainSignatures(100, 5));
    expectError(refused, { status: 429, error: 'Too many requests' });
    expect(refused.body).toMatchObject({
      details: expect.stringMatching(/^Your account has used up its share/),
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_000);
    expect(foundIn(await enhance(modest, chainSignatures(200, SHARE)))).toBe(SHARE);
  });

  test('also those of its backfills, in another process', async () => {
    const config = readIngesterConfig({
      GEYSER_ENDPOINT: 'http://127.0.0.1:1',
      CLICKHOUSE_URL: 'http://127.0.0.1:1',
      DATABASE_URL: api.databaseUrl,
      RPC_URL: chain.rpcUrl,
      RPC_MAX_PER_SECOND: '1000',
      RPC_MAX_PER_DAY: String(CALLS_A_DAY),
      RPC_ACCOUNT_SHARE_PERCENT: String(SHARE_PERCENT),
    });
    backfills = startBackfillJobs(config, {
      store: api.owner,
      rpc: createJsonRpc({ url: chain.rpcUrl, maxPerSecond: 1_000 }),
      onStored() {},
      log: silentLog,
    });
    const backfill = async (caller: TestCaller, at: number, slotRange: number) => {
      const signature = toBase58(chain.blocks[at]!.transactions[0]!.signatures[0]!);
      const id = await caller.submit('/backfill-transaction', { signature, account: ACCOUNT, slotRange });
      return caller.ended(id, '/backfill-status');
    };
    expect(await backfill(greedy, 8, 7)).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('has used up its share'),
    });
    expect(await backfill(modest, 25, 1)).toMatchObject({ state: 'completed' });
  });
});

test('stored results of one account are at most its share, the newest; another account keeps all of its own', async () => {
  const jobs = { ...api.config.jobs, resultBytesPerAccount: RESULT_BYTES };
  for (const worker of workers.splice(0)) await worker.stop();
  workers.push(await startApi({ ...api.config, role: 'worker', jobs }, quiet));
  const kept = await modest.submit('/mev/check-wallet', { wallet_address: address('modest') });
  await modest.ended(kept);
  const records: JobRecord[] = [];
  const ids: string[] = [];
  for (let at = 0; at < 6; at += 1) {
    ids.push(await greedy.submit('/mev/check-wallet', { wallet_address: address(`result ${at}`) }));
    records.push(await greedy.ended(ids.at(-1)!));
  }
  const sizes = records.map(({ data }) => JSON.stringify(data).length);
  expect(records.map(({ state }) => state)).toEqual(Array(6).fill('completed'));
  let bytes = 0;
  const expected = [...sizes].reverse().map((size) => {
    bytes += size;
    return bytes <= RESULT_BYTES ? 200 : 404;
  });
  const answers = [];
  for (const id of [...ids].reverse()) answers.push((await greedy.get(`/mev/job-status/${id}`)).status);
  expect(answers).toEqual(expected);
  expect(new Set(expected)).toEqual(new Set([200, 404]));
  expect((await modest.get(`/mev/job-status/${kept}`)).status).toBe(200);
});
