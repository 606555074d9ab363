import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toBase58 } from '@tickscope/chain';
import { type Ended, runProgram } from '@tickscope/cli/testing/run-program';
import type { EmbeddedClickHouse } from '@tickscope/embedded';
import { BlockWriter } from '@tickscope/store';
import { startMigratedClickHouse } from '@tickscope/testkit/store/migrated-clickhouse';
import { connectTo, type TestConnection } from '@tickscope/testkit/store/test-connection';
import { address, tradedBlock } from '@tickscope/testkit/traded-block';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readStorage, type StorageReport } from './storage-report.js';

let dataDir: string;
let server: EmbeddedClickHouse;
let client: TestConnection;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tickscope-cli-doctor-'));
  server = await startMigratedClickHouse({ dataDir });
  client = connectTo(server);
});
afterAll(async () => {
  await client?.close();
  await server?.stop();
  if (dataDir !== undefined) await rm(dataDir, { recursive: true, force: true });
});

interface Answer {
  checks: { what: string; state: string; detail: string }[];
  storage: StorageReport | null;
}

function doctor(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  return runProgram(['doctor', ...args], {
    CLICKHOUSE_URL: server.url,
    CLICKHOUSE_USER: server.users.owner.user,
    CLICKHOUSE_PASSWORD: server.users.owner.password,
    TICKSCOPE_DATA_DIR: join(dataDir, 'none'),
    ...env,
  });
}

/** Random hashes, which do not compress, inserted evenly over two days. */
async function fill(): Promise<void> {
  const over = 'toDateTime(now() - toIntervalSecond(toUInt32(172800 * (1 - number / 99999))))';
  await client.command({
    query: `INSERT INTO entries (slot, entry_index, hash, inserted_at)
            SELECT 432000000 + intDiv(number, 100), number % 100, randomFixedString(32), ${over} FROM numbers(100000)`,
  });
  await client.command({
    query: `INSERT INTO slots (slot, blockhash, content, inserted_at)
            SELECT 432000000 + intDiv(number, 100), randomFixedString(32), 'full', ${over} FROM numbers(0, 100000) WHERE number % 100 = 99`,
  });
}

async function bytesOf(table: string): Promise<number> {
  const [row] = await client.read.queryRows<[string]>(
    `SELECT sum(bytes_on_disk) FROM system.parts WHERE active AND database = 'tickscope' AND table = '${table}'`,
    { timeoutMs: 10_000 },
  );
  return Number(row?.[0]);
}

test('with nothing stored there is no growth, and no warning', async () => {
  expect(await readStorage(client, null)).toMatchObject({
    bytesPerDay: null,
    measuredHours: null,
    daysUntilFull: null,
    state: 'fits',
    budgetFrom: 'disk',
  });
});

test('the growth of a day is 24 times the growth of an hour; the days until the budget is full follow from it', async () => {
  await fill();
  const [bytes, slotsBytes] = [await bytesOf('entries'), await bytesOf('slots')];
  expect(bytes).toBeGreaterThan(3_200_000);

  const large = await readStorage(client, bytes * 1_000);
  expect(large.measuredHours).toBeCloseTo(48, 0);
  const entries = large.tables.find(({ table }) => table === 'entries')!;
  expect(entries).toMatchObject({ rows: 100_000, bytes, keptDays: 8 });
  expect(entries.bytesPerDay! / ((bytes / 48) * 24)).toBeCloseTo(1, 2);
  expect(large).toMatchObject({ state: 'fits', budgetFrom: 'setting', fittingDays: [] });

  // Half of the rows of `entries` and `slots` were inserted each day; the other tables are negligible.
  const tight = await readStorage(client, large.usedBytes + bytes);
  expect(tight.daysUntilFull! / (bytes / ((bytes + slotsBytes) / 2))).toBeCloseTo(1, 1);
  expect(tight.state).toBe('too_small');
  const setting = tight.fittingDays.find((each) => each.setting === 'RETENTION_TRANSACTIONS_DAYS');
  expect(setting!.fittingDays).toBeLessThan(8);
});

test('it warns in time that the budget is too small, and when it is nearly full, with the setting to change', async () => {
  const { usedBytes } = await readStorage(client, null);
  const soon = await doctor(['--disk-budget', String(usedBytes * 2)]);
  expect(soon.code).toBe(0);
  expect(soon.stdout).toMatch(/^note +disk budget .* TOO SMALL: .*RETENTION_TRANSACTIONS_DAYS=\d \(now 8\)/m);
  expect(soon.stdout).toMatch(/^table +rows +on disk +parts +a day +kept, days$/m);
  expect(soon.stdout).toMatch(/^entries +100,000 +[\d.]+ MiB +\d+ +[\d.]+ MiB +8$/m);
  const late = await doctor(['--json'], { DISK_BUDGET_BYTES: String(Math.ceil(usedBytes * 1.05)) });
  expect(late.code).toBe(1);
  const { checks, storage } = JSON.parse(late.stdout) as Answer;
  expect(storage).toMatchObject({ state: 'nearly_full', budgetFrom: 'setting' });
  expect(checks.find(({ what }) => what === 'disk budget')).toMatchObject({
    state: 'bad',
    detail: expect.stringContaining('NEARLY FULL'),
  });
});

test('it names programs that swap without a layout, and a transaction to look at', async () => {
  const line = async (): Promise<string> =>
    (await doctor([])).stdout.split('\n').find((each) => each.includes('unknown swaps')) ?? '';
  expect(await line()).toMatch(/^ok +unknown swaps +none/);
  const exchange = { does: 'exchange', program: 'new dex', trader: 'alice', paid: 11n, got: 7n } as const;
  const block = tradedBlock(432_001_000, [
    { ...exchange, data: '2a01' },
    { ...exchange, data: '2a02' },
  ]);
  await new BlockWriter(client).write([block]);
  const noted = await line();
  expect(noted).toMatch(
    /^note +unknown swaps +2 calls of 1 program look like swaps but could not be decoded: they have no layout, or the source left out what they moved; 2 of /,
  );
  expect(noted).toContain(`${address('new dex')} data 0x2a…: 2`);
  expect(noted).toContain(`"tickscope dex ${toBase58(block.transactions[1]!.signatures[0]!)}"`);
});

test('an invalid budget is refused in one line', async () => {
  const { code, stdout, stderr } = await doctor([], { DISK_BUDGET_BYTES: '100GB' });
  expect(code).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toMatch(/^tickscope: DISK_BUDGET_BYTES: .*\n$/);
});

test('without ClickHouse there is no storage report', async () => {
  const { stdout } = await doctor(['--json'], { CLICKHOUSE_URL: 'http://127.0.0.1:1' });
  const { checks, storage } = JSON.parse(stdout) as Answer;
  expect(storage).toBeNull();
  expect(checks.find(({ what }) => what === 'ClickHouse')?.detail).toContain('does not answer');
});
