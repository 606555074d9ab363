import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLogger } from '@tickscope/log';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiUnderTest, startApiUnderTest } from '../testing/api-under-test.js';
import { ACCOUNT, SIGNATURE } from '../testing/api-without-database.js';
import { type GuardedApi, startGuardedApi } from '../testing/guarded-api.js';
import { type Answer, send } from '../testing/request.js';

let store: ApiUnderTest;
let api: GuardedApi;
const logged = new PassThrough();
let logText = '';

beforeAll(async () => {
  logged.on('data', (chunk: Buffer) => {
    logText += chunk.toString();
  });
  // At this level the server logs every query with its parameters and its comment.
  store = await startApiUnderTest({}, {}, { logLevel: 'trace' });
  api = await startGuardedApi(
    { clickhouse: store.config.clickhouse, role: 'all' },
    { log: createLogger({ name: 'api', level: 'trace', destination: logged }) },
  );
});
afterAll(async () => {
  await api?.stop();
  await store?.stop();
});

/** Every row of every table except Postgres's own. */
async function postgresText(): Promise<string> {
  const tables = await api.accounts.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  expect(tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['tickscope.keys', 'tickscope.jobs', 'tickscope.rate_windows']),
  );
  const texts = await Promise.all(
    tables.map(({ name }) => api.accounts.query<{ row: string }>(`SELECT t::text AS row FROM ${name} AS t`)),
  );
  const activity = await api.accounts.query<{ query: string }>('SELECT query FROM pg_stat_activity');
  return JSON.stringify([texts, activity]);
}

/** The server's files: tables, write-ahead log, server log. */
async function filesWith(dir: string, text: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  expect(files.length).toBeGreaterThan(20);
  const found: string[] = [];
  for (const file of files) {
    // A running server deletes files.
    const bytes = await readFile(file).catch(() => Buffer.alloc(0));
    if (bytes.includes(text)) found.push(file);
  }
  return found;
}

/** The system tables that may contain what callers sent. The server keeps no logs in tables. */
const SYSTEM_TABLES = [
  ...[
    'asynchronous_inserts',
    'errors',
    'mutations',
    'processes',
    'query_cache',
    'user_processes',
    'warnings',
  ],
];

/** The text of all tables of ClickHouse: the product's own, and system tables that may contain what callers sent. */
async function clickhouseText(): Promise<string> {
  const namesOf = (condition: string) =>
    rowsOf<{ name: string }>(`SELECT name FROM system.tables WHERE ${condition}`);
  expect(await namesOf("database = 'system' AND endsWith(name, '_log')")).toEqual([]);
  const own = (await namesOf("database = 'tickscope' AND engine NOT LIKE '%View'")).map(({ name }) => name);
  expect(own).toContain('transactions');
  const texts: string[] = [];
  for (const table of [...own, ...SYSTEM_TABLES.map((name) => `system.${name}`)])
    texts.push(`${table}: ${JSON.stringify(await rowsOf(`SELECT * FROM ${table} LIMIT 100000`))}`);
  return texts.join('\n');
}

async function rowsOf<Row>(query: string): Promise<Row[]> {
  return (await store.owner.query({ query, format: 'JSONEachRow' })).json<Row>();
}

/** Polls the running queries until it is ended. */
function watchProcesses(): { end(): Promise<string> } {
  let isOver = false;
  const texts: string[] = [];
  const watching = (async () => {
    while (!isOver) {
      texts.push(JSON.stringify(await rowsOf("SELECT * FROM system.processes WHERE user = 'reader'")));
      await sleep(20);
    }
  })();
  // `end` reports the error, whenever it is called.
  watching.catch(() => undefined);
  return {
    async end() {
      isOver = true;
      await watching;
      return texts.join('\n');
    },
  };
}

test('a key and a JWT are in no log, no metric, no error and no database, however they are sent', async () => {
  const account = await api.account();
  const made = await send(`${api.url}/api/keys`, {
    method: 'POST',
    token: await api.issuer.token(account),
    body: { name: 'scanned', kind: 'live' },
  });
  const { key, id } = (made.body as { data: { key: string; id: string } }).data;
  const jwt = await api.issuer.token(account);
  const answers: Answer[] = [];
  const ask = async (path: string, request: Parameters<typeof send>[1]) => {
    answers.push(await send(`${api.url}${path}`, request));
  };
  const trade = { signature: SIGNATURE, account_id: ACCOUNT };

  const processes = watchProcesses();
  for (const token of [key, jwt]) {
    await ask('/api/analyze-trade', { method: 'POST', token, body: trade });
    await ask('/api/analyze-trade', { method: 'POST', token, body: '{' });
    await ask(`/api/transaction/${SIGNATURE}?api_key=${token}`, { token });
    await ask('/api/mev/check-wallet', { method: 'POST', token, body: { wallet_address: ACCOUNT } });
    await ask('/api/subscription', { token });
    await ask('/api/nothing', { token });
    await ask('/api/keys', { method: 'PUT', token });
    await ask('/api/subscription', { headers: { Authorization: `Basic ${token}` } });
    await ask('/api/subscription', { headers: { Authorization: `Bearer ${token} x` } });
  }
  const errors = answers.filter(({ status }) => status >= 400);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400, 401, 404, 405]));

  // Sent in the wrong place: the answer may repeat it to the caller, but nothing may be stored.
  for (const token of [key, jwt]) {
    await send(`${api.url}/api/transaction/${token}`, { token: key });
    await send(`${api.url}/api/mev/job-status/${token}`, { token: key });
    await send(`${api.url}/${token}`);
    await send(`${api.url}/api/analyze-trade`, { method: 'POST', token: key, body: { [token]: token } });
  }
  await api.postgres.stop();
  await ask('/api/subscription', { token: key });
  await ask('/api/subscription', { token: jwt });
  await api.postgres.start();
  expect((await send(`${api.url}/api/keys/${id}`, { method: 'DELETE', token: key })).status).toBe(200);

  const metrics = await (await fetch(`${api.metricsUrl}/metrics`)).text();
  const [postgres, clickhouse] = [await postgresText(), await clickhouseText()];
  const running = await processes.end();
  // The scan finds what must be there.
  expect(logText).toContain('getTransaction');
  expect(metrics).toContain('route="getTransaction"');
  expect(postgres).toContain('scanned');
  expect(JSON.stringify(errors)).toContain('Validation failed');
  expect(clickhouse).toContain('system.processes: [{');
  const answered = answers.map(({ headers }) => headers.get('x-request-id')!);
  const serverLog = await readFile(join(store.clickhouse.dataDir, 'logs', 'clickhouse.log'), 'utf8');
  expect(answered.filter((requestId) => serverLog.includes(requestId)).length).toBeGreaterThan(1);
  expect(serverLog).toMatch(/executeQuery.*user: reader/);
  const places = { log: logText, metrics, errors: JSON.stringify(errors), postgres, clickhouse, running };
  // Every byte that the two databases have on disk: tables, parts, write-ahead logs, server logs.
  for (const secret of [key.slice(12), jwt.split('.')[2]!])
    for (const dir of [api.dataDir, store.clickhouse.dataDir])
      expect(await filesWith(dir, secret)).toEqual([]);
  // A key's first twelve characters are shown to distinguish keys. A JWT's first part only shows its kind.
  for (const secret of [key.slice(12), jwt.split('.')[1]!, jwt.split('.')[2]!])
    for (const [place, text] of Object.entries(places)) {
      expect([place, text.includes(secret)]).toEqual([place, false]);
      const other = [Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64')];
      expect([place, other.some((encoding) => text.includes(encoding))]).toEqual([place, false]);
    }
});
