import { describe, expect, test } from 'vitest';
import { readApiConfig } from './api-config.js';
import { ConfigError } from './config-error.js';
import { describeIngesterConfig, readIngesterConfig } from './ingester-config.js';
import type { Environment } from './read-variables.js';

const REQUIRED = { CLICKHOUSE_URL: 'http://127.0.0.1:8123', GEYSER_ENDPOINT: 'http://127.0.0.1:10000' };

function problemsOf(read: () => unknown): string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map(({ variable }) => variable);
  }
}

test('without environment it names the missing variables, in sentences', () => {
  expect(() => readIngesterConfig({})).toThrow(
    [
      'GEYSER_ENDPOINT is not set: set it to an http or https URL without user and password, such as https://geyser.example:443.',
      'CLICKHOUSE_URL is not set: set it to an http or https URL without user and password, such as http://127.0.0.1:8123.',
    ].join('\n'),
  );
});

test('defaults, and empty texts count as not set', () => {
  expect(readIngesterConfig({ ...REQUIRED, SPILL_DIR: '', DISK_BUDGET_BYTES: '' })).toMatchObject({
    GEYSER_MODE: 'blocks',
    GEYSER_FALLBACK_ENDPOINT: null,
    SPILL_DIR: null,
    DISK_BUDGET_BYTES: null,
    INGESTER_PORT: 8_788,
    RETENTION_LOCKS_DAYS: 4,
    RETENTION_TRANSACTIONS_DAYS: 8,
    RETENTION_SWAPS_DAYS: 35,
  });
  expect(readIngesterConfig({ ...REQUIRED, DISK_BUDGET_BYTES: '2000000000' }).DISK_BUDGET_BYTES).toBe(
    2_000_000_000,
  );
});

describe('the API and the ingester read the variables that both have alike', () => {
  const values: [name: string, text: string, isRight: boolean][] = [
    ['CLICKHOUSE_URL', 'ftp://127.0.0.1:8123', false],
    ['CLICKHOUSE_URL', 'http://user:secret@127.0.0.1:8123', false],
    ['CLICKHOUSE_DATABASE', 'a'.repeat(65), false],
    ['DATABASE_URL', 'postgres://127.0.0.1', false],
    ['RPC_MAX_PER_SECOND', '1e2', false],
    ['RPC_MAX_PER_SECOND', ' 5', false],
    ['RPC_MAX_PER_DAY', '0x10', false],
    ['JOBS_AT_ONCE_IN_ALL', '4.0', false],
    ['LOG_LEVEL', 'silent', true],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'grpc://127.0.0.1:4317', false],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'x-key=a=b,x-team=ours', true],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'x-key', false],
    ['OTEL_TRACES_SAMPLER_ARG', '0.05', true],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5', false],
  ];
  test.each(values)('%s=%s', (name, text, isRight) => {
    const environment: Environment = {
      ...REQUIRED,
      DATABASE_URL: 'postgres://app@db/tickscope',
      [name]: text,
    };
    const expected = isRight ? [] : [name];
    expect(problemsOf(() => readApiConfig(environment))).toEqual(expected);
    expect(problemsOf(() => readIngesterConfig(environment))).toEqual(expected);
  });
});

test('secrets are described as set or not', () => {
  const secrets = { GEYSER_X_TOKEN: 'hunter2', RPC_URL: 'https://node/key-123', CLICKHOUSE_PASSWORD: 'pw-1' };
  const text = JSON.stringify(describeIngesterConfig(readIngesterConfig({ ...REQUIRED, ...secrets })));
  for (const secret of Object.values(secrets)) expect(text).not.toContain(secret);
  expect(text).toContain('"GEYSER_X_TOKEN":"set"');
  expect(text).toContain('"DATABASE_URL":"unset"');
});
