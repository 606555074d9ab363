import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Ended, runProgram } from '@tickscope/cli/testing/run-program';
import { type EmbeddedClickHouse, startClickHouse } from '@tickscope/embedded';
import { generateUpdates } from '@tickscope/simulator';
import { startMigratedClickHouse } from '@tickscope/testkit/store/migrated-clickhouse';
import { connectTo, type TestConnection } from '@tickscope/testkit/store/test-connection';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { damagePart } from '../testing/damage-part.js';
import { checkParts, type PartsReport } from './check-parts.js';

const FIRST = 432_000_000;
const SLOTS = 12;
const TIMEOUT = { timeoutMs: 10_000 };

let dir: string;
let recording: string;
let server: EmbeddedClickHouse;
let client: TestConnection;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'tickscope-cli-deep-'));
  recording = join(dir, 'chain.bin');
  writeFileSync(recording, Buffer.concat([...messages()]));
  server = await startMigratedClickHouse({ dataDir: join(dir, 'data') });
  client = connectTo(server);
  expect((await tickscope('import', recording)).code).toBe(0);
});
afterAll(async () => {
  await client?.close();
  await server?.stop();
  rmSync(dir, { recursive: true, force: true });
});

/** A recording: each message after its length as u32 big-endian. */
function* messages(): Generator<Uint8Array> {
  const options = { firstSlot: FIRST, transactionsPerSlot: 200, skippedShare: 0, dexShare: 0.3 };
  for (const { update } of generateUpdates(options, SLOTS)) {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(update!.length);
    yield length;
    yield update!;
  }
}

function tickscope(...args: string[]): Promise<Ended> {
  return runProgram(args, {
    CLICKHOUSE_URL: server.url,
    CLICKHOUSE_USER: server.users.owner.user,
    CLICKHOUSE_PASSWORD: server.users.owner.password,
    TICKSCOPE_DATA_DIR: join(dir, 'none'),
  });
}

const verify = () => tickscope('verify', '--from', String(FIRST), '--to', String(FIRST + SLOTS - 1), '--poh');

test('data that are as they were written are not complained of', async () => {
  const { code, stdout } = await tickscope('doctor', '--deep');
  expect(stdout).toMatch(/^ok +data on disk +\d+ parts of \d+ tables read, [\d.]+ [KM]iB: no damage$/m);
  expect(code).toBe(0);
});

test('4 KiB flipped in a part are reported with their slots, and the suggested command repairs them', async () => {
  const part = await damagePart(client.read, 'entries');
  expect((await tickscope('doctor')).stdout).not.toContain('damaged');

  const text = await tickscope('doctor', '--deep');
  expect(text.code).toBe(1);
  expect(text.stdout).toMatch(
    new RegExp(
      `^BAD +data on disk +part ${part} of entries is damaged \\(.*, slots ${FIRST} to ${FIRST + SLOTS - 1}\\)`,
      'm',
    ),
  );
  expect(text.stdout).toContain(`ALTER TABLE entries DROP PART '${part}';`);

  const { parts } = JSON.parse((await tickscope('doctor', '--deep', '--json')).stdout) as {
    parts: PartsReport;
  };
  expect(parts.damaged).toHaveLength(1);
  for (const query of parts.damaged[0]!.mending.statements) await client.command({ query });
  expect((await verify()).stdout).toContain('WRONG');
  expect((await tickscope('import', recording)).code).toBe(0);
  const verified = await verify();
  expect(verified.stdout).toContain('nothing is wrong');
  expect((await tickscope('doctor', '--deep')).stdout).toMatch(/^ok +data on disk/m);
});

test('tables beyond the time limit are named, without a result for their parts', async () => {
  const seen: string[] = [];
  const report = await checkParts(client.administer.places, 0, ({ table }) => seen.push(table));
  expect(report).toMatchObject({ parts: 0, damaged: [] });
  expect(report.unfinished).toContain('transactions');
  expect(new Set(seen)).toEqual(new Set(report.unfinished));
});

test('a part that ClickHouse put aside at its start, because it was damaged, is reported without reading all parts', async () => {
  const [row] = await client.read.queryRows<[string]>(
    "SELECT path FROM system.parts WHERE active AND database = 'tickscope' AND table = 'entries' LIMIT 1",
    TIMEOUT,
  );
  const { httpPort, tcpPort } = server;
  await server.stop();
  writeFileSync(join(row![0], 'checksums.txt'), 'nothing that ClickHouse has written');
  server = await startClickHouse({ dataDir: join(dir, 'data'), httpPort, tcpPort });
  const { code, stdout } = await tickscope('doctor');
  expect(code).toBe(1);
  expect(stdout).toMatch(/^BAD +data on disk +a damaged part of entries \(.*\) was put aside when/m);
  expect(stdout).toMatch(/cause 'replaced'.*ALTER TABLE entries DROP DETACHED PART '[^']+'/);
  expect((await verify()).stdout).toContain('WRONG');
});
