import { describe, expect, test } from 'vitest';
import { readApiConfig } from './api-config.js';
import { ConfigError } from './config-error.js';
import { describeApiConfig } from './describe-config.js';

const CLICKHOUSE_URL = 'http://127.0.0.1:8123';
const DATABASE_URL = 'postgres://app@127.0.0.1:5432/tickscope';
/** The least that a start needs. */
const LEAST = { CLICKHOUSE_URL, DATABASE_URL };

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

test('only the URLs of the databases are required; the defaults expose nothing to the network', () => {
  expect(readApiConfig(LEAST)).toEqual({
    clickhouse: { url: CLICKHOUSE_URL, user: 'default', password: '', database: 'tickscope' },
    databaseUrl: DATABASE_URL,
    auth: 'on',
    jwt: null,
    autoTrialDays: 0,
    plansFile: null,
    explorerPlan: null,
    computeLimitsFile: null,
    addressLimit: { limit: 60, seconds: 60 },
    role: 'all',
    processes: 1,
    rpc: null,
    jobs: {
      timeoutMs: 120_000,
      queryTimeoutMs: 30_000,
      outageMs: 60_000,
      atOnce: 2,
      atOnceInAll: 4,
      atOncePerAccount: 2,
      waitingPerAccount: 10,
      resultBytesPerAccount: 500_000_000,
    },
    host: '127.0.0.1',
    port: 8787,
    metrics: { host: '127.0.0.1', port: 8789 },
    tls: null,
    requireHttps: false,
    corsOrigins: [],
    allowedHosts: [],
    webhookPorts: [443],
    maxConnections: 10_000,
    maxConnectionsPerAddress: 500,
    queryTimeoutMs: 5_000,
    shutdownGraceMs: 10_000,
    bodyLimitBytes: 65_536,
    trustProxy: false,
    log: { level: 'info', pretty: false },
    tracing: { endpoint: null, headers: {}, sampleRatio: 1 },
  });
});

test('an empty variable counts as not set', () => {
  expect(readApiConfig({ ...LEAST, API_PORT: '', LOG_LEVEL: '' })).toEqual(readApiConfig(LEAST));
  expect(problemsOf({ CLICKHOUSE_URL: '' })).toHaveProperty('CLICKHOUSE_URL');
});

