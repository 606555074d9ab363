import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createClient } from '@clickhouse/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Credentials, type EmbeddedClickHouse, startClickHouse } from './clickhouse.js';
import { ask, mustAsk } from './testing/ask.js';
import { temporaryDir } from './testing/temporary-dir.js';

const SECRET = 'what only the file holds';
let dir: Awaited<ReturnType<typeof temporaryDir>>;
let server: EmbeddedClickHouse;
let secretFile: string;

beforeAll(async () => {
  dir = await temporaryDir();
  secretFile = join(dir.path, 'secret.txt');
  await writeFile(secretFile, `${SECRET}\n`);
  server = await startClickHouse({ dataDir: join(dir.path, 'data') });
  for (const sql of [
    'CREATE DATABASE tickscope',
    'CREATE TABLE tickscope.t (a UInt64, b String) ENGINE = ReplacingMergeTree ORDER BY a',
    'INSERT INTO tickscope.t SELECT number, toString(number) FROM numbers(1000)',
  ])
    await mustAsk(server.url, server.users.owner, sql);
});
afterAll(async () => {
  await server?.stop();
  await dir?.remove();
});

/** Reads a value after a query, so that a test does not count what earlier ones did. */
const rows = () => mustAsk(server.url, server.users.owner, 'SELECT count(), sum(a) FROM tickscope.t FINAL');

describe('logging in', () => {
  test.each(['default', 'owner', 'reader', 'analyst', 'admin', ''])(
    '"%s" cannot without a password',
    async (user) => {
      for (const password of ['', 'default', 'wrong']) {
        const { status, text } = await ask(server.url, { user, password }, 'SELECT 1');
        expect([401, 403], text).toContain(status);
      }
    },
  );

  test('cannot be done without naming a user', async () => {
    const { status, text } = await ask(server.url, null, 'SELECT 1');
    expect([401, 403], text).toContain(status);
    const byQuery = await fetch(`${server.url}/?query=SELECT%201`);
    expect([401, 403]).toContain(byQuery.status);
  });

  test('over the native protocol cannot be done without a password', async () => {
    // A Hello packet: name, version, protocol revision, database, user, password.
    const text = (value: string) => Buffer.concat([Buffer.from([value.length]), Buffer.from(value)]);
    const hello = Buffer.concat([
      Buffer.from([0]),
      text('test'),
      Buffer.from([24, 1, 0xb2, 0xa9, 0x03]),
      text(''),
      text('default'),
      text(''),
    ]);
    const answer = await new Promise<Buffer>((resolve, reject) => {
      const socket = connect(server.tcpPort, '127.0.0.1', () => socket.write(hello));
      socket.setTimeout(30_000, () => reject(new Error('no answer')));
      socket.once('data', (data) => {
        socket.destroy();
        resolve(data);
      });
      socket.once('error', reject);
    });
    // 2 is an exception (0 would be the server's Hello), 516 and 194 are authentication errors.
    expect(answer[0]).toBe(2);
    expect([194, 516]).toContain(answer.readInt32LE(1));
  });
});

