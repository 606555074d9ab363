import { describe, expect, test } from 'vitest';
import { readApiConfig } from './api-config.js';
import { ConfigError } from './config-error.js';
import { describeApiConfig } from './describe-config.js';

const CLICKHOUSE_URL = 'http://127.0.0.1:8123';

function problemsOf(environment: Record<string, string>): Record<string, string> {
  try {
    readApiConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError)
      return Object.fromEntries(error.problems.map(({ variable, text }) => [variable, text]));
    throw error;
  }
  return {};
}

test('the URL of ClickHouse is enough; the rest has defaults that open nothing to the network', () => {
  expect(readApiConfig({ CLICKHOUSE_URL })).toEqual({
    clickhouse: { url: CLICKHOUSE_URL, user: 'default', password: '', database: 'tickscope' },
    databaseUrl: null,
    role: 'all',
    jobs: {
      timeoutMs: 120_000,
      queryTimeoutMs: 30_000,
      outageMs: 60_000,
      atOnce: 2,
      atOnceInAll: 4,
      atOncePerAccount: 2,
      waitingPerAccount: 10,
    },
    host: '127.0.0.1',
    port: 8787,
    queryTimeoutMs: 5_000,
    shutdownGraceMs: 10_000,
    bodyLimitBytes: 65_536,
    trustProxy: false,
    log: { level: 'info', pretty: false },
  });
});

test('a variable set to nothing counts as not set', () => {
  expect(readApiConfig({ CLICKHOUSE_URL, API_PORT: '', LOG_LEVEL: '' })).toEqual(
    readApiConfig({ CLICKHOUSE_URL }),
  );
  expect(problemsOf({ CLICKHOUSE_URL: '' })).toHaveProperty('CLICKHOUSE_URL');
});

describe('an error', () => {
  test('names every variable that is wrong, what is wrong with it and what to do', () => {
    const problems = problemsOf({ API_PORT: '99999', LOG_PRETTY: 'yes', QUERY_TIMEOUT_MS: '5s' });
    expect(problems).toEqual({
      CLICKHOUSE_URL:
        'is not set: set it to an http or https URL without user and password, such as http://127.0.0.1:8123.',
      API_PORT: 'cannot be "99999": set it to a whole number from 0 to 65535, or remove it for 8787.',
      QUERY_TIMEOUT_MS: 'cannot be "5s": set it to a whole number from 100 to 60000, or remove it for 5000.',
      LOG_PRETTY: 'cannot be "yes": set it to true or false, or remove it for false.',
    });
  });

  test('does not repeat a password that was put into the URL', () => {
    const problems = problemsOf({ CLICKHOUSE_URL: 'http://me:hunter2@127.0.0.1:8123' });
    expect(problems['CLICKHOUSE_URL']).toMatch(/^cannot be what is set: /);
    expect(JSON.stringify(problems)).not.toContain('hunter2');
  });

  test.each(['ftp://127.0.0.1', '127.0.0.1:8123', 'http://', 'nonsense'])('refuses the URL %s', (url) => {
    expect(problemsOf({ CLICKHOUSE_URL: url })).toHaveProperty('CLICKHOUSE_URL');
  });

  test.each(['tick scope', 'a;DROP TABLE slots', '1st', "a'b", ''.padEnd(65, 'a')])(
    'refuses the database name %s',
    (name) => {
      expect(problemsOf({ CLICKHOUSE_URL, CLICKHOUSE_DATABASE: name })).toHaveProperty('CLICKHOUSE_DATABASE');
    },
  );

  test.each(['-1', '1.5', '0x10', '1e3', ' 80'])('refuses the port "%s"', (port) => {
    expect(problemsOf({ CLICKHOUSE_URL, API_PORT: port })).toHaveProperty('API_PORT');
  });
});

describe('DATABASE_URL', () => {
  const DATABASE_URL = 'postgres://app:hunter2@127.0.0.1:5432/tickscope?password=hunter2';

  test('is taken with its user and password, and printed without', () => {
    const config = readApiConfig({ CLICKHOUSE_URL, DATABASE_URL });
    expect(config.databaseUrl).toBe(DATABASE_URL);
    expect(describeApiConfig(config)).toMatchObject({ databaseUrl: 'postgres://127.0.0.1:5432/tickscope' });
    expect(JSON.stringify(describeApiConfig(config))).not.toContain('hunter2');
  });

  test.each(['http://127.0.0.1', 'postgres://me:hunter2@127.0.0.1', '127.0.0.1:5432'])(
    'is refused as %s, and not repeated',
    (url) => {
      const problems = problemsOf({ CLICKHOUSE_URL, DATABASE_URL: url });
      expect(problems['DATABASE_URL']).toMatch(/^cannot be what is set: set it to a Postgres URL/);
      expect(JSON.stringify(problems)).not.toContain('hunter2');
    },
  );

  test('is needed by a worker', () => {
    expect(problemsOf({ CLICKHOUSE_URL, API_ROLE: 'worker' })).toHaveProperty('DATABASE_URL');
    expect(readApiConfig({ CLICKHOUSE_URL, DATABASE_URL, API_ROLE: 'worker' }).role).toBe('worker');
  });
});

describe('TRUST_PROXY', () => {
  test.each([
    ['0', false],
    ['2', 2],
    ['loopback', ['loopback']],
    ['10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
  ])('"%s" trusts %j', (text, expected) => {
    expect(readApiConfig({ CLICKHOUSE_URL, TRUST_PROXY: text }).trustProxy).toEqual(expected);
  });

  test.each(['true', 'everyone', '*', '10.0.0.1;'])('"%s", which would trust anybody, is refused', (text) => {
    expect(problemsOf({ CLICKHOUSE_URL, TRUST_PROXY: text })).toHaveProperty('TRUST_PROXY');
  });
});

test('what is printed of the settings has no password', () => {
  const config = readApiConfig({ CLICKHOUSE_URL, CLICKHOUSE_PASSWORD: 'hunter2' });
  const printed = describeApiConfig(config);
  expect(JSON.stringify(printed)).not.toContain('hunter2');
  expect(printed).toMatchObject({ clickhouse: { url: CLICKHOUSE_URL, password: 'set' }, port: 8787 });
  expect(config.clickhouse.password).toBe('hunter2');
});
