import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Ended, runProgram } from '@tickscope/cli/testing/run-program';
import { redetect } from '@tickscope/pipeline';
import { BlockWriter, migrate, pendingMigrations, ROW_TABLES, readStoreContent } from '@tickscope/store';
import { makeBlock } from '@tickscope/testkit/made-block';
import { digests } from '@tickscope/testkit/store/table-digests';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BackupStage, backedUpBlocks, startStage } from '../testing/backup-stage.js';

const BEFORE = 30;
/** Replaced by another block again and again, far from the chain. */
const REPLACED = 431_000_000;
const blocks = backedUpBlocks(230);

let folder: string;
let source: BackupStage;
let target: BackupStage;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'tickscope-live-backups-')));
  source = await startStage(folder, { isMigrated: true });
  target = await startStage(folder, { isMigrated: false });
  await new BlockWriter(source.client).write(blocks.slice(0, BEFORE));
  await redetect(source.client, { fromSlot: blocks[0]!.slot, toSlot: blocks[BEFORE - 1]!.slot });
});
afterAll(async () => {
  await source?.stop();
  await target?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

const place = (name: string): string => join(folder, name);

async function slotsOf({ client }: BackupStage, sql: string): Promise<number[]> {
  const rows = await client.read.queryRows<[string]>(sql, { timeoutMs: 30_000 });
  return rows.map(([slot]) => Number(slot));
}

/** Writes blocks, detects in them and replaces one, until it is stopped. */
async function ingest(until: AbortSignal): Promise<void> {
  const writer = new BlockWriter(source.client);
  const replacer = new BlockWriter(source.client);
  const replace = async (): Promise<void> => {
    for (let seed = 1; !until.aborted; seed += 1)
      await replacer.write([makeBlock({ slot: REPLACED, seed, transactions: 20 })]);
  };
  const write = async (): Promise<void> => {
    for (const block of blocks.slice(BEFORE)) {
      if (until.aborted) return;
      await writer.write([block]);
      await redetect(source.client, { fromSlot: block.slot, toSlot: block.slot });
    }
  };
  await Promise.all([write(), replace()]);
}

test('a backup of a store that is being written holds whole blocks, and only those', async () => {
  const stop = new AbortController();
  const ingesting = ingest(stop.signal);
  const made = await source.program(['backup', place('live')]);
  stop.abort();
  await ingesting;
  expect(made.code, made.stderr).toBe(0);
  const restored = await target.tickscope(['restore', place('live')]);
  expect(restored.code, restored.stderr).toBe(0);

  const kept = await slotsOf(target, 'SELECT DISTINCT slot FROM slots ORDER BY slot');
  expect(kept.length).toBeGreaterThanOrEqual(BEFORE);
  // The chain without a hole: what was stored when the backup was made.
  const chain = kept.filter((slot) => slot !== REPLACED);
  expect(chain).toEqual(blocks.slice(0, chain.length).map(({ slot }) => slot));
  const tables = ['slots', 'entries', 'transactions', 'account_slots', 'signatures', 'swaps'];
  const options = { tables, where: `slot IN (${chain.join(',')})` };
  expect(await digests(target.client, options)).toEqual(await digests(source.client, options));
  for (const table of ROW_TABLES) {
    const orphans = `SELECT DISTINCT slot FROM ${table} WHERE slot NOT IN (SELECT slot FROM slots)`;
    expect(await slotsOf(target, orphans), table).toEqual([]);
  }
  const [from, to] = [chain[0]!, chain.at(-1)!];
  // As an ingester that starts: the last blocks were stored, but detection had not run over them yet.
  await redetect(target.client, { fromSlot: to - 3, toSlot: to });
  const verified = await target.tickscope(['verify', '--from', String(from), '--to', String(to)]);
  expect(verified.stdout).toContain('nothing is wrong');
});

test('a block that was being replaced is left for repair, as a gap', async () => {
  const [stored] = await slotsOf(target, `SELECT count() FROM slots WHERE slot = ${REPLACED}`);
  const [rows] = await slotsOf(target, `SELECT count() FROM transactions WHERE slot = ${REPLACED}`);
  const [open] = await slotsOf(
    target,
    `SELECT count() FROM gaps FINAL WHERE from_slot = ${REPLACED} AND cause = 'replaced' AND state = 'open'`,
  );
  expect({ stored, rows, open }).toEqual({ stored: 0, rows: 0, open: 1 });
});

/** Runs the program and sends a signal when something has happened. */
function interrupted(
  args: readonly string[],
  env: Record<string, string>,
  signal: NodeJS.Signals,
  happened: () => Promise<boolean>,
): Promise<Ended> {
  const send = async (child: ChildProcess): Promise<void> => {
    while (child.exitCode === null && !(await happened())) await sleep(5);
    child.kill(signal);
  };
  return runProgram(args, env, (child) => void send(child));
}

const has = (path: string) => async (): Promise<boolean> => existsSync(place(path));
const hasBegun = (name: string) => has(`${name}/unfinished.json`);

test('Ctrl-C ends a backup in order and leaves nothing of it', async () => {
  const { code, stderr } = await interrupted(
    ['backup', place('ctrl-c')],
    source.env,
    'SIGINT',
    hasBegun('ctrl-c'),
  );
  expect(code).toBe(1);
  expect(stderr).toMatch(/^tickscope: interrupted; nothing is left of the backup\.$/m);
  expect(await readdir(folder)).not.toContain('ctrl-c');
});

test('a killed backup is not restored, and the same command starts over', async () => {
  for (const moment of ['unfinished.json', 'clickhouse/tables', 'accounts'])
    await interrupted(['backup', place('killed')], source.env, 'SIGKILL', has(`killed/${moment}`));
  expect((await readdir(place('killed'))).sort()).toEqual(['accounts', 'clickhouse', 'unfinished.json']);
  const refused = await target.tickscope(['restore', place('killed'), '--replace']);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(/holds a backup that was interrupted.*starts over/);
  const beside = await source.tickscope(['backup', place('beside')]);
  expect(beside.stderr).toMatch(
    new RegExp(
      `^${place('killed')} holds a backup that was begun at .* and has no end: .*starts it over`,
      'm',
    ),
  );
  const again = await source.tickscope(['backup', place('killed')]);
  expect(again.code, again.stderr).toBe(0);
  expect((await readdir(place('killed'))).sort()).toEqual([
    'accounts',
    'clickhouse',
    'clickhouse.sha256',
    'manifest.json',
  ]);
  expect((await target.tickscope(['restore', place('killed'), '--check'])).code).toBe(0);
});

test('a killed backup on a disk of ClickHouse: the next one says what is left there', async () => {
  const args = ['backup', place('ondisk'), '--disk', 'copies'];
  await interrupted(args, source.env, 'SIGKILL', async () => (await readdir(place('disk'))).length > 0);
  const left = (await readdir(place('disk')))[0]!;
  const again = await source.tickscope(args);
  expect(again.code, again.stderr).toBe(0);
  expect(again.stderr).toMatch(
    new RegExp(`^what ClickHouse wrote .* may be left in disk copies, ${left}: remove it`, 'm'),
  );
  expect(await readdir(place('disk'))).toHaveLength(2);
});

test('a folder in which another command makes a backup is refused, and that one ends well', async () => {
  let refused: Ended | null = null;
  const made = await runProgram(['backup', place('twice')], source.env, async (child) => {
    while (child.exitCode === null && !existsSync(place('twice/unfinished.json'))) await sleep(5);
    child.kill('SIGSTOP');
    refused = await source.tickscope(['backup', place('twice')]);
    child.kill('SIGCONT');
  });
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/process \d+ is making a backup in .*twice\. Wait for its end/),
  });
  expect(made.code, made.stderr).toBe(0);
  expect((await target.tickscope(['restore', place('twice'), '--check'])).code).toBe(0);
});

