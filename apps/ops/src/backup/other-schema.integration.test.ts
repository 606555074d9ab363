import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BackupStage, startStage } from '../testing/backup-stage.js';
import { readManifest, writeManifest } from './manifest.js';

const OTHER = '0f'.repeat(32);
const REFUSAL =
  /^tickscope: .* has the tables of another build.*Move ClickHouse's data folder away.*Postgres \(keys, subscriptions, webhooks\) stays/m;

let folder: string;
let stage: BackupStage;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'tickscope-other-schema-')));
  stage = await startStage(folder, { isMigrated: true });
  await stage.client.command({ query: "INSERT INTO slots (slot, content, version) VALUES (7, 'full', 13)" });
});
afterAll(async () => {
  await stage?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

const stored = () => stage.client.read.queryRows('SELECT slot FROM slots', { timeoutMs: 30_000 });

test('a store of this build has nothing to migrate', async () => {
  const { code, stdout, stderr } = await stage.tickscope(['migrate']);
  expect(code, stderr).toBe(0);
  expect(stdout).toMatch(/: already at version 1$/m);
});

test('a backup of other tables is refused before anything is touched', async () => {
  const backup = join(folder, 'former');
  const made = await stage.tickscope(['backup', backup]);
  expect(made.code, made.stderr).toBe(0);
  const { digest: _, ...manifest } = await readManifest(backup);
  const { schema: __, ...unhashed } = manifest.clickhouse;
  for (const clickhouse of [
    { ...manifest.clickhouse, schema: OTHER },
    unhashed,
    // Former schemas had higher numbers.
    { ...unhashed, version: 37 },
  ]) {
    await writeManifest(backup, { ...manifest, clickhouse });
    const { code, stderr } = await stage.tickscope(['restore', backup, '--replace']);
    expect(code).toBe(1);
    expect(stderr).toMatch(REFUSAL);
    expect(await stored()).toEqual([['7']]);
  }
});

test('a store of other tables is neither migrated nor backed up', async () => {
  for (const query of [
    `INSERT INTO schema_versions SELECT * REPLACE ('${OTHER}' AS hash) FROM schema_versions FINAL`,
    'OPTIMIZE TABLE schema_versions FINAL',
  ])
    await stage.client.command({ query });
  for (const args of [['migrate'], ['backup', join(folder, 'other')]]) {
    const { code, stderr } = await stage.tickscope(args);
    expect(code).toBe(1);
    expect(stderr).toMatch(REFUSAL);
  }
  const doctor = await stage.program(['doctor']);
  expect(doctor.stdout, doctor.stderr).toMatch(/tables .*has the tables of another build/);
  expect(await stored()).toEqual([['7']]);
});
