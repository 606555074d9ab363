import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddedClickHouse, startClickHouse } from './clickhouse.js';
import { mustAsk } from './testing/ask.js';
import { temporaryDir } from './testing/temporary-dir.js';
import type { ConfigTree } from './xml.js';

const shipped = readFileSync(new URL('../../../../infra/clickhouse/log-tables.xml', import.meta.url), 'utf8');

/** The tables that the file keeps, each with its settings. */
function keptTables(text: string): Record<string, Record<string, string>> {
  const tables = [...text.matchAll(/^ {2}<(\w+)>\n([\s\S]*?)^ {2}<\/\1>/gm)];
  return Object.fromEntries(
    tables.map(([, name = '', inner = '']) => [
      name,
      Object.fromEntries(
        [...inner.matchAll(/<(\w+)>(.*)<\/\1>/g)].map(([, key = '', value = '']) => [key, value]),
      ),
    ]),
  );
}

const kept = keptTables(shipped);
const disk = readFileSync(new URL('../../../../infra/clickhouse/disk.xml', import.meta.url), 'utf8');
const keptFree = /<keep_free_space_bytes>(\d+)</.exec(disk)?.[1] ?? '';
let dir: Awaited<ReturnType<typeof temporaryDir>>;
let server: EmbeddedClickHouse;

beforeAll(async () => {
  dir = await temporaryDir();
  server = await startClickHouse({
    dataDir: dir.path,
    extraConfig: {
      ...(kept as ConfigTree),
      storage_configuration: { disks: { default: { keep_free_space_bytes: keptFree } } },
    },
  });
});
afterAll(async () => {
  await server?.stop();
  await dir?.remove();
});

test('every log table that is kept drops its rows after some days', async () => {
  expect(Object.keys(kept)).toEqual(['query_log', 'part_log', 'error_log', 'metric_log']);
  await mustAsk(server.url, server.users.owner, 'SYSTEM FLUSH LOGS');
  const text = await mustAsk(
    server.url,
    server.users.owner,
    "SELECT name, engine_full FROM system.tables WHERE database = 'system' AND name IN ('query_log', 'part_log', 'error_log', 'metric_log') FORMAT TSV",
  );
  const engines = new Map(
    text
      .trim()
      .split('\n')
      .map((line) => line.split('\t') as [string, string]),
  );
  expect([...engines.keys()].sort()).toEqual(Object.keys(kept).sort());
  for (const [name, { ttl = '' }] of Object.entries(kept)) {
    const days = /INTERVAL (\d+) DAY/.exec(ttl)?.[1];
    expect(engines.get(name)).toMatch(new RegExp(`TTL event_date \\+ toIntervalDay\\(${days}\\)`));
  }
});

const KEPT_FREE = "SELECT keep_free_space FROM system.disks WHERE name = 'default' FORMAT TSV";

test('the server leaves 2 GiB of its disk free', async () => {
  expect(Number(await mustAsk(server.url, server.users.owner, KEPT_FREE))).toBe(2 * 1024 ** 3);
});
