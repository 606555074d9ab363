import { setTimeout as sleep } from 'node:timers/promises';
import { makeBlock } from '@tickscope/testkit/made-block';
import { startTestCluster, type TestCluster } from '@tickscope/testkit/store/test-cluster';
import { tradedBlock } from '@tickscope/testkit/traded-block';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Gap, writeGaps } from '../gaps/write-gaps.js';
import { refreshHeat } from '../heat/refresh-heat.js';
import { isUnreachable } from '../is-unreachable.js';
import { migrate, pendingMigrations } from '../migrate.js';
import { moveStore } from '../move/move-store.js';
import { applyRetention, DEFAULT_RETENTION } from '../retention/apply-retention.js';
import { BlockWriter } from '../writer/block-writer.js';
import { ROW_TABLES } from '../writer/tables.js';
import type { CopyChange } from './fail-over-reader.js';
import { openStore, type Store, type StoreOptions } from './open-store.js';

const SHARDS = 2;
const WAIT = { timeoutMs: 30_000 };
const GAP: Gap = { fromSlot: 1, toSlot: 2, cause: 'missing', state: 'open', detail: 'a test' };

let first: TestCluster;
let second: TestCluster;
let mirrored: Store;
const opened: Store[] = [];

beforeAll(async () => {
  first = await startTestCluster(SHARDS, { isMigrated: false });
  second = await startTestCluster(SHARDS, { isMigrated: false, passwordsDir: first.dataDir });
  mirrored = openStore(options());
  await migrate(mirrored);
}, 120_000);
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
});
afterAll(async () => {
  await mirrored?.close();
  await Promise.all([first?.stop(), second?.stop()]);
});

function options(): StoreOptions {
  const [a, b] = [first.options('owner'), second.options('owner')];
  return { ...a, url: `${a.url}|${b.url}` };
}

/** A reader, and what it said of the copies. */
function openReader(): { reader: Store; said: CopyChange[] } {
  const said: CopyChange[] = [];
  const reader = openStore({
    ...options(),
    ...first.servers[0]!.users.reader,
    failOver: (each) => said.push(each),
  });
  opened.push(reader);
  return { reader, said };
}

/** What was said last of the first copy. A busy machine may take long to answer the other's look, too. */
const lastOfFirst = (said: readonly CopyChange[]): CopyChange | undefined =>
  said.findLast(({ copy }) => copy === 'first');

const slotsOf = async ({ read }: Pick<Store, 'read'>): Promise<number[]> => {
  const rows = await read.queryRows<[string]>('SELECT DISTINCT slot FROM slots ORDER BY slot', WAIT);
  return rows.map(([slot]) => Number(slot));
};

/** Of what both copies must have: times of writing are those of each copy, except in `slots`. */
async function digestsOf({ read }: Pick<Store, 'read'>): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const table of [...ROW_TABLES, 'slots', 'account_heat', 'account_heat_buckets', 'gaps']) {
    const left = table === 'slots' ? '' : "AND name NOT IN ('inserted_at', 'updated_at')";
    const [row] = await read.queryRows<[string[]]>(
      `SELECT groupArray(name) FROM system.columns WHERE database = currentDatabase() AND table = '${table}' ${left}`,
      WAIT,
    );
    const [sum] = await read.queryRows<[string, string]>(
      `SELECT count(), sum(cityHash64(tuple(${row![0].join(', ')}))) FROM ${table} FINAL`,
      WAIT,
    );
    found[table] = `${sum![0]} rows, ${sum![1]}`;
  }
  return found;
}

async function expectEqual(): Promise<void> {
  expect(await digestsOf(second.store)).toEqual(await digestsOf(first.store));
}

const write = (...blocks: Parameters<BlockWriter['write']>[0]): Promise<unknown> =>
  new BlockWriter(mirrored).write(blocks).catch((error: Error) => error);

test('each copy is migrated, and has the same days of retention', async () => {
  for (const { store } of [first, second]) expect(await pendingMigrations(store.read)).toEqual([]);
  await applyRetention(mirrored, { ...DEFAULT_RETENTION, locks: 9 });
  for (const { store } of [first, second])
    expect(await applyRetention(store, { ...DEFAULT_RETENTION, locks: 9 })).toEqual([]);
});

test('blocks, what replaces them, and heat are equal on both copies', async () => {
  const blocks = [1, 2, 3, 4, 5].map((seed) => makeBlock({ slot: 5_000 + seed * 3, seed }));
  const trade = { does: 'swap', trader: 'alice', from: 'A', paid: 100n, got: 190n } as const;
  await write(...blocks, tradedBlock(9_700, [trade]));
  await expectEqual();
  await write(makeBlock({ slot: 5_003, seed: 77, transactions: 23 }));
  await refreshHeat(mirrored, { settleSeconds: 0 });
  await expectEqual();
  const current = 'SELECT count() FROM current_account_heat(from_bucket = 0, to_bucket = 200)';
  for (const { store } of [first, second]) expect(await store.read.queryRows(current, WAIT)).toEqual([['1']]);
});

