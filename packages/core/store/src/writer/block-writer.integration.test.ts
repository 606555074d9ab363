import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Block } from '@tickscope/chain';
import { type MadeBlockOptions, makeBlock } from '@tickscope/testkit/made-block';
import { expectStored } from '@tickscope/testkit/store/stored-rows';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BlockWriter, type WriteOutcome } from './block-writer.js';

let store: TestStore;
let client: TestConnection;
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(async () => store?.stop());
beforeEach(async () => {
  client = await store.fresh();
});

const SLOT = 70_000;
const made = (options: Partial<MadeBlockOptions> = {}): Block => makeBlock({ slot: SLOT, ...options });
async function write(...blocks: Block[]): Promise<WriteOutcome[]> {
  const { outcomes } = await new BlockWriter(client).write(blocks);
  return blocks.map((block) => outcomes.get(block.slot)!);
}
const gapCount = async (): Promise<number> =>
  Number((await client.read.queryRows<[string]>('SELECT count() FROM gaps', { timeoutMs: 5_000 }))[0]![0]);

describe('the same block again', () => {
  test('twice: the second time writes nothing', async () => {
    const blocks = [made(), made({ slot: SLOT + 1 })];
    expect(await write(...blocks)).toEqual(['written', 'written']);
    expect(await write(...blocks)).toEqual(['already_stored', 'already_stored']);
    await expectStored(client, blocks);
    expect(await gapCount()).toBe(0);
  });

  test('by two writers at once, repeatedly: each row is stored once', async () => {
    const all: Block[] = [];
    for (let round = 0; round < 5; round += 1) {
      const blocks = Array.from({ length: 4 }, (_, at) => made({ slot: SLOT + round * 4 + at }));
      all.push(...blocks);
      const outcomes = await Promise.all([write(...blocks), write(...blocks)]);
      for (const outcome of outcomes.flat()) expect(['written', 'already_stored']).toContain(outcome);
    }
    await expectStored(client, all);
    expect(await gapCount()).toBe(0);
  });

  test('by two writers at once, one of which has no entries: the full version stays', async () => {
    const all: Block[] = [];
    for (let round = 0; round < 5; round += 1) {
      const slot = SLOT + round;
      all.push(made({ slot }));
      await Promise.all([write(made({ slot })), write(made({ slot, content: 'no_entries' }))]);
      await write(made({ slot }));
    }
    // The source that `slots` names is the better version's.
    await expectStored(client, all);
  });
});

describe('a block whose rows may have expired', () => {
  test('is written again: its slots row outlives its locks', async () => {
    await write(made());
    await client.command({
      query: 'INSERT INTO slots SELECT * REPLACE (now() - INTERVAL 5 DAY AS inserted_at) FROM slots',
    });
    // The newer of two equal rows counts: make the old one the only one.
    await client.command({ query: 'DELETE FROM slots WHERE inserted_at > now() - INTERVAL 1 DAY' });
    await client.command({ query: 'TRUNCATE TABLE account_slots' });
    expect(await write(made())).toEqual(['written']);
    await expectStored(client, [made()]);
  });
});

describe('versions of different quality', () => {
  test.each<[string, Partial<MadeBlockOptions>, Partial<MadeBlockOptions>]>([
    ['RPC, then full', { content: 'no_entries' }, {}],
    ['RPC without meta, then RPC', { content: 'no_entries', hasMeta: false }, { content: 'no_entries' }],
    ['RPC without meta, then full', { content: 'no_entries', hasMeta: false }, {}],
    ['entries, then full', { content: 'entries_only' }, {}],
    ['full without meta, then full', { hasMeta: false }, {}],
  ])('%s: the better one replaces it row by row', async (_, first, second) => {
    const other = made({ slot: SLOT + 1 });
    await write(made(first), other);
    expect(await write(made(second))).toEqual(['written']);
    await expectStored(client, [made(second), other]);
    expect(await gapCount()).toBe(0);
  });

  test.each<[string, Partial<MadeBlockOptions>, Partial<MadeBlockOptions>]>([
    ['full, then RPC', {}, { content: 'no_entries' }],
    ['full, then entries', {}, { content: 'entries_only' }],
    ['RPC, then RPC without meta', { content: 'no_entries' }, { content: 'no_entries', hasMeta: false }],
    [
      'full without meta, then RPC without meta',
      { hasMeta: false },
      { content: 'no_entries', hasMeta: false },
    ],
  ])('%s: the worse one changes nothing', async (_, first, second) => {
    await write(made(first));
    expect(await write(made(second))).toEqual(['already_stored']);
    await expectStored(client, [made(first)]);
  });

  test.each<[string, Partial<MadeBlockOptions>]>([
    ['entries', { content: 'entries_only' }],
    ['full without meta', { hasMeta: false }],
  ])('%s, then RPC: the entries join the transactions', async (_, first) => {
    await write(made(first));
    expect(await write(made({ content: 'no_entries' }))).toEqual(['written']);
    await expectStored(client, [{ ...made(), source: 'rpc' }]);
  });

  test('RPC, then full without meta: no lock of a loaded address is left of the former', async () => {
    await write(made({ content: 'no_entries' }));
    expect(await write(made({ hasMeta: false }))).toEqual(['written']);
    await expectStored(client, [made({ hasMeta: false })]);
  });

  test('transactions that do not fit the stored entries are refused, unless the caller says otherwise', async () => {
    const real = made();
    // Another block's entries, whose last hash is made to be the real one's.
    const wrong = made({ seed: 2, content: 'entries_only', transactions: 31 });
    wrong.entries.at(-1)!.hash = real.blockhash;
    const entries = { ...wrong, blockhash: real.blockhash };
    await write(entries);
    const rpc = made({ content: 'no_entries' });
    expect(await write(rpc)).toEqual(['refused']);
    await expectStored(client, [entries]);
    const { outcomes } = await new BlockWriter(client).write([rpc], { mayDelete: () => true });
    expect(outcomes.get(rpc.slot)).toBe('written');
    await expectStored(client, [rpc]);
  });

  test('a damaged version of the same block leaves no row behind when a better one arrives', async () => {
    const rpc = made({ content: 'no_entries' });
    const foreign = made({ seed: 9, content: 'no_entries', transactions: 55 });
    // The right hash over other transactions, more of them than the block has.
    await write({ ...foreign, blockhash: rpc.blockhash });
    expect(await write(made())).toEqual(['written']);
    await expectStored(client, [made()]);
  });
});