describe.each(['reader', 'analyst'] as const)('%s', (name) => {
  let who: Credentials;
  beforeAll(() => {
    who = server.users[name];
  });

  test('reads the tables, over the official client with its defaults', async () => {
    const client = createClient({
      url: server.url,
      username: who.user,
      password: who.password,
      database: 'tickscope',
      compression: { response: true },
      clickhouse_settings: { max_execution_time: 5, output_format_json_quote_64bit_integers: 1 },
    });
    const result = await client.query({
      query: 'SELECT sum(a) AS total FROM t FINAL WHERE a < {limit:UInt64} SETTINGS max_threads = 1',
      query_params: { limit: '10' },
      format: 'JSONEachRow',
    });
    expect(await result.json()).toEqual([{ total: '45' }]);
    await client.close();
  });

  test.each([
    "INSERT INTO tickscope.t VALUES (1, '')",
    'CREATE TABLE tickscope.u (a UInt64) ENGINE = Memory',
    'CREATE DATABASE mine',
    'CREATE TEMPORARY TABLE u (a UInt64)',
    'CREATE VIEW tickscope.v AS SELECT 1',
    'CREATE FUNCTION f AS (x) -> x',
    "CREATE USER mallory IDENTIFIED BY 'x'",
    'GRANT SELECT ON *.* TO analyst',
    'ALTER TABLE tickscope.t DELETE WHERE 1',
    "ALTER TABLE tickscope.t UPDATE b = '' WHERE 1",
    'DELETE FROM tickscope.t WHERE 1',
    'TRUNCATE TABLE tickscope.t',
    'OPTIMIZE TABLE tickscope.t FINAL',
    'DROP TABLE tickscope.t',
    'DROP DATABASE tickscope',
    'RENAME TABLE tickscope.t TO tickscope.u',
    "BACKUP TABLE tickscope.t TO File('backup')",
    'SYSTEM SHUTDOWN',
    'SYSTEM KILL',
    'SYSTEM STOP LISTEN HTTP',
    'SYSTEM STOP MERGES tickscope.t',
    'SYSTEM RELOAD CONFIG',
    'EXECUTE AS owner SELECT 1',
    'KILL QUERY WHERE 1 SYNC',
  ])('cannot: %s', async (sql) => {
    const { status, text } = await ask(server.url, who, sql);
    expect(status, text).not.toBe(200);
    expect(text).toMatch(
      /ACCESS_DENIED|READONLY|SYNTAX_ERROR|UNKNOWN_|UNSUPPORTED_METHOD|SUPPORT_IS_DISABLED/,
    );
    expect(await rows()).toBe('1000\t499500');
  });

  test("cannot end another user's query", async () => {
    const query = ask(server.url, server.users.owner, 'SELECT sum(sleepEachRow(0.5)) FROM numbers(4)', {
      query_id: `slow-${name}`,
      max_block_size: '1',
    });
    const running = `SELECT count() FROM system.processes WHERE query_id = 'slow-${name}'`;
    while ((await mustAsk(server.url, server.users.owner, running)) === '0');
    await ask(server.url, who, `KILL QUERY WHERE query_id = 'slow-${name}' SYNC`);
    expect(await query).toEqual({ status: 200, text: '0' });
  });

  const readers: [string, () => string][] = [
    ['the function file()', () => `SELECT file('${secretFile}')`],
    ['the function file() with a default', () => `SELECT file('${secretFile}', NULL)`],
    [
      'file() over the rows of a table',
      () => `SELECT file(concat('${secretFile}', left(b, 0))) FROM tickscope.t LIMIT 1`,
    ],
    ['the table function file', () => `SELECT * FROM file('${secretFile}', 'LineAsString')`],
    ['a file in place of a table', () => `SELECT * FROM \`${secretFile}\``],
    ['a file in the default database', () => `SELECT * FROM default.\`${secretFile}\``],
    ['a file in the default database, described', () => `DESCRIBE default.\`${secretFile}\``],
    [
      'a format template',
      () => `SELECT 1 FORMAT Template SETTINGS format_template_resultset = '${secretFile}'`,
    ],
    ['a format schema', () => `SELECT 1 AS a FORMAT Protobuf SETTINGS format_schema = '${secretFile}:M'`],
    ['url', () => `SELECT * FROM url('file://${secretFile}', 'LineAsString', 'line String')`],
    ['url of the server', () => `SELECT * FROM url('${server.url}/ping', 'LineAsString', 'line String')`],
    ['s3', () => `SELECT * FROM s3('${server.url}/a', 'LineAsString', 'line String')`],
    ['remote', () => `SELECT * FROM remote('127.0.0.1:${server.tcpPort}', tickscope.t)`],
    ['cluster', () => "SELECT * FROM cluster('default', tickscope.t)"],
    ['executable', () => "SELECT * FROM executable('cat', 'LineAsString', 'line String')"],
    ['sqlite', () => `SELECT * FROM sqlite('${secretFile}', 't')`],
    ['mysql', () => "SELECT * FROM mysql('127.0.0.1:1', 'a', 'b', 'c', 'd')"],
    ['postgresql', () => "SELECT * FROM postgresql('127.0.0.1:1', 'a', 'b', 'c', 'd')"],
    ['mongodb', () => "SELECT * FROM mongodb('127.0.0.1:1', 'a', 'b', 'c', 'd', 'e String')"],
    ['redis', () => "SELECT * FROM redis('127.0.0.1:1', 'k', 'k String')"],
    ['deltaLakeLocal', () => `SELECT * FROM deltaLakeLocal('${secretFile}')`],
    ['icebergLocal', () => `SELECT * FROM icebergLocal('${secretFile}')`],
    ['a loop over a file', () => `SELECT * FROM loop(file('${secretFile}', 'LineAsString')) LIMIT 1`],
    ['merge over the default database', () => "SELECT * FROM merge('default', '.*')"],
  ];
  test.each(readers)('reads no file and no host: %s', async (_, sql) => {
    const { status, text } = await ask(server.url, who, sql());
    // file() with a default may answer, but only with the default.
    if (text !== '\\N') expect(status, text).not.toBe(200);
    expect(text).not.toContain(SECRET);
  });

  test.each([
    'SELECT * FROM system.users',
    'SELECT * FROM system.processes',
    'SELECT * FROM system.query_cache',
    'SELECT * FROM system.grants',
    'SELECT * FROM system.named_collections',
    'SELECT * FROM system.stack_trace',
    'SELECT * FROM system.session_log',
    'SHOW CREATE USER owner',
    'SHOW ACCESS',
    'SELECT addressToSymbol(1)',
  ])('learns nothing of other users: %s', async (sql) => {
    const { status, text } = await ask(server.url, who, sql);
    expect(status, text).not.toBe(200);
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
    ['max_memory_usage_for_user', '0'],
    ['max_concurrent_queries_for_user', '0'],
    ['readonly', '0'],
    ['readonly', '2'],
    ['allow_ddl', '0'],
    ['log_queries', '1'],
    ['format_template_row', 'x'],
    ['format_schema', 'x'],
  ])('cannot set %s to %s', async (setting, value) => {
    for (const sent of [
      await ask(server.url, who, 'SELECT 1', { [setting]: value }),
      await ask(server.url, who, `SELECT 1 SETTINGS ${setting} = '${value}'`),
    ])
      expect(sent.status, sent.text).not.toBe(200);
  });

  test('has a limit of time, of rows in an answer and of memory', async () => {
    const slow = await ask(
      server.url,
      who,
      'SELECT max(sipHash128(toString(number))) FROM numbers(1000000000)',
      {
        max_execution_time: '1',
      },
    );
    expect(slow.text).toMatch(/TIMEOUT_EXCEEDED/);
    const long = await ask(server.url, who, 'SELECT number FROM numbers(100000000) FORMAT Null');
    expect(long.text).toMatch(/TOO_MANY_ROWS_OR_BYTES/);
    const large = await ask(server.url, who, 'SELECT groupArray(number) FROM numbers(50000000)', {
      max_memory_usage: '50000000',
    });
    expect(large.text).toMatch(/MEMORY_LIMIT_EXCEEDED/);
  });
});

