import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { revokeKey } from '@tickscope/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApiProcess } from '../testing/api-process.js';
import { expectError } from '../testing/expect-error.js';
import { type GuardedApi, startGuardedApi } from '../testing/guarded-api.js';
import { rawRequest } from '../testing/raw-request.js';
import { type Answer, send } from '../testing/request.js';
import { unknownKey } from '../testing/unknown-key.js';

const LIMITED = { status: 429, error: 'Too many requests' };
const INVALID = { status: 401, error: 'Invalid API key' };

let api: GuardedApi;
/** The clock of the limits of `timed`. */
let clock: Date;
let timed: string;
beforeAll(async () => {
  api = await startGuardedApi();
  clock = new Date('2030-01-01T00:00:00.250Z');
  timed = (await api.startAnother({}, { now: () => clock })).url;
});
afterAll(() => api?.stop());

const limits = ({ headers }: Answer) =>
  ['limit', 'remaining', 'reset'].map((name) => Number(headers.get(`x-ratelimit-${name}`)));
const trade = (url: string, token: string) =>
  send(`${url}/api/analyze-trade`, { method: 'POST', token, body: {} });
const subscription = (url: string, token: string) => send(`${url}/api/subscription`, { token });

async function times(count: number, ask: () => Promise<Answer>): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < count; i += 1) statuses.push((await ask()).status);
  return statuses;
}