test('a killed restore leaves a store that no program takes for whole, and the same command starts over', async () => {
  const begun = async (): Promise<boolean> => (await readStoreContent(target.client)).state === 'unfinished';
  await interrupted(['restore', place('killed'), '--replace'], target.env, 'SIGKILL', begun);
  expect(await begun()).toBe(true);
  await expect(migrate(target.client)).rejects.toThrow(/half of a restore.*tickscope restore/);
  const pending = await pendingMigrations(target.client.read).catch(() => ['no tables']);
  expect(pending).not.toEqual([]);
  const again = await target.tickscope(['restore', place('killed')]);
  expect(again.code, again.stderr).toBe(0);
  expect(await pendingMigrations(target.client.read)).toEqual([]);
  const options = { tables: ['slots', 'transactions', 'account_slots'], where: `slot != ${REPLACED}` };
  expect(await digests(target.client, options)).toEqual(await digests(source.client, options));
});

// Each replacement counts up the number of the last deletion, which a restored part keeps.
test('a restored store takes another block for a slot that was replaced often before', async () => {
  const slot = REPLACED + 1;
  const blockOf = (seed: number) => makeBlock({ slot, seed, transactions: 20 });
  const writer = new BlockWriter(source.client);
  for (let seed = 1; seed <= 12; seed += 1) await writer.write([blockOf(seed)]);
  // So the restored tables have few parts, whose numbers start at 1.
  for (const table of ROW_TABLES)
    await source.client.administer.execute(`OPTIMIZE TABLE ${table} FINAL`, { timeoutMs: 60_000 });
  expect((await source.program(['backup', place('replaced')])).code).toBe(0);
  const restored = await target.tickscope(['restore', place('replaced'), '--replace']);
  expect(restored.code, restored.stderr).toBe(0);
  // Its replacement ended within the minute before the backup, so repair writes it again, with the same block or another.
  const block = blockOf(13);
  await new BlockWriter(target.client).write([block]);
  const stored = await target.client.read.queryRows<[string]>(
    `SELECT hex(signature) FROM transactions WHERE slot = ${slot} ORDER BY block_index`,
    { timeoutMs: 30_000 },
  );
  const signatures = block.transactions.map(({ signatures: [first] }) => Buffer.from(first!).toString('hex'));
  expect(stored.map(([signature]) => signature.toLowerCase())).toEqual(signatures);
  expect(await slotsOf(target, `SELECT count() FROM signatures WHERE slot = ${slot}`)).toEqual([20]);
});