describe('an error', () => {
  test('names every invalid variable, with the problem and the fix', () => {
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

  test('takes several servers with commas between, each once', () => {
    const url = 'http://127.0.0.1:8123,http://127.0.0.1:8124';
    expect(readApiConfig({ ...LEAST, CLICKHOUSE_URL: url }).clickhouse.url).toBe(url);
    for (const wrong of [
      'http://a,',
      ',http://a',
      'http://a,nonsense',
      'http://a,http://a',
      'http://a,http://me:x@b',
      'http://a|http://b',
    ])
      expect(problemsOf({ CLICKHOUSE_URL: wrong })).toHaveProperty('CLICKHOUSE_URL');
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
  test('is taken with its user and password, and printed without', () => {
    const url = 'postgres://app:hunter2@127.0.0.1:5432/tickscope?password=hunter2';
    const config = readApiConfig({ CLICKHOUSE_URL, DATABASE_URL: url });
    expect(config.databaseUrl).toBe(url);
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
    expect(problemsOf({ CLICKHOUSE_URL, API_ROLE: 'worker', AUTH: 'off' })).toHaveProperty('DATABASE_URL');
    expect(readApiConfig({ ...LEAST, API_ROLE: 'worker' }).role).toBe('worker');
  });

  test('is required unless AUTH is off, as the error says', () => {
    expect(problemsOf({ CLICKHOUSE_URL })['DATABASE_URL']).toContain('or set AUTH to off');
    expect(readApiConfig({ CLICKHOUSE_URL, AUTH: 'off' }).databaseUrl).toBeNull();
  });
});

describe('AUTH', () => {
  test.each(['127.0.0.1', '127.8.9.10', 'localhost', '::1'])('may be off on %s', (host) => {
    expect(readApiConfig({ CLICKHOUSE_URL, AUTH: 'off', API_HOST: host }).auth).toBe('off');
  });

  test.each(['0.0.0.0', '::', '10.0.0.1', '127.0.0.1.example', 'localhost.example', '1.127.0.0'])(
    'may not be off on %s, which others reach',
    (host) => {
      expect(problemsOf({ CLICKHOUSE_URL, AUTH: 'off', API_HOST: host })).toHaveProperty('AUTH');
      expect(readApiConfig({ ...LEAST, API_HOST: host }).auth).toBe('on');
    },
  );

  test.each(['no', 'OFF', 'false', '0'])('"%s" is not off', (text) => {
    expect(problemsOf({ ...LEAST, AUTH: text })).toHaveProperty('AUTH');
  });
});

describe('JWTs', () => {
  const JWT = {
    JWT_ISSUER: 'https://id.example',
    JWT_AUDIENCE: 'tickscope',
    JWT_JWKS: 'https://id.example/keys',
  };

  test('need issuer, audience and keys', () => {
    expect(readApiConfig({ ...LEAST, ...JWT }).jwt).toEqual({
      issuer: 'https://id.example',
      audience: 'tickscope',
      jwks: 'https://id.example/keys',
    });
    for (const name of Object.keys(JWT))
      expect(problemsOf({ ...LEAST, ...JWT, [name]: '' })).toEqual({
        [name]: expect.stringContaining('is not set: it goes with JWT_'),
      });
  });

  test.each(['/etc/keys.json', 'keys.json', 'http://127.0.0.1:9000/keys', 'http://[::1]/keys'])(
    'take their keys from %s',
    (jwks) => {
      expect(readApiConfig({ ...LEAST, ...JWT, JWT_JWKS: jwks }).jwt?.jwks).toBe(jwks);
    },
  );

  test.each([
    'http://id.example/keys',
    'http://127.0.0.1.example/keys',
    'ftp://id.example/keys',
    'https://a:b@c/d',
  ])('do not read their keys from %s, where they could be changed in transit', (jwks) => {
    expect(problemsOf({ ...LEAST, ...JWT, JWT_JWKS: jwks })).toHaveProperty('JWT_JWKS');
  });
});

test('a certificate comes with its key', () => {
  expect(problemsOf({ ...LEAST, TLS_CERT_FILE: 'a.pem' })).toHaveProperty('TLS_KEY_FILE');
  expect(problemsOf({ ...LEAST, TLS_KEY_FILE: 'a.pem' })).toHaveProperty('TLS_CERT_FILE');
  expect(readApiConfig({ ...LEAST, TLS_CERT_FILE: 'a.pem', TLS_KEY_FILE: 'b.pem' }).tls).toEqual({
    certFile: 'a.pem',
    keyFile: 'b.pem',
  });
});

describe('CORS_ORIGINS', () => {
  test('are origins, separated by commas', () => {
    expect(
      readApiConfig({ ...LEAST, CORS_ORIGINS: 'https://app.example, http://localhost:3000' }).corsOrigins,
    ).toEqual(['https://app.example', 'http://localhost:3000']);
  });

  test.each([
    '*',
    'null',
    'app.example',
    'https://app.example/',
    'https://APP.example',
    'https://a.b/c',
    'file://',
  ])('%s, which browsers never send or any page could send, is refused', (origin) => {
    expect(problemsOf({ ...LEAST, CORS_ORIGINS: origin })).toHaveProperty('CORS_ORIGINS');
  });
});

describe('ALLOWED_HOSTS', () => {
  test('are names or addresses in either case, separated by commas', () => {
    expect(
      readApiConfig({ ...LEAST, ALLOWED_HOSTS: 'Scope.Example, intern, 10.0.0.7,fd00::7' }).allowedHosts,
    ).toEqual(['scope.example', 'intern', '10.0.0.7', 'fd00::7']);
  });

  test.each(['*', '*.example', 'scope.example:8787', 'https://scope.example', 'a b', '.example', '[::1]'])(
    '%s, which is no name, is refused',
    (name) => {
      expect(problemsOf({ ...LEAST, ALLOWED_HOSTS: name })).toHaveProperty('ALLOWED_HOSTS');
    },
  );
});

describe('TRUST_PROXY', () => {
  test.each([
    ['0', false],
    ['2', 2],
    ['loopback', ['loopback']],
    ['10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
  ])('"%s" trusts %j', (text, expected) => {
    expect(readApiConfig({ ...LEAST, TRUST_PROXY: text }).trustProxy).toEqual(expected);
  });

  test.each(['true', 'everyone', '*', '10.0.0.1;'])(
    '"%s", which would trust every peer, is refused',
    (text) => {
      expect(problemsOf({ CLICKHOUSE_URL, TRUST_PROXY: text })).toHaveProperty('TRUST_PROXY');
    },
  );
});

test('printed settings have no password', () => {
  const config = readApiConfig({
    ...LEAST,
    CLICKHOUSE_PASSWORD: 'hunter2',
    RPC_URL: 'https://node.example/hunter2',
  });
  const printed = describeApiConfig(config);
  expect(JSON.stringify(printed)).not.toContain('hunter2');
  expect(printed).toMatchObject({ clickhouse: { url: CLICKHOUSE_URL, password: 'set' }, port: 8787 });
  expect(config.clickhouse.password).toBe('hunter2');
});