/** The tables used by the statement that waits for a lock. */
async function tablesOfWaiting(): Promise<string[]> {
  for (;;) {
    const rows = await api.accounts.query<{ name: string }>(
      `SELECT relation::regclass::text AS name FROM pg_locks
       WHERE locktype = 'relation' AND pid IN (SELECT pid FROM pg_locks WHERE NOT granted)`,
    );
    if (rows.length > 0) return rows.map(({ name }) => name);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Keys made now are still valid in the year of `clock`. */
const START = Date.parse('2030-01-01T00:00:00.250Z') / 1_000;

describe('windows', () => {
  test('a known caller is identified and counted by one statement', async () => {
    const key = await api.freshKey();
    expect((await trade(api.url, key)).status).toBe(400);
    const { tables, second } = await api.accounts.transaction(async (tx) => {
      await tx.query('SELECT FROM tickscope.rate_windows FOR UPDATE');
      const second = trade(api.url, key);
      // Must not be awaited before the locks are released.
      return { tables: await tablesOfWaiting(), second: { answer: second } };
    });
    expect(tables).toEqual(expect.arrayContaining(['tickscope.keys', 'tickscope.rate_windows']));
    expect(limits(await second.answer)).toEqual([6, 4, expect.any(Number)]);
  });

  test('six of seven calls pass; the seventh waits until the end of the window, to the second', async () => {
    const key = await api.freshKey();
    clock = new Date(START * 1_000);
    expect(await times(3, () => trade(timed, key))).toEqual([400, 400, 400]);
    clock = new Date((START + 20) * 1_000);
    expect(await times(3, () => trade(timed, key))).toEqual([400, 400, 400]);
    const refused = await trade(timed, key);
    expectError(refused, { ...LIMITED, details: expect.stringContaining('6 requests per minute') });
    // It began at …00.250 and ends at …60.250: in the 61st second, 40 seconds from …20.250.
    expect(limits(refused)).toEqual([6, 0, Math.ceil(START + 60)]);
    expect(refused.headers.get('retry-after')).toBe('40');
    expect(refused.body).toMatchObject({ retry_after_seconds: 40 });

    clock = new Date((START + 60) * 1_000 - 1);
    expect(await trade(timed, key)).toMatchObject({ status: 429, body: { retry_after_seconds: 1 } });
    clock = new Date((START + 60) * 1_000);
    const again = await trade(timed, key);
    expect(again.status).toBe(400);
    expect(limits(again)).toEqual([6, 5, Math.ceil(START + 120)]);
  });

  test('thirty of thirty-one calls pass over all operations', async () => {
    const key = await api.freshKey();
    clock = new Date(START * 1_000);
    expect(await times(6, () => trade(timed, key))).toEqual(Array(6).fill(400));
    expect(await times(24, () => subscription(timed, key))).toEqual(Array(24).fill(200));
    const refused = await subscription(timed, key);
    expectError(refused, { ...LIMITED, details: expect.stringContaining('30 requests per minute') });
    expect(limits(refused)).toEqual([30, 0, Math.ceil(START + 60)]);
  });

  test('also with two keys of one account, of either kind, and a JWT', async () => {
    const account = await api.account();
    const live = (await api.key(account)).secret;
    const second = (await api.key(account)).secret;
    const sandbox = (await api.key(account, { kind: 'test' })).secret;
    const jwt = await api.issuer.token(account);
    expect(await times(10, () => subscription(api.url, live))).toEqual(Array(10).fill(200));
    expect(await times(10, () => subscription(api.url, second))).toEqual(Array(10).fill(200));
    expect(await times(5, () => subscription(api.url, sandbox))).toEqual(Array(5).fill(200));
    expect(await times(5, () => subscription(api.url, jwt))).toEqual(Array(5).fill(200));
    for (const token of [live, second, sandbox, jwt])
      expectError(await subscription(api.url, token), {
        ...LIMITED,
        details: expect.stringContaining('30 requests per minute over all operations, by this account'),
      });
  });

  test("of an operation are a key's own: a sister has hers", async () => {
    const account = await api.account();
    const [one, two] = [(await api.key(account)).secret, (await api.key(account)).secret];
    expect(await times(7, () => trade(api.url, one))).toEqual([...Array(6).fill(400), 429]);
    expect(await times(7, () => trade(api.url, two))).toEqual([...Array(6).fill(400), 429]);
  });

  test('a refused request does not count in other windows', async () => {
    const key = await api.freshKey();
    await times(20, () => trade(api.url, key));
    // 6 of the 20 were admitted: 24 are left.
    expect(limits(await subscription(api.url, key)).slice(0, 2)).toEqual([30, 23]);
  });

  test('both prefixes count as one', async () => {
    const key = await api.freshKey();
    await times(6, () => trade(api.url, key));
    expect((await send(`${api.url}/analyze-trade`, { method: 'POST', token: key, body: {} })).status).toBe(
      429,
    );
  });

  test('headers describe the window with the least remaining', async () => {
    const key = await api.freshKey();
    await times(26, () => subscription(api.url, key));
    // 4 of 30 are left over all operations, and 6 of this operation's own.
    expect(limits(await trade(api.url, key)).slice(0, 2)).toEqual([30, 3]);
  });
});

test('refuses for a window known to be full without a query; other processes and later requests query again', async () => {
  const key = await api.freshKey();
  clock = new Date(START * 1_000);
  expect(await times(7, () => trade(timed, key))).toEqual([...Array(6).fill(400), 429]);
  // As after a crash of Postgres. A process that queried it now would admit the request.
  await api.accounts.query('DELETE FROM tickscope.rate_windows');
  clock = new Date((START + 60) * 1_000 - 1);
  const refused = await trade(timed, key);
  expectError(refused, { ...LIMITED, details: expect.stringContaining('6 requests per minute') });
  expect(limits(refused)).toEqual([6, 0, Math.ceil(START + 60)]);
  expect(refused.headers.get('retry-after')).toBe('1');
  expect((await trade(api.url, key)).status).toBe(400);
  // Its other windows have room: only this operation is refused.
  expect((await subscription(timed, key)).status).toBe(200);
  clock = new Date((START + 60) * 1_000);
  expect((await trade(timed, key)).status).toBe(400);
});

test('a key that is revoked while its window is full gets 401 at once, not 429', async () => {
  const account = await api.account();
  const { key, secret } = await api.key(account);
  expect(await times(7, () => trade(api.url, secret))).toEqual([...Array(6).fill(400), 429]);
  await revokeKey(api.accounts, account, key.id);
  expectError(await trade(api.url, secret), INVALID);
});

test('two processes share the count exactly: of 500 concurrent calls 30 are admitted', async () => {
  const env = environment();
  const processes = await Promise.all([startApiProcess(env), startApiProcess(env)]);
  try {
    const ask = async () => {
      const key = await api.freshKey();
      return Promise.all(Array.from({ length: 500 }, (_, i) => subscription(processes[i % 2]!.url, key)));
    };
    const windowsOf = (all: Awaited<ReturnType<typeof ask>>) =>
      new Set(all.map((answer) => limits(answer)[2])).size;
    let answers = await ask();
    // On a busy machine they may take longer than is left of a window.
    for (let tries = 1; windowsOf(answers) > 1 && tries < 10; tries += 1) answers = await ask();
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([count(200), count(429)]).toEqual([30, 470]);
    for (const answer of answers.filter(({ status }) => status === 429)) expectError(answer, LIMITED);
  } finally {
    await Promise.all(processes.map((it) => it.stop()));
  }
});

test('a plan of its own holds for an account, and many at once with a new key are not taken for guessing', async () => {
  const file = join(tmpdir(), `tickscope-plans-${process.pid}.json`);
  const plan = { global: { limit: 200, seconds: 10 }, endpoints: {} };
  await writeFile(file, JSON.stringify({ default: plan, test: plan, large: plan }));
  const large = await api.startAnother({ plansFile: file, addressLimit: { limit: 5, seconds: 60 } });
  const key = await api.freshKey('large');
  const answers = await Promise.all(Array.from({ length: 250 }, () => subscription(large.url, key)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(200);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(50);
  for (const answer of refused)
    expectError(answer, { ...LIMITED, details: expect.stringContaining('200 requests per 10 seconds') });
});

describe('of an address with refused requests', () => {
  const wrong = (i: number) => unknownKey(`wrong ${i}`);

  test('beyond its budgets gets 429 without a query; callers admitted before are still served', async () => {
    const guarded = await startGuardedApi({ addressLimit: { limit: 5, seconds: 60 } });
    try {
      const key = await guarded.freshKey();
      const jwt = await guarded.issuer.token(await guarded.account());
      for (const token of [key, jwt]) expect((await subscription(guarded.url, token)).status).toBe(200);
      for (let i = 0; i < 5; i += 1) {
        const answer = await subscription(guarded.url, wrong(i));
        expectError(answer, INVALID);
        expect(limits(answer).slice(0, 2)).toEqual([5, 4 - i]);
      }
      // The same number of look-ups again, for keys only.
      for (let i = 5; i < 10; i += 1) {
        const answer = await subscription(guarded.url, wrong(i));
        expectError(answer, INVALID);
        expect(limits(answer).slice(0, 2)).toEqual([5, 0]);
      }
      for (const token of [key, jwt]) expect((await subscription(guarded.url, token)).status).toBe(200);
      await guarded.postgres.stop();
      const refused = await subscription(guarded.url, wrong(10));
      expectError(refused, { ...LIMITED, details: expect.stringContaining('5 requests per minute') });
      expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
      // The known key is still looked up: Postgres is away, so the answer is 503.
      expect((await subscription(guarded.url, key)).status).toBe(503);
    } finally {
      await guarded.stop();
    }
  });

  test('three hundred wrong keys at once: ten are looked up, the others get 429', async () => {
    const guarded = await api.startAnother({ addressLimit: { limit: 5, seconds: 60 } });
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, i) => subscription(guarded.url, wrong(100 + i))),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(290);
  });

  test('the address is the one named by a trusted proxy; claims of callers are ignored', async () => {
    const limit = { addressLimit: { limit: 1, seconds: 60 } };
    const direct = (await api.startAnother(limit)).url;
    const behind = (await api.startAnother({ ...limit, trustProxy: ['loopback'] })).url;
    const from = (url: string, address: string) =>
      send(`${url}/api/subscription`, { headers: { 'X-Forwarded-For': address } });
    expect((await from(direct, '203.0.113.1')).status).toBe(401);
    expect((await from(direct, '203.0.113.2')).status).toBe(429);
    expect((await from(behind, '203.0.113.1')).status).toBe(401);
    expect((await from(behind, '203.0.113.1')).status).toBe(429);
    expect((await from(behind, '203.0.113.2')).status).toBe(401);
    // An entry that the caller added before the proxy is not trusted.
    expect((await from(behind, '198.51.100.7, 203.0.113.2')).status).toBe(429);
    // A /64 counts as one address.
    expect((await from(behind, '2001:db8:1:2::1')).status).toBe(401);
    expect((await from(behind, '2001:db8:1:2:ffff::9')).status).toBe(429);
    expect((await from(behind, '2001:db8:1:3::1')).status).toBe(401);
  });
});

test('every response has limit headers, also 404, 405, 400 of an unreadable request, 431 and pages', async () => {
  const key = await api.freshKey();
  const raw = (text: string) => rawRequest(api.url, text);
  const answers = [
    await send(`${api.url}/api/nothing`, { token: key }),
    await send(`${api.url}/api/analyze-trade`, { token: key }),
    await send(`${api.url}/api/subscription`),
    await send(`${api.url}/healthz`),
    await send(`${api.url}/api/transaction/%zz`, { token: key }),
    await send(`${api.url}/?${'x'.repeat(3_000)}`),
    await raw('nonsense\r\n\r\n'),
    await raw(`GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`),
    await raw('GET //a@[/# HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 405, 401, 200, 400, 414, 400, 431, 400]);
  for (const answer of answers) {
    const [limit, remaining, reset] = limits(answer);
    expect(limit).toBeGreaterThan(0);
    expect(remaining).toBeGreaterThanOrEqual(0);
    expect(reset).toBeGreaterThan(Date.now() / 1_000 - 120);
  }
});

function environment(): Record<string, string> {
  const { databaseUrl, jwt } = api.config;
  return {
    CLICKHOUSE_URL: 'http://127.0.0.1:1',
    DATABASE_URL: databaseUrl!,
    API_ROLE: 'api',
    AUTH: 'on',
    JWT_ISSUER: jwt!.issuer,
    JWT_AUDIENCE: jwt!.audience,
    JWT_JWKS: jwt!.jwks,
  };
}
