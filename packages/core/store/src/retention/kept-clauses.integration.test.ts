import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EmbeddedClickHouse } from '@tickscope/embedded';
import { makeBlock } from '@tickscope/testkit/made-block';
import { startMigratedClickHouse } from '@tickscope/testkit/store/migrated-clickhouse';
import { connectTo, type TestConnection } from '@tickscope/testkit/store/test-connection';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BlockWriter } from '../writer/block-writer.js';
import { applyRetention, DEFAULT_RETENTION } from './apply-retention.js';

let dir: string;
let server: EmbeddedClickHouse;
let client: TestConnection;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tickscope-tiered-'));
  // As docs/operations.md shows it.
  const policy = { volumes: { default: { disk: 'default' }, cold: { disk: 'cold' } } };
  server = await startMigratedClickHouse({
    dataDir: join(dir, 'data'),
    extraConfig: {
      storage_configuration: {
        disks: { cold: { type: 'local', path: `${join(dir, 'cold')}/` } },
        policies: { tiered: policy },
      },
    },
  });
  client = connectTo(server);
});
afterAll(async () => {
  await client?.close();
  await server?.stop();
  await rm(dir, { recursive: true, force: true });
});

const TIMEOUT = { timeoutMs: 10_000 };

async function engineOf(table: string): Promise<string> {
  const [row] = await client.read.queryRows<[string]>(
    `SELECT engine_full FROM system.tables WHERE database = 'tickscope' AND name = '${table}'`,
    TIMEOUT,
  );
  return row![0];
}

test('rows go to a cold disk by a clause of the operator, which a changed retention keeps', async () => {
  const cold = "inserted_at + INTERVAL 1 DAY TO VOLUME 'cold'";
  for (const query of [
    "ALTER TABLE transactions MODIFY SETTING storage_policy = 'tiered'",
    `ALTER TABLE transactions MODIFY TTL ${cold}, inserted_at + INTERVAL 8 DAY`,
  ])
    await client.command({ query });
  expect(await applyRetention(client, DEFAULT_RETENTION)).toEqual([]);
  const changes = await applyRetention(client, { ...DEFAULT_RETENTION, transactions: 30 });
  expect(changes.map(({ table }) => table)).toEqual(['entries', 'transactions', 'signatures']);
  const engine = await engineOf('transactions');
  expect(engine).toContain("inserted_at + toIntervalDay(1) TO VOLUME 'cold'");
  expect(engine).toContain('inserted_at + toIntervalDay(30)');
  expect(engine).not.toContain('toIntervalDay(8)');

  await new BlockWriter(client).write([makeBlock({ slot: 50_000 })]);
  await client.command({
    query:
      'ALTER TABLE transactions UPDATE inserted_at = inserted_at - INTERVAL 2 DAY WHERE slot = 50000 SETTINGS mutations_sync = 2',
  });
  const disks = async (): Promise<string[]> => {
    const rows = await client.read.queryRows<[string]>(
      "SELECT DISTINCT disk_name FROM system.parts WHERE active AND database = 'tickscope' AND table = 'transactions'",
      TIMEOUT,
    );
    return rows.map(([disk]) => disk);
  };
  const deadline = Date.now() + 60_000;
  while ((await disks()).join() !== 'cold' && Date.now() < deadline) await sleep(200);
  expect(await disks()).toEqual(['cold']);
  const [row] = await client.read.queryRows<[string]>('SELECT count() > 0 FROM transactions', TIMEOUT);
  expect(row![0]).toBeTruthy();
});

test('a table whose clause was removed keeps its rows for ever', async () => {
  await client.command({ query: 'ALTER TABLE swaps REMOVE TTL' });
  const changes = await applyRetention(client, { ...DEFAULT_RETENTION, swaps: 10 });
  expect(changes.map(({ table }) => table)).not.toContain('swaps');
  expect(await engineOf('swaps')).not.toContain('TTL');
});
