import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedClickHouse, startClickHouse } from '@tickscope/embedded';
import { expect, test } from 'vitest';
import { httpReader } from './http-reader.js';
import { readConnection } from './read-connection.js';

const SQL = "SELECT toString(getSetting('os_threads_nice_value_query'))";

/** The nice values of a query, of two of low priority, and of another one, over one connection. */
async function niceValues({ url, users }: EmbeddedClickHouse): Promise<unknown[]> {
  const reader = httpReader({
    ...{ url, ...users.reader, database: 'default' },
    ...{ maxConnections: 2, application: 'test' },
  });
  const read = readConnection(reader);
  const values: unknown[] = [];
  for (const isLowPriority of [false, true, true, false])
    values.push((await read.queryRows(SQL, { timeoutMs: 30_000, isLowPriority }))[0]![0]);
  reader.close();
  return values;
}

test('a query of low priority says so, unless the users of the server may not', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tickscope-priority-'));
  let server = await startClickHouse({ dataDir });
  try {
    expect(await niceValues(server)).toEqual(['0', '10', '10', '0']);
    await server.stop();
    // The users of an earlier version.
    const users = readFileSync(join(dataDir, 'config', 'clickhouse-users.xml'), 'utf8');
    const setting = /<os_threads_nice_value_query>[\s\S]*?<\/os_threads_nice_value_query>/g;
    expect(users).toMatch(setting);
    writeFileSync(join(dataDir, 'users.xml'), users.replaceAll(setting, ''));
    server = await startClickHouse({
      dataDir,
      extraConfig: { users_config: join(dataDir, 'users.xml') },
    });
    expect(await niceValues(server)).toEqual(['0', '0', '0', '0']);
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}, 60_000);
