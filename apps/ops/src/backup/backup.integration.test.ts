import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKey, findCaller, listKeys, openAccounts, setSubscription } from '@tickscope/accounts';
import { redetect } from '@tickscope/pipeline';
import { BlockWriter, writeGaps } from '@tickscope/store';
import { DAMAGES, filesToDamage } from '@tickscope/testkit/damaged-backup';
import { digests } from '@tickscope/testkit/store/table-digests';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BackupStage, backedUpBlocks, startStage } from '../testing/backup-stage.js';
import type { Manifest } from './manifest.js';

const FIRST = 40;
const TABLES = [
  ...['slots', 'entries', 'transactions', 'account_slots', 'slot_heat', 'signatures'],
  ...[
    'swaps',
    'swaps_by_trader',
    'token_links',
    'pool_events',
    'sandwiches',
    'sandwich_legs',
    'detected_slots',
  ],
  ...['sandwich_feed_legs', 'sandwiches_by_address', 'actor_trips', 'retention'],
];
const blocks = backedUpBlocks(60);
const SECOND = blocks.length;

let folder: string;
let source: BackupStage;
let target: BackupStage;
let secret: string;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'tickscope-backups-')));
  source = await startStage(folder, { isMigrated: true });
  target = await startStage(folder, { isMigrated: false });
  await store(blocks.slice(0, FIRST));
  const accounts = openAccounts(source.appUrl);
  await setSubscription(accounts, 'desk', { status: 'active', plan: 'default' });
  ({ secret } = await createKey(accounts, { account: 'desk', name: 'one', kind: 'live', expiresAt: null }));
  await accounts.close();
});
afterAll(async () => {
  await source?.stop();
  await target?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

async function store(some: typeof blocks): Promise<void> {
  await new BlockWriter(source.client).write(some);
  // Not `redetectSlots`: the blocks are so fresh that it would leave them to an ingester.
  await redetect(source.client, { fromSlot: some[0]!.slot, toSlot: some.at(-1)!.slot });
}

const place = (name: string): string => join(folder, name);

async function manifestOf(name: string): Promise<Manifest> {
  return JSON.parse(await readFile(place(`${name}/manifest.json`), 'utf8')) as Manifest;
}

test('a full backup names what it holds: rows of each table, the head, the versions', async () => {
  const { code, stdout, stderr } = await source.program(['backup', place('full')]);
  expect({ code, stderr: stderr.match(/rror/) }).toEqual({ code: 0, stderr: null });
  const manifest = await manifestOf('full');
  const last = blocks[FIRST - 1]!;
  expect(manifest.clickhouse.headSlot).toBe(last.slot);
  expect(stdout).toContain(`Full backup in ${place('full')}: blocks up to slot ${last.slot}`);
  const rows = new Map(manifest.clickhouse.tables.map((table) => [table.table, table.rows]));
  expect(rows.get('slots')).toBe(FIRST);
  expect(rows.get('transactions')).toBe(
    blocks.slice(0, FIRST).reduce((sum, { transactions }) => sum + transactions.length, 0),
  );
  const accountRows = new Map(manifest.accounts!.tables.map((table) => [table.table, table.rows]));
  expect(accountRows.get('keys')).toBe(1);
  expect((await readdir(place('full'))).sort()).toEqual([
    'accounts',
    'clickhouse',
    'clickhouse.sha256',
    'manifest.json',
  ]);
});

test('a backup on top of it copies what is new, and brings back everything', async () => {
  await store(blocks.slice(FIRST));
  const accounts = openAccounts(source.appUrl);
  await createKey(accounts, { account: 'desk', name: 'two', kind: 'test', expiresAt: null });
  await accounts.close();
  const made = await source.tickscope(['backup', place('second'), '--base', place('full')]);
  expect(made.code, made.stderr).toBe(0);
  const restored = await target.tickscope(['restore', place('second')]);
  expect(restored.code, restored.stderr).toBe(0);
  expect(restored.stdout).toMatch(
    new RegExp(
      `^Restored [\\d,]+ rows of \\d+ tables, blocks up to slot ${blocks.at(-1)!.slot}, .*, with the accounts`,
    ),
  );
  expect(await digests(target.client, { tables: TABLES })).toEqual(
    await digests(source.client, { tables: TABLES }),
  );
  const open = openAccounts(target.ownerUrl);
  expect((await findCaller(open, secret))?.account).toBe('desk');
  expect((await listKeys(open, 'desk')).map(({ name }) => name).sort()).toEqual(['one', 'two']);
  await open.close();
});

test('backups that were copied elsewhere find their base beside them, or where they are shown it', async () => {
  const moved = (name: string): string => place(`moved/${name}`);
  await mkdir(place('moved'));
  for (const name of ['full', 'second']) await rename(place(name), moved(name));
  const beside = await target.tickscope(['restore', moved('second'), '--replace']);
  expect(beside.code, beside.stderr).toBe(0);
  expect(await digests(target.client, { tables: TABLES })).toEqual(
    await digests(source.client, { tables: TABLES }),
  );
  await rename(moved('full'), moved('base'));
  const lost = await target.tickscope(['restore', moved('second'), '--check']);
  expect(lost.stderr).toMatch(/adds to the one in .*full, which must be there, or beside it: .*no backup/);
  const shown = ['restore', moved('second'), '--base', moved('base'), '--replace'];
  const restored = await target.tickscope(shown);
  expect(restored.code, restored.stderr).toBe(0);
  expect(await digests(target.client, { tables: TABLES })).toEqual(
    await digests(source.client, { tables: TABLES }),
  );
  const other = await target.tickscope(['restore', moved('second'), '--base', moved('second')]);
  expect(other.stderr).toContain(`${moved('second')} holds another backup than the one`);
  const none = await target.tickscope(['restore', moved('base'), '--base', moved('second')]);
  expect(none.stderr).toContain(`${moved('base')} is a full backup: it has no base.`);
  await rename(moved('base'), place('full'));
  await rename(moved('second'), place('second'));
});

test('a chain of three that was copied elsewhere is restored with a link that is named', async () => {
  expect((await source.tickscope(['backup', place('third'), '--base', place('second')])).code).toBe(0);
  const moved = (name: string): string => place(`chain/${name}`);
  await mkdir(place('chain'));
  for (const name of ['full', 'second', 'third']) await rename(place(name), moved(name));
  const restore = ['restore', moved('third'), '--replace'];
  const refused = await target.tickscope(restore);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(`mkdir -p ${folder} && ln -s ${moved('full')} ${place('full')}`);
  await symlink(moved('full'), place('full'));
  const restored = await target.tickscope(restore);
  expect(restored.code, restored.stderr).toBe(0);
  expect(await digests(target.client, { tables: TABLES })).toEqual(
    await digests(source.client, { tables: TABLES }),
  );
  await rm(place('full'));
  for (const name of ['full', 'second']) await rename(moved(name), place(name));
});

test('the feed of a restored store is in the order of arrival, with each revision after the one before', async () => {
  const rows = ({ client }: BackupStage, order: string) =>
    client.read.queryRows<[id: string, revision: number]>(
      `SELECT bracket_id, revision FROM sandwich_feed ORDER BY ${order}`,
      { timeoutMs: 30_000 },
    );
  // Inserts that overlap may be stored in another order than they began in.
  const expected = await rows(source, 'arrived_at, bracket_id, revision');
  const found = await rows(target, '_block_number, _block_offset');
  expect(expected.length).toBeGreaterThan(10);
  expect(found).toEqual(expected);
  for (const feed of [found, await rows(source, '_block_number, _block_offset')]) {
    const newest = new Map<string, number>();
    for (const [id, revision] of feed) {
      expect(Number(revision)).toBeGreaterThan(newest.get(id) ?? 0);
      newest.set(id, Number(revision));
    }
  }
});

test('a restored store is verified, and takes the next blocks', async () => {
  const [from, to] = [blocks[0]!.slot, blocks.at(-1)!.slot];
  const verified = await target.tickscope(['verify', '--from', String(from), '--to', String(to)]);
  expect(verified.stdout).toContain('nothing is wrong');
  expect(verified.code).toBe(0);
  const next = backedUpBlocks(65).slice(blocks.length);
  const { outcomes } = await new BlockWriter(target.client).write(next);
  expect([...outcomes.values()]).toEqual(next.map(() => 'written'));
});

test('a store that holds something is not restored over, unless it is asked for', async () => {
  const refused = await target.tickscope(['restore', place('full')]);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(
    /^tickscope: the store is not empty: \d+ tables hold rows .* give --replace/m,
  );
  const replaced = await target.tickscope(['restore', place('full'), '--replace']);
  expect(replaced.code, replaced.stderr).toBe(0);
  const [row] = await target.client.read.queryRows<[string]>('SELECT count() FROM slots FINAL', {
    timeoutMs: 10_000,
  });
  expect(Number(row![0])).toBe(FIRST);
  const open = openAccounts(target.ownerUrl);
  expect((await listKeys(open, 'desk')).map(({ name }) => name)).toEqual(['one']);
  await open.close();
});

test("ClickHouse's part goes to a disk of its server, the manifest names it without secrets", async () => {
  const made = await source.tickscope(['backup', place('ondisk'), '--disk', 'copies']);
  expect(made.code, made.stderr).toBe(0);
  const { clickhouse } = await manifestOf('ondisk');
  expect(clickhouse.location).toMatchObject({ kind: 'disk', disk: 'copies' });
  expect(clickhouse.tables.find(({ table }) => table === 'slots')).toMatchObject({
    rows: SECOND,
  });
  expect(clickhouse.digests).toBeNull();
  const restored = await target.tickscope(['restore', place('ondisk'), '--replace']);
  expect(restored.code, restored.stderr).toBe(0);
  expect(await digests(target.client, { tables: TABLES })).toEqual(
    await digests(source.client, { tables: TABLES }),
  );
});

test('a backup in which one bit of any kind of file was flipped is found by --check and by restore, and the store is left as it is', async () => {
  const check = await target.tickscope(['restore', place('full'), '--check']);
  expect(check).toMatchObject({ code: 0, stdout: expect.stringContaining('It can be restored.') });
  const before = await digests(target.client, { tables: TABLES });
  const files = await filesToDamage(place('full'));
  expect(files.length).toBe(6);
  for (const { kind, file, other } of files) {
    const whole = await readFile(file);
    await DAMAGES['one bit flipped']!(file, other);
    for (const args of [
      ['restore', place('full'), '--check'],
      ['restore', place('full'), '--replace'],
    ]) {
      const { code, stdout, stderr } = await target.tickscope(args);
      expect({ code, stdout }, `${kind}: ${args.join(' ')}`).toEqual({ code: 1, stdout: '' });
      expect(stderr, kind).toMatch(/another content|damaged|no manifest|not what the backup wrote/);
    }
    await writeFile(file, whole);
  }
  expect(await digests(target.client, { tables: TABLES })).toEqual(before);
});

test('a backup on top of a damaged one is not restored either', async () => {
  const { file } = (await filesToDamage(place('full')))[0]!;
  const whole = await readFile(file);
  await truncate(file, 10);
  const damaged = await target.tickscope(['restore', place('second'), '--replace']);
  expect(damaged.code).toBe(1);
  expect(damaged.stderr).toContain(`${place('full')} is damaged: clickhouse/`);
  expect(damaged.stderr).toContain('has another content');
  await writeFile(file, whole);
});

test("a bit that flipped in a bucket or on a server's disk, where the digests do not reach, is found when the tables are checked", async () => {
  const { clickhouse } = await manifestOf('ondisk');
  const parts = place(
    `disk/${(clickhouse.location as { path: string }).path}/blocks/data/tickscope/transactions`,
  );
  const [part] = await readdir(parts);
  const file = join(parts, part!, (await readdir(join(parts, part!))).find((name) => name.endsWith('.bin'))!);
  const whole = await readFile(file);
  await DAMAGES['one bit flipped']!(file, file);
  const { code, stderr } = await target.tickscope(['restore', place('ondisk'), '--replace']);
  expect(code).toBe(1);
  expect(stderr).toMatch(/the restored tables are not whole, .*transactions, part|ClickHouse: /);
  await writeFile(file, whole);
  const again = await target.tickscope(['restore', place('ondisk'), '--replace']);
  expect(again.code, again.stderr).toBe(0);
});

test('a block that was replaced half a minute ago counts as one that was being replaced', async () => {
  const replaced = (slot: number, secondsAgo: number) => ({
    ...{ fromSlot: slot, toSlot: slot, cause: 'replaced' as const, state: 'repaired' as const, detail: '' },
    updatedAtUs: BigInt(Date.now() - secondsAgo * 1_000) * 1_000n,
  });
  await writeGaps(source.client.write, [replaced(100, 30), replaced(200, 3_600)]);
  const made = await source.tickscope(['backup', place('replaced')]);
  expect(made.code, made.stderr).toBe(0);
  expect((await manifestOf('replaced')).clickhouse.unsettledSlots).toEqual([100]);
});

test('wrong inputs are refused in one line each, before anything is written', async () => {
  const refusals: [string[], RegExp, code?: number][] = [
    [['backup', place('full')], /holds a backup already/],
    [['backup', folder], /is not empty, and what is in it is no backup/],
    [['backup', join(place('full'), 'manifest.json')], /is not a folder/],
    [['backup', place('x'), '--base', place('nothing')], /holds no backup: there is no manifest.json/],
    [['backup', place('x'), '--s3', 'ftp://bucket/x'], /--s3 takes an address of a bucket/, 2],
    [['backup', place('x'), '--s3', 'https://key:secret@bucket/x'], /without credentials/, 2],
    [['backup', place('x'), '--s3', 'https://b/x', '--disk', 'copies'], /one of --s3 and --disk/, 2],
    [['backup', place('x'), '--base', place('full'), '--disk', 'copies'], /the base is in a folder/],
    [['restore', place('nothing')], /holds no backup/],
  ];
  for (const [args, expected, wanted = 1] of refusals) {
    const { code, stdout, stderr } = await source.tickscope(args);
    expect(stderr, args.join(' ')).toMatch(expected);
    expect({ code, stdout }).toEqual({ code: wanted, stdout: '' });
  }
  expect(await readdir(folder)).not.toContain('x');
});

test('what ClickHouse refuses is said without secrets, and nothing is left', async () => {
  const outside = await mkdtemp(join(tmpdir(), 'tickscope-outside-'));
  const refused = await source.tickscope(['backup', join(outside, 'x')]);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(/is not allowed for backups/);
  expect(await readdir(outside)).toEqual([]);
  await rm(outside, { recursive: true });
  const disk = await source.tickscope(['backup', place('y'), '--disk', 'default']);
  expect(disk.stderr).toMatch(/^tickscope: ClickHouse: .*default/m);
  expect(await readdir(folder)).not.toContain('y');
});
