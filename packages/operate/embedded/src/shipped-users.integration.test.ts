import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@clickhouse/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Credentials, type EmbeddedClickHouse, startClickHouse } from './clickhouse.js';
import { ADMISSION } from './clickhouse-users.js';
import { renderShippedUsers } from './shipped-users.js';
import { ask, mustAsk } from './testing/ask.js';
import { temporaryDir } from './testing/temporary-dir.js';
import { renderXml } from './xml.js';

const infra = (name: string) => new URL(`../../../../infra/${name}`, import.meta.url);
const shipped = readFileSync(infra('clickhouse/users.xml'), 'utf8');

const PASSWORDS = {
  WRITER_PASSWORD: 'of-the-writer',
  READER_PASSWORD: 'of-the-reader',
  ANALYST_PASSWORD: 'of-the-analyst',
};
const writer: Credentials = { user: 'writer', password: PASSWORDS.WRITER_PASSWORD };
const reader: Credentials = { user: 'reader', password: PASSWORDS.READER_PASSWORD };
const analyst: Credentials = { user: 'analyst', password: PASSWORDS.ANALYST_PASSWORD };

/** The embedded server gets no environment to take passwords from: they are written into the file. */
function withPasswords(text: string): string {
  const used: string[] = [];
  const filled = text.replaceAll(/<password from_env="(\w+)"\/>/g, (_, name: keyof typeof PASSWORDS) => {
    used.push(name);
    return `<password>${PASSWORDS[name]}</password>`;
  });
  expect(used).toEqual(Object.keys(PASSWORDS));
  return filled;
}

let dir: Awaited<ReturnType<typeof temporaryDir>>;
let server: EmbeddedClickHouse;

beforeAll(async () => {
  dir = await temporaryDir();
  const usersFile = join(dir.path, 'users.xml');
  await writeFile(usersFile, withPasswords(shipped));
  // What the server's own package has: the profile and the quota `default`, and here the session that starts listening.
  await mkdir(join(dir.path, 'users.d'));
  await writeFile(
    join(dir.path, 'users.d', 'default.xml'),
    renderXml({
      profiles: { default: { log_queries: 0 } },
      quotas: { default: null },
      users: {
        default: {
          http_authentication: { server: ADMISSION, scheme: 'basic' },
          networks: { ip: '127.0.0.1' },
          profile: 'default',
          quota: 'default',
        },
      },
    }),
  );
  server = await startClickHouse({
    dataDir: join(dir.path, 'data'),
    extraConfig: { users_config: usersFile },
  });
  for (const sql of [
    'CREATE DATABASE tickscope',
    'CREATE TABLE tickscope.t (a UInt64) ENGINE = ReplacingMergeTree ORDER BY a',
    'INSERT INTO tickscope.t SELECT number FROM numbers(1000)',
  ])
    await mustAsk(server.url, writer, sql);
});
afterAll(async () => {
  await server?.stop();
  await dir?.remove();
});

test('infra/clickhouse/users.xml matches the rendered file', () => {
  expect(shipped).toBe(renderShippedUsers());
});

test.each(['writer', 'reader', 'analyst'])('%s logs in with its password only', async (user) => {
  for (const password of ['', 'WRITER_PASSWORD', 'wrong']) {
    const { status, text } = await ask(server.url, { user, password }, 'SELECT 1');
    expect([401, 403], text).toContain(status);
  }
});

describe.each([
  ['reader', reader],
  ['analyst', analyst],
] as const)('%s', (_, who) => {
  test('reads, over a client that sets the time a query may take', async () => {
    const client = createClient({
      url: server.url,
      username: who.user,
      password: who.password,
      database: 'tickscope',
      clickhouse_settings: { max_execution_time: 5, output_format_json_quote_64bit_integers: 1 },
    });
    const result = await client.query({
      query: 'SELECT sum(a) AS total FROM t FINAL',
      format: 'JSONEachRow',
    });
    expect(await result.json()).toEqual([{ total: '499500' }]);
    await client.close();
  });

  test.each([
    ['max_execution_time', '0'],
    ['max_execution_time', '100000'],
    ['max_memory_usage', '0'],
    ['max_memory_usage', '1000000000000000'],
    ['max_rows_to_read', '0'],
    ['max_result_rows', '0'],
    ['max_threads', '1000'],
    ['os_threads_nice_value_query', '-5'],
    ['readonly', '0'],
    ['readonly', '2'],
    ['format_template_row', 'x'],
  ])('cannot set %s to %s', async (setting, value) => {
    for (const sent of [
      await ask(server.url, who, 'SELECT 1', { [setting]: value }),
      await ask(server.url, who, `SELECT 1 SETTINGS ${setting} = '${value}'`),
    ])
      expect(sent.status, sent.text).not.toBe(200);
  });

  test.each(['INSERT INTO tickscope.t VALUES (1)', 'DROP TABLE tickscope.t', 'CREATE DATABASE mine'])(
    'cannot: %s',
    async (sql) => {
      expect((await ask(server.url, who, sql)).status).not.toBe(200);
    },
  );
});

test("Grafana's queries run as the analyst: its client sets the data source's query timeout and five seconds", async () => {
  // clickhouse-go, which the data source uses, adds 5 to the seconds left of the deadline, which is `queryTimeout`.
  const { datasources } = parse(readFileSync(infra('grafana/datasource.yaml'), 'utf8')) as {
    datasources: { jsonData: { username: string; queryTimeout: string } }[];
  };
  const [{ jsonData }] = datasources as [(typeof datasources)[number]];
  expect(jsonData.username).toBe('analyst');
  const seconds = Number(jsonData.queryTimeout) + 5;
  expect(seconds).toBeGreaterThan(5);
  const sql = 'SELECT count() FROM tickscope.t';
  for (const max_execution_time of [seconds - 1, seconds])
    expect(
      await ask(server.url, analyst, sql, {
        max_execution_time: String(max_execution_time),
        default_format: 'TSV',
      }),
    ).toEqual({ status: 200, text: '1000' });
});