test('a reader who finds a slot finds all of it, at every moment of a first write', async () => {
  const reader = store.open('reader');
  let isWriting = true;
  let looks = 0;
  let found = 0;
  const look = async (): Promise<void> => {
    while (isWriting) {
      const slots = await reader.read.queryRows<[string]>('SELECT DISTINCT slot FROM slots', {
        timeoutMs: 10_000,
      });
      // Of the slots found, and only then: what one query sees of its tables need not be of one moment.
      const params = { slots: slots.map(([slot]) => Number(slot)) };
      const rows = await reader.read.queryRows<[string, string]>(WHOLE, { params, timeoutMs: 10_000 });
      looks += 1;
      found = Math.max(found, rows.length);
      expect(rows.length).toBe(slots.length);
      for (const [slot, isWhole] of rows) expect([slot, isWhole]).toEqual([slot, '1']);
      await nextTurn();
    }
  };
  const looking = look();
  // Seen at the end; until then it ends the writing.
  looking.catch(() => {
    isWriting = false;
  });
  const all: Block[] = [];
  try {
    // Until the reader has looked often enough, however slow either is.
    for (let round = 0; isWriting && (round < 4 || looks < 10) && round < 100; round += 1) {
      const blocks = Array.from({ length: 3 }, (_, at) =>
        made({ slot: SLOT + round * 3 + at, transactions: 150 }),
      );
      all.push(...blocks);
      await Promise.all([write(...blocks), write(...blocks)]);
    }
  } finally {
    isWriting = false;
    await looking;
  }
  expect(looks).toBeGreaterThanOrEqual(10);
  expect(found).toBeGreaterThan(0);
  await expectStored(client, all);
});

/** Compares, for every slot, the number of rows in each table with the number in its `slots` row. */
const WHOLE = `
WITH
    s AS (SELECT slot, any(transaction_count) AS txs, any(entry_count) AS ents FROM slots WHERE slot IN {slots:Array(UInt64)} GROUP BY slot),
    t AS (SELECT slot, uniqExact(block_index) AS n FROM transactions GROUP BY slot),
    locks AS (SELECT slot, sum(accounts_read_count + accounts_written_count) AS n FROM (SELECT DISTINCT slot, block_index, accounts_read_count, accounts_written_count FROM transactions) GROUP BY slot),
    e AS (SELECT slot, uniqExact(entry_index) AS n FROM entries GROUP BY slot),
    l AS (SELECT slot, uniqExact(account, block_index) AS n FROM account_locks GROUP BY slot),
    a AS (SELECT slot, sum(n) AS n FROM (SELECT slot, account, any(lock_count) AS n FROM account_slots GROUP BY slot, account) GROUP BY slot),
    g AS (SELECT slot, uniqExact(block_index) AS n FROM signatures GROUP BY slot)
SELECT toString(slot), toString(t.n = txs AND e.n = ents AND l.n = locks.n AND a.n = locks.n AND g.n = txs)
FROM s LEFT JOIN t USING slot LEFT JOIN locks USING slot LEFT JOIN e USING slot LEFT JOIN l USING slot
LEFT JOIN a USING slot LEFT JOIN g USING slot`;