describe('reader', () => {
  test.each(['parts', 'merges', 'mutations', 'metrics', 'events', 'disks'])(
    'sees system.%s',
    async (table) => {
      expect((await ask(server.url, server.users.reader, `SELECT count() FROM system.${table}`)).status).toBe(
        200,
      );
    },
  );
});

describe('analyst', () => {
  /** Functions within each other over an array: computed in one go, without a look at the clock. */
  const nested = (depth: number, array: string): string =>
    `SELECT arraySum(arrayMap(x -> ${'sipHash64('.repeat(depth)}x${')'.repeat(depth)}, ${array}))`;

  test.each([
    ['an array as long as the memory', nested(20, 'range(20000000)'), /ARGUMENT_OUT_OF_BOUND/],
    [
      'arrays of arrays',
      nested(5, 'arrayFlatten(arrayMap(y -> range(10000 + y), range(1000)))'),
      /ARGUMENT_OUT_OF_BOUND/,
    ],
    ['functions a thousand deep', nested(900, 'range(100)'), /TOO_DEEP_AST/],
    [
      'thousands of functions',
      `SELECT ${Array.from({ length: 3_000 }, (_, at) => `sipHash64(${at})`).join('+')}`,
      /TOO_BIG_AST|TOO_DEEP_AST/,
    ],
    [
      'aliases that double',
      `WITH ${Array.from({ length: 30 }, (_, at) => `${at === 0 ? '1' : `a${at - 1} + a${at - 1}`} AS a${at}`).join(', ')} SELECT a29`,
      /TOO_BIG_AST|tree is too big/,
    ],
  ])('computes no constant of a size that no limit of time would end: %s', async (_, sql, expected) => {
    const { status, text } = await ask(server.url, server.users.analyst, sql);
    expect(text).toMatch(expected);
    expect(status).not.toBe(200);
  });

  test('computes arrays of the size that analysts need', async () => {
    const sql = nested(3, 'range(432000)');
    expect((await ask(server.url, server.users.analyst, sql)).status).toBe(200);
  });

  test.each([
    'function_range_max_elements_in_block',
    'max_ast_elements',
    'max_expanded_ast_elements',
    'max_ast_depth',
  ])('cannot raise %s', async (setting) => {
    const raised = await ask(server.url, server.users.analyst, 'SELECT 1', { [setting]: '100000000' });
    expect(raised.text).toMatch(/READONLY/);
  });

  test('sees tickscope and nothing else', async () => {
    const databases =
      "SELECT DISTINCT database FROM system.tables WHERE database NOT IN ('system', 'information_schema', 'INFORMATION_SCHEMA')";
    expect(await mustAsk(server.url, server.users.analyst, databases)).toBe('tickscope');
    expect((await ask(server.url, server.users.analyst, 'SELECT * FROM system.parts')).status).not.toBe(200);
  });

  test('runs only a few queries at once', async () => {
    const slow = () => ask(server.url, server.users.analyst, 'SELECT sleep(2)');
    const texts = (await Promise.all(Array.from({ length: 10 }, slow))).map((answer) => answer.text);
    expect(texts.filter((text) => text === '0')).toHaveLength(4);
    expect(texts.filter((text) => text.includes('TOO_MANY_SIMULTANEOUS_QUERIES'))).toHaveLength(6);
  });
});