test('with a server of the second copy away nothing is written, and the first answers', async () => {
  const [before, slots] = [await digestsOf(first.store), await slotsOf(mirrored)];
  const startAgain = await second.killServer(1);
  const failures = [await write(makeBlock({ slot: 12_000, seed: 5 }))];
  for (let tries = 0; tries < 2; tries += 1) failures.push(await write(makeBlock({ slot: 12_000, seed: 5 })));
  failures.push(await writeGaps(mirrored.write, [GAP]).catch((error: Error) => error));
  expect(failures.map(isUnreachable)).toEqual([true, true, true, true]);
  expect(await slotsOf(mirrored)).toEqual(slots);
  expect((await digestsOf(first.store))['gaps']).toBe(before['gaps']);
  await startAgain();
  await write(makeBlock({ slot: 12_000, seed: 5 }));
  await writeGaps(mirrored.write, [GAP]);
  expect(await slotsOf(mirrored)).toEqual([...slots, 12_000]);
  await expectEqual();
});

test.each(['killed', 'stopped'] as const)(
  'with a server of the first copy %s, a reader gets its answers from the second; feeds and writers wait',
  async (how) => {
    const slots = await slotsOf(mirrored);
    const { reader, said } = openReader();
    expect(await slotsOf(reader)).toEqual(slots);
    const { pid } = first.servers[0]!;
    const startAgain =
      how === 'killed' ? await first.killServer(0) : async () => void process.kill(pid, 'SIGCONT');
    if (how === 'stopped') process.kill(pid, 'SIGSTOP');
    for (let asked = 0; asked < 5; asked += 1) expect(await slotsOf(reader)).toEqual(slots);
    expect(lastOfFirst(said)).toMatchObject({ isAway: true });
    const ofFirst = { timeoutMs: 500, isOfFirstCopy: true };
    await expect(reader.read.queryRows('SELECT 1', ofFirst)).rejects.toSatisfy(isUnreachable);
    await expect(mirrored.read.queryRows('SELECT 1', { timeoutMs: 500 })).rejects.toSatisfy(isUnreachable);
    await startAgain();
    while (lastOfFirst(said)?.isAway === true) await sleep(50);
    expect(lastOfFirst(said)).toMatchObject({ isAway: false, error: null });
    expect(await reader.read.queryRows('SELECT 1', { timeoutMs: 10_000, isOfFirstCopy: true })).toEqual([
      [1],
    ]);
  },
  60_000,
);

test('a query that only takes too long is not sent to the other copy', async () => {
  const { reader, said } = openReader();
  const slow = 'SELECT sleepEachRow(1) FROM numbers(3) SETTINGS max_block_size = 1';
  const error = await reader.read.queryRows(slow, { timeoutMs: 1_000 }).catch((reason: Error) => reason);
  // The server's own, or the client's where that is later.
  expect(error).toMatchObject({ message: expect.stringMatching(/^Timeout/) });
  expect(said.map((each) => each.error)).not.toContain(error);
});

test('with both copies away a reader fails, and answers again with either', async () => {
  const slots = await slotsOf(mirrored);
  const { reader } = openReader();
  const both = [await first.killServer(1), await second.killServer(1)];
  const locks = 'SELECT count() FROM account_locks';
  await expect(reader.read.queryRows(locks, { timeoutMs: 5_000 })).rejects.toSatisfy(isUnreachable);
  await both[1]!();
  await expectSoon(() => reader.read.queryRows(locks, { timeoutMs: 5_000 }));
  await both[0]!();
  expect(await slotsOf(reader)).toEqual(slots);
}, 60_000);

async function expectSoon(ask: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    try {
      await ask();
      return;
    } catch {
      await sleep(100);
    }
  }
  await ask();
}

test('an emptied copy is filled by a move, while a writer tries to go on and a reader asks', async () => {
  const user = { timeoutMs: 60_000, withoutDatabase: true };
  const drop = 'DROP DATABASE IF EXISTS {{database}} SYNC SETTINGS max_table_size_to_drop = 0';
  const [lost, whole, slot] = [first, second, 14_000];
  const { reader, said } = openReader();
  const slots = await slotsOf(whole.store);
  for (const place of lost.store.administer.places) await place.execute(drop, user);
  let isFilled = false;
  let tries = 0;
  const writing = (async () => {
    for (;;) {
      const ended = await write(makeBlock({ slot, seed: slot }));
      if (!(ended instanceof Error)) return;
      tries += 1;
      await sleep(100);
    }
  })();
  const asking = (async () => {
    while (!isFilled) {
      expect((await slotsOf(reader)).filter((each) => each !== slot)).toEqual(slots);
      await sleep(100);
    }
  })();
  await expectSoon(async () => expect(lastOfFirst(said)).toMatchObject({ isAway: true }));
  const moved = { from: whole.options('owner'), to: lost.options('owner'), rangeSlots: 256 };
  const report = await moveStore({ ...moved, finish: true });
  expect(report.isFinished).toBe(true);
  isFilled = true;
  await asking;
  await writing;
  expect(tries).toBeGreaterThan(0);
  await expectEqual();
  expect(await slotsOf(mirrored)).toEqual([...slots, slot]);
}, 120_000);
