import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateAccounts } from '@tickscope/accounts';
import { latestMigration, migrate } from '@tickscope/store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BackupStage, startStage } from '../testing/backup-stage.js';
import type { Manifest } from './manifest.js';

/** The last version before migrations that rewrite stored rows. */
const FORMER = 28;

let folder: string;
let stage: BackupStage;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'tickscope-migrations-')));
  stage = await startStage(folder, { isMigrated: false });
  await migrateAccounts(stage.ownerUrl, { appRole: 'app' });
  await migrate(stage.client, { upTo: FORMER });
  await addBlock(7);
});
afterAll(async () => {
  await stage?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

async function addBlock(slot: number): Promise<void> {
  for (const query of [
    `INSERT INTO slots (slot, content, version) VALUES (${slot}, 'full', 13)`,
    `INSERT INTO account_slots (account, slot, lock_count, first_poh_tick, last_poh_tick, version)
       VALUES (unhex('${'01'.repeat(32)}'), ${slot}, 2, ${slot * 64 + 2}, ${slot * 64 + 63}, 13)`,
  ])
    await stage.client.command({ query });
}

async function ticks(): Promise<unknown[]> {
  const sql = 'SELECT slot, first_poh_tick, last_poh_tick FROM account_slots ORDER BY slot';
  return stage.client.read.queryRows<[string, string, string]>(sql, { timeoutMs: 30_000 });
}

test('a migration that rewrites rows asks for a backup', async () => {
  const { code, stderr } = await stage.tickscope(['migrate']);
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^tickscope: migration 30, 31, 32 rewrites stored rows.*tickscope backup.*--without-backup/m,
  );
  const both = await stage.tickscope(['migrate', '--backup', folder, '--without-backup']);
  expect(both.code).toBe(2);
});

test('a folder without a backup, or with one that lacks the newest block, does not do', async () => {
  expect((await stage.tickscope(['migrate', '--backup', join(folder, 'none')])).code).toBe(1);
  const made = await stage.tickscope(['backup', join(folder, 'early')]);
  expect(made.code, made.stderr).toBe(0);
  await addBlock(8);
  const { code, stderr } = await stage.tickscope(['migrate', '--backup', join(folder, 'early')]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/goes to slot 8, the backup in .*early to 7.*make a newer one/);
});

test('the backup of an older store says its version; with it the store is migrated and keeps its rows', async () => {
  const backup = join(folder, 'former');
  expect((await stage.tickscope(['backup', backup])).code).toBe(0);
  const manifest = JSON.parse(await readFile(join(backup, 'manifest.json'), 'utf8')) as Manifest;
  expect(manifest.clickhouse.version).toBe(FORMER);
  const before = await ticks();
  const { code, stdout, stderr } = await stage.tickscope(['migrate', '--backup', backup]);
  expect(code, stderr).toBe(0);
  expect(stderr).toMatch(/migration 30: rewriting swaps/);
  expect(stdout).toContain(`now at version ${latestMigration()}`);
  expect(await ticks()).toEqual(before);
  // Nothing is left to do, so nothing is asked.
  expect((await stage.tickscope(['migrate'])).code).toBe(0);
});

test('the restored backup is migrated like the store', async () => {
  const before = await ticks();
  const restored = await stage.tickscope(['restore', join(folder, 'former'), '--replace']);
  expect(restored.code, restored.stderr).toBe(0);
  expect(await ticks()).toEqual(before);
});
