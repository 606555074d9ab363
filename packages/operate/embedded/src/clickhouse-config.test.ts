import { expect, test } from 'vitest';
import { renderServerConfig, serverArguments, serverScript } from './clickhouse-config.js';
import { CLICKHOUSE_USERS, queryLimits, renderUsersConfig } from './clickhouse-users.js';

const GIB = 1024 ** 3;

const config = (over: Partial<Parameters<typeof renderServerConfig>[0]> = {}) =>
  renderServerConfig({
    path: '/data/clickhouse',
    logsDir: '/data/logs',
    usersFile: '/data/config/users.xml',
    httpPort: 8123,
    tcpPort: 9000,
    logLevel: 'warning',
    admissionUrl: 'http://127.0.0.1:1/token/admit',
    memoryBytes: 4 * GIB,
    cores: 2,
    backupDirs: ['/data/backups', '/mnt/copies'],
    extra: {},
    ...over,
  });

const usersConfig = () =>
  renderUsersConfig({
    passwords: { owner: 'pass-o', reader: 'pass-r', analyst: 'pass-a' },
    serverMemoryBytes: 4 * GIB,
    cores: 2,
    isShard: false,
  });

/** The text of every element of this name, by a reading of the XML that knows nothing of how it was written. */
const valuesOf = (xml: string, element: string) =>
  [...xml.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, 'g'))].map((match) => match[1]);

test('the server listens on loopback only and logs into the data folder, bounded', () => {
  const xml = config();
  expect(valuesOf(xml, 'listen_host')).toEqual(['127.0.0.1']);
  expect(valuesOf(xml, 'log')).toEqual(['/data/logs/clickhouse.log']);
  expect(valuesOf(xml, 'size')).toEqual(['20M']);
  expect(valuesOf(xml, 'count')).toEqual(['3']);
  expect(valuesOf(xml, 'log-level')).toEqual(['warning']);
});

test('backups go below the given folders only', () => {
  expect(valuesOf(config(), 'allowed_path')).toEqual(['/data/backups/', '/mnt/copies/']);
});

test.each([1, 2, 8, 64])(
  'on %i cores no threshold of the merges exceeds the tasks of their pool',
  (cores) => {
    const xml = config({ cores });
    const tasks =
      Number(valuesOf(xml, 'background_pool_size')) *
      Number(valuesOf(xml, 'background_merges_mutations_concurrency_ratio'));
    const thresholds = xml.match(/<number_of_free_entries[^>]*>\d+/g) ?? [];
    expect(thresholds).toHaveLength(3);
    for (const threshold of thresholds) expect(Number(threshold.split('>')[1])).toBeLessThan(tasks);
  },
);

test('extra configuration is merged over the rest', () => {
  const xml = config({
    extra: { http_port: 1, remote_servers: { shards: { shard: [{ weight: 1 }, { weight: 2 }] } } },
  });
  expect(valuesOf(xml, 'http_port')).toEqual(['1']);
  expect(valuesOf(xml, 'weight')).toEqual(['1', '2']);
});

test('the users file has no password in clear, and every user needs one, on loopback', () => {
  const xml = usersConfig();
  expect(xml).not.toMatch(/pass-[ora]/);
  expect(xml).not.toMatch(/<password>|no_password/);
  // echo -n pass-o | sha256sum, and so on.
  expect(valuesOf(xml, 'password_sha256_hex')).toHaveLength(CLICKHOUSE_USERS.length);
  expect(new Set(valuesOf(xml, 'ip'))).toEqual(new Set(['127.0.0.1']));
  expect(valuesOf(xml, 'ip')).toHaveLength(CLICKHOUSE_USERS.length + 1);
});

test("each limit of the analyst is as strict as the reader's or stricter", () => {
  for (const memory of [1, 4, 256])
    for (const cores of [1, 2, 16]) {
      const {
        reader: { niceValue, expression, ...reader },
        analyst,
      } = queryLimits(memory * GIB, cores);
      expect(analyst.niceValue).toBeGreaterThan(niceValue);
      // The questions of the API are fixed: no one can send it an expression.
      expect(expression).toBeUndefined();
      for (const key of Object.keys(reader) as (keyof typeof reader)[]) {
        expect(analyst[key], key).toBeGreaterThan(0);
        expect(analyst[key], key).toBeLessThanOrEqual(reader[key]);
      }
      expect(reader.memoryOfUserBytes).toBeLessThan(memory * GIB);
    }
});

test('the script listens before it waits, and stops listening before it waits again', () => {
  const script = serverScript({ serving: 'http://a/serving', stopped: 'http://a/stopped' });
  const order = [
    'START LISTEN HTTP',
    'START LISTEN TCP',
    '/serving',
    'KILL QUERY',
    'STOP LISTEN TCP',
    'STOP LISTEN HTTP',
  ];
  const places = [...order, '/stopped'].map((part) => script.indexOf(part));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(serverArguments('/c.xml', script).at(-1)).toBe(script);
});
