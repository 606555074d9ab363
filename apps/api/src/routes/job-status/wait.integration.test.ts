import { readApiConfig } from '@tickscope/config';
import { createTickscope, type TickscopeError } from '@tickscope/sdk';
import { BlockWriter } from '@tickscope/store';
import { address, tradedBlock } from '@tickscope/testkit/traded-block';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApi, startApi } from '../../server.js';
import { expectError } from '../../testing/expect-error.js';
import { type GuardedApi, startGuardedApi } from '../../testing/guarded-api.js';
import { type JobsUnderTest, startJobsUnderTest } from '../../testing/jobs-under-test.js';
import { quiet } from '../../testing/quiet.js';
import { get, send } from '../../testing/request.js';

let guarded: GuardedApi;
let api: JobsUnderTest;
beforeAll(async () => {
  // No worker runs here: jobs stay as they are.
  guarded = await startGuardedApi();
  api = await startJobsUnderTest();
  await new BlockWriter(api.owner).write([
    tradedBlock(700, [{ does: 'swap', trader: 'alice', from: 'A', paid: 100n, got: 190n }]),
  ]);
});
afterAll(async () => {
  await api?.stop();
  await guarded?.stop();
});

async function submit(url: string, token: string, name: string): Promise<string> {
  const body = { wallet_address: address(name) };
  const answer = await send(`${url}/api/mev/check-wallet`, { method: 'POST', token, body });
  expect(answer.status).toBe(200);
  return (answer.body as { jobId: string }).jobId;
}

/** Waits until so many requests of this service are held: they stay in flight while later ones are answered. */
async function held(service: Pick<RunningApi, 'url' | 'metricsUrl'>, count: number): Promise<void> {
  const metrics = async () => (await fetch(`${service.metricsUrl}/metrics`)).text();
  const inFlight = new RegExp(`^tickscope_http_requests_in_flight ${count}$`, 'm');
  await expect.poll(metrics, { timeout: 60_000 }).toMatch(inFlight);
  const token = await guarded.freshKey();
  const later = `${service.url}/api/mev/job-status/00000000-0000-4000-8000-000000000000`;
  for (let asked = 0; asked < 5; asked += 1) expect((await send(later, { token })).status).toBe(404);
  expect(await metrics()).toMatch(inFlight);
}

describe('an answer is held', () => {
  test('until the state changes, and then has the new one', async () => {
    const token = await guarded.freshKey();
    const jobId = await submit(guarded.url, token, 'changes');
    const waiting = send(`${guarded.url}/api/mev/job-status/${jobId}?wait=25`, { token });
    await held(guarded, 1);
    await guarded.accounts.query(
      "UPDATE tickscope.jobs SET state = 'active', started_at = now(), lease_ends_at = now() + interval '1 hour' WHERE id = $1",
      [jobId],
    );
    expect(await waiting).toMatchObject({ status: 200, body: { id: jobId, state: 'active' } });
  });

  test('for as long as was asked, where nothing changes', async () => {
    const token = await guarded.freshKey();
    const jobId = await submit(guarded.url, token, 'stays');
    const url = `${guarded.url}/api/mev/job-status/${jobId}`;
    const waiting = send(`${url}?wait=3`, { token });
    const answers = [waiting.then(() => 'held'), send(url, { token }).then(() => 'at once')];
    expect(await Promise.race(answers)).toBe('at once');
    expect(await waiting).toMatchObject({ status: 200, body: { state: 'queued' } });
  });

  test('not at all of a job that has ended, and not without `wait`', async () => {
    const jobId = await api.submit('check-wallet', { wallet_address: address('alice') });
    await api.ended(jobId);
    expect(await get(`${api.url}/api/mev/job-status/${jobId}?wait=25`)).toMatchObject({
      body: { state: 'completed', data: { trades: [{ slot: 700 }] } },
    });
    const token = await guarded.freshKey();
    const waiting = await submit(guarded.url, token, 'without');
    for (const query of ['', '?wait=0'])
      expect(await send(`${guarded.url}/api/mev/job-status/${waiting}${query}`, { token })).toMatchObject({
        body: { state: 'queued' },
      });
  });
});