describe('owner', () => {
  test.each([
    ...['MergeTree', 'SummingMergeTree', 'AggregatingMergeTree', 'ReplacingMergeTree'].map(
      (engine) => `CREATE TABLE tickscope.e_${engine} (a UInt64) ENGINE = ${engine} ORDER BY a`,
    ),
    'CREATE TABLE tickscope.e_ttl (a UInt64, t DateTime) ENGINE = MergeTree ORDER BY a TTL t + INTERVAL 1 DAY',
    'CREATE VIEW tickscope.e_view AS SELECT base58Encode(b) AS c FROM tickscope.t',
    'CREATE TABLE tickscope.e_target (a UInt64) ENGINE = Null',
    'CREATE MATERIALIZED VIEW tickscope.e_mv TO tickscope.e_target AS SELECT a FROM tickscope.t',
    "CREATE DICTIONARY tickscope.e_dictionary (a UInt64, b String) PRIMARY KEY a SOURCE(CLICKHOUSE(TABLE 't' DB 'tickscope' USER 'reader' PASSWORD 'x')) LAYOUT(FLAT()) LIFETIME(0)",
    'ALTER TABLE tickscope.t ADD COLUMN c UInt8 ALIAS a % 2',
    "ALTER TABLE tickscope.t UPDATE b = 'x' WHERE a = 5 SETTINGS mutations_sync = 2",
    'ALTER TABLE tickscope.t DELETE WHERE a > 1000000 SETTINGS mutations_sync = 2',
    'DELETE FROM tickscope.t WHERE a > 1000000',
    'INSERT INTO tickscope.e_MergeTree SELECT a FROM tickscope.t',
    'ALTER TABLE tickscope.e_MergeTree DROP PARTITION tuple()',
    'OPTIMIZE TABLE tickscope.t FINAL',
    'DETACH TABLE tickscope.e_MergeTree',
    'ATTACH TABLE tickscope.e_MergeTree',
    'RENAME TABLE tickscope.e_MergeTree TO tickscope.e_renamed',
    'CREATE TEMPORARY TABLE scratch (a UInt64)',
    'SELECT count() FROM system.processes',
    'SELECT a FROM tickscope.t ORDER BY b SETTINGS max_bytes_before_external_sort = 1 FORMAT Null',
    'SYSTEM DROP MARK CACHE',
    'DROP TABLE tickscope.e_renamed SYNC',
  ])('can: %s', async (sql) => {
    const { status, text } = await ask(server.url, server.users.owner, sql);
    expect(status, text).toBe(200);
  });

  test('has no more than it needs: no files, no hosts, no users', async () => {
    for (const sql of [
      `SELECT file('${secretFile}')`,
      `SELECT * FROM file('${secretFile}', 'LineAsString')`,
      `CREATE TABLE tickscope.f (line String) ENGINE = File('LineAsString', '${secretFile}')`,
      `SELECT * FROM url('${server.url}/ping', 'LineAsString', 'line String')`,
      "CREATE USER mallory IDENTIFIED BY 'x'",
    ]) {
      const { status, text } = await ask(server.url, server.users.owner, sql);
      expect(status, text).not.toBe(200);
      expect(text).not.toContain(SECRET);
    }
  });
});