describe('limits', () => {
  test('an account waits with four requests; one whose client leaves makes room; each counts once', async () => {
    const account = await guarded.account();
    const [first, second] = [(await guarded.key(account)).secret, (await guarded.key(account)).secret];
    const jobId = await submit(guarded.url, first, 'four');
    const url = `${guarded.url}/api/mev/job-status/${jobId}?wait=25`;
    const leaving = new AbortController();
    const waiting = [first, first, second, second].map((token) =>
      fetch(url, { headers: { Authorization: `Bearer ${token}` }, signal: leaving.signal }).catch(() => null),
    );
    await held(guarded, 4);
    // One of the four may still be on its way to its wait.
    let asked = 1;
    const askOnce = () => send(url.replace('=25', '=1'), { token: first });
    let fifth = await askOnce();
    for (; fifth.status === 200 && asked < 8; asked += 1) fifth = await askOnce();
    expectError(fifth, {
      status: 429,
      error: 'Too many requests',
      details: 'An account may wait with 4 requests at once.',
    });
    expect(fifth.headers.get('retry-after')).toBe('5');
    // Another account is not affected.
    const other = await guarded.freshKey();
    const own = await submit(guarded.url, other, 'other');
    const beside = `${guarded.url}/api/mev/job-status/${own}?wait=1`;
    expect((await send(beside, { token: other })).status).toBe(200);
    // The submission, the four, the fifth each time, and this: of the account's 30.
    const counted = await send(`${guarded.url}/api/mev/job-status/${jobId}`, { token: second });
    expect(counted.headers.get('x-ratelimit-remaining')).toBe(String(30 - 6 - asked));

    leaving.abort();
    await Promise.all(waiting);
    await held(guarded, 0);
    const again = send(`${guarded.url}/api/mev/job-status/${jobId}?wait=1`, { token: first });
    expect((await again).status).toBe(200);
  });

  test('a service that stops answers what it holds at once', async () => {
    const own = await guarded.startAnother({ shutdownGraceMs: 20_000 });
    const token = await guarded.freshKey();
    const jobId = await submit(own.url, token, 'stops');
    const waiting = send(`${own.url}/api/mev/job-status/${jobId}?wait=25`, { token });
    await held(own, 1);
    const stopped = own.stop();
    // It would be cut off with an error.
    expect(await waiting).toMatchObject({
      status: 200,
      body: { state: 'queued' },
    });
    await stopped;
  });
});

test('two scans at once with one key: no 429, and one open request each while they wait', async () => {
  const auth = readApiConfig({
    CLICKHOUSE_URL: 'http://127.0.0.1:1',
    DATABASE_URL: api.databaseUrl,
  }).auth;
  const { createKey, openAccounts, setSubscription } = await import('@tickscope/accounts');
  const accounts = openAccounts(api.databaseUrl);
  await setSubscription(accounts, 'scanner', { status: 'active', plan: 'default' });
  const { secret } = await createKey(accounts, {
    ...{ account: 'scanner', name: 'of a test', kind: 'live' as const, expiresAt: null },
  });
  const own = await startApi({ ...api.config, auth }, quiet);
  const open = new Map<string, number>();
  let mostOpen = 0;
  const statuses: number[] = [];
  const paths: string[] = [];
  const client = createTickscope({
    baseUrl: `${own.url}/api`,
    token: secret,
    async fetch(input, init) {
      const path = new URL(String(input)).pathname;
      const isWaiting = path.includes('/job-status/');
      paths.push(path);
      if (isWaiting) open.set(path, (open.get(path) ?? 0) + 1);
      mostOpen = Math.max(mostOpen, ...open.values());
      const response = await fetch(input, init);
      if (isWaiting) open.set(path, open.get(path)! - 1);
      statuses.push(response.status);
      return response;
    },
  });
  try {
    const scans = await Promise.all(
      ['alice', 'bob'].map((name) => client.jobs.checkWallet({ wallet_address: address(name) })),
    );
    expect(scans.map(({ trades }) => trades.length)).toEqual([1, 0]);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(mostOpen).toBe(1);
    // A submission each, and an answer for each state at most: queued or active, active or completed, completed.
    expect(paths.length).toBeLessThanOrEqual(8);
  } catch (error) {
    throw new Error(`${statuses} ${(error as TickscopeError).message}`);
  } finally {
    await own.stop();
    await accounts.close();
  }
});
