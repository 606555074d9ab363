import { BlockWriter, writeGap } from '@tickscope/store';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { trueChain } from '@tickscope/testkit/true-chain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { VerifyProblem, VerifyReport, VerifyRule } from './report.js';
import { verifyRange } from './verify-range.js';

const FROM = 500_000;
/** 500,003 and 500,007, 500,008 are skipped. */
const SLOTS = [0, 1, 2, 4, 5, 6, 9, 10].map((offset) => FROM + offset);
const TO = FROM + 10;
const BROKEN = FROM + 5;
const chain = trueChain({ slots: SLOTS });
const block = chain.find(({ slot }) => slot === BROKEN)!;

let store: TestStore;
let client: TestConnection;
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(async () => store?.stop());

async function stored(blocks = chain): Promise<void> {
  client = await store.fresh();
  await new BlockWriter(client).write(blocks);
}

const verify = (pohWorkers: number | null = null, toSlot = TO): Promise<VerifyReport> =>
  verifyRange(client.read, { fromSlot: FROM, toSlot, pohWorkers });
const command = async (query: string): Promise<void> => {
  await client.command({ query });
};
const remove = (table: string, where: string): Promise<void> =>
  command(`DELETE FROM ${table} WHERE slot = ${BROKEN} AND ${where} SETTINGS lightweight_deletes_sync = 2`);
/** Writes a row again, with some columns changed; deleted first, so that it is the only one of its key. */
async function rewrite(table: string, where: string, changes: string): Promise<void> {
  await command(
    `CREATE TABLE kept ENGINE = Memory AS SELECT * FROM ${table} FINAL WHERE slot = ${BROKEN} AND ${where}`,
  );
  await remove(table, where);
  await command(`INSERT INTO ${table} SELECT * REPLACE(${changes}) FROM kept`);
  await command('DROP TABLE kept');
}
const rulesOf = ({ problems }: VerifyReport, slot = BROKEN): VerifyRule[] =>
  [...new Set(problems.filter((problem) => problem.slot === slot).map(({ rule }) => rule))].sort();
const slotsOf = ({ problems }: VerifyReport): number[] => [...new Set(problems.map(({ slot }) => slot))];
const problem = (report: VerifyReport, rule: VerifyRule): VerifyProblem | undefined =>
  report.problems.find((each) => each.rule === rule);

describe('a range that is whole', () => {
  it('is proven, hash by hash, skipped slots and transactions of several signatures included', async () => {
    await stored();
    const progress: string[] = [];
    const report = await verifyRange(client.read, {
      ...{ fromSlot: FROM, toSlot: TO, pohWorkers: 2 },
      onProgress: ({ stage, blocksDone, blocksTotal }) =>
        progress.push(`${stage} ${blocksDone}/${blocksTotal}`),
    });
    expect(report.problems).toEqual([]);
    const entries = chain.reduce((sum, { entries: own }) => sum + own.length, 0);
    expect(report).toMatchObject({
      isProven: true,
      slots: { stored: 8, skipped: 3, missing: 0, full: 8, entriesOnly: 0, noEntries: 0, expired: 0 },
      // The first block's parent is not stored.
      links: { proven: 7, unproven: 1 },
      entries,
      ticks: 11 * 64,
      transactions: 8 * 20,
      poh: { slotsProven: 8, entriesProven: entries, ticksProven: 11 * 64, entriesWithoutSignatures: 0 },
    });
    // 64 ticks of 12 hashes a slot, skipped ones too.
    expect(report.poh?.hashes).toBe(11 * 64 * 12);
    expect(
      chain.some(({ transactions }) => transactions.some(({ signatures }) => signatures.length > 1)),
    ).toBe(true);
    expect(progress.slice(0, 3)).toEqual(['chain 8/null', 'rows 8/8', 'lookups 8/8']);
    expect(progress.at(-1)).toBe('poh 8/8');
  });

  it('stays so when rows were written twice and no merge has joined them', async () => {
    await stored();
    for (const table of ['signatures', 'account_slots', 'transactions', 'entries', 'slots']) {
      await command(`SYSTEM STOP MERGES ${table}`);
      await command(`INSERT INTO ${table} SELECT * FROM ${table} WHERE slot >= ${BROKEN}`);
    }
    expect((await verify()).problems).toEqual([]);
    await store.drop();
  });

  it('of entries alone has its ticks proven, and the number of entries that it could not prove', async () => {
    await stored(trueChain({ slots: SLOTS, content: 'entries_only' }));
    const report = await verify(1);
    expect(report.problems).toEqual([]);
    expect(report.poh).toMatchObject({
      slotsProven: 0,
      entriesProven: 11 * 64,
      ticksProven: 11 * 64,
      entriesWithoutSignatures: 8 * 5,
    });
  });

  it('without entries is counted as such', async () => {
    await stored(trueChain({ slots: SLOTS, content: 'no_entries' }));
    const report = await verify(1);
    expect(report.problems).toEqual([]);
    expect(report).toMatchObject({ slots: { noEntries: 8 }, entries: 0, poh: { entriesProven: 0 } });
  });

  it('of Alpenglow blocks, one tick each, is proven too', async () => {
    await stored(trueChain({ slots: SLOTS, model: 'alpenglow' }));
    const report = await verify(1);
    expect(report.problems).toEqual([]);
    expect(report).toMatchObject({ ticks: 8, poh: { slotsProven: 8, ticksProven: 8, hashes: 8 * 6 } });
  });

  it('without stored rows is missing', async () => {
    client = await store.fresh();
    const report = await verify();
    expect(report.isProven).toBe(false);
    expect(report.problems).toEqual([{ rule: 'missing', slot: FROM, toSlot: TO, detail: '11 slots' }]);
  });

  it('with expired rows is only reported as not provable', async () => {
    await stored();
    await command(
      `CREATE TABLE old ENGINE = Memory AS SELECT * REPLACE(now() - INTERVAL 9 DAY AS inserted_at) FROM slots FINAL`,
    );
    await command('TRUNCATE TABLE slots');
    await command('INSERT INTO slots SELECT * FROM old');
    await command('DROP TABLE old');
    for (const table of ['entries', 'transactions', 'account_slots', 'signatures'])
      await command(`TRUNCATE TABLE ${table}`);
    const report = await verify(1);
    expect(report.problems).toEqual([]);
    expect(report.slots.expired).toBe(8);
  });
});

describe('the hash chain', () => {
  it('finds a flipped byte of an entry: in it, and in the next, which starts from it', async () => {
    await stored();
    await rewrite('entries', 'entry_index = 9', "unhex('00') || substring(hash, 2) AS hash");
    expect((await verify()).problems.map(({ rule }) => rule)).toEqual([]);
    const report = await verify(2);
    expect(slotsOf(report)).toEqual([BROKEN]);
    expect(problem(report, 'poh')?.detail).toBe(
      'entry 9 (a tick): its hash does not follow from the one before; nor do those of 10',
    );
  });

  it('finds a flipped byte of the second signature of a transaction', async () => {
    await stored();
    const index = block.transactions.findIndex(({ signatures }) => signatures.length > 1);
    const entry = block.entries.find((each) => index < each.startIndex + each.transactionCount)!.index;
    await rewrite(
      'transactions',
      `block_index = ${index}`,
      "arrayMap((s, i) -> if(i = 1, toFixedString(unhex('00') || substring(s, 2), 64), s), other_signatures, arrayEnumerate(other_signatures)) AS other_signatures",
    );
    const report = await verify(1);
    expect(slotsOf(report)).toEqual([BROKEN]);
    expect(rulesOf(report)).toEqual(['poh']);
    expect(problem(report, 'poh')?.detail).toContain(`entry ${entry} (4 transactions)`);
  });

  it('finds two swapped entries', async () => {
    await stored();
    await rewrite('entries', 'entry_index IN (20, 21)', 'if(entry_index = 20, 21, 20) AS entry_index');
    const report = await verify(1);
    expect(slotsOf(report)).toEqual([BROKEN]);
    expect(rulesOf(report)).toEqual(['poh', 'tick_backward', 'tick_forward']);
  });

  it('refuses to hash for years', async () => {
    await stored();
    await rewrite('entries', 'entry_index = 3', '18446744073709551615 AS num_hashes');
    const report = await verify(1);
    expect(rulesOf(report)).toContain('num_hashes');
    expect(slotsOf(report)).toEqual([BROKEN]);
  });

  it('finds a wrong last hash against the blockhash, and the next block that does not follow from it', async () => {
    await stored();
    await rewrite('slots', '1', "toFixedString(unhex('00') || substring(blockhash, 2), 32) AS blockhash");
    const report = await verify();
    expect(rulesOf(report)).toEqual(['blockhash']);
    expect(rulesOf(report, BROKEN + 1)).toEqual(['parent']);
  });
});

describe('counts and ticks', () => {
  it('find a missing tick, by its number and by both formulas', async () => {
    await stored();
    await remove('entries', 'entry_index = 30');
    const report = await verify();
    expect(slotsOf(report)).toEqual([BROKEN]);
    expect(rulesOf(report)).toEqual(['entry_counts', 'tick_backward', 'tick_count', 'tick_forward']);
    expect(report.problems.map(({ detail }) => detail)).toContain('ticks: 63 found, 64 expected');
  });

  it('find a tick height that matches neither formula', async () => {
    await stored();
    await rewrite('entries', 'entry_index = 30', 'poh_tick + 1 AS poh_tick');
    expect(rulesOf(await verify())).toEqual(['tick_backward', 'tick_forward']);
  });

  it('find a tick that took more hashes than the first of its block', async () => {
    await stored();
    await rewrite('entries', 'entry_index = 30', 'num_hashes + 1 AS num_hashes');
    const report = await verify();
    expect(rulesOf(report)).toEqual(['entry_counts', 'hashes_per_tick']);
    expect(problem(report, 'hashes_per_tick')?.detail).toBe(
      'entry 30: 13 hashes to this tick, 12 to the first',
    );
  });

  it.each([
    ['transactions', 'block_index = 3', ['locks', 'signatures', 'transaction_counts']],
    ['account_slots', 'lock_count = 1', ['locks']],
    ['signatures', 'block_index = 3', ['signatures']],
  ] as const)('find rows missing in %s', async (table, where, rules) => {
    await stored();
    await remove(table, where);
    const report = await verify();
    expect(slotsOf(report)).toEqual([BROKEN]);
    expect(rulesOf(report)).toEqual(rules);
  });

  it('find a signature in the row of another, although the counts match', async () => {
    await stored();
    await rewrite('signatures', 'block_index = 3', 'signature_prefix + 1 AS signature_prefix');
    expect(rulesOf(await verify())).toEqual(['signatures']);
  });

  it('find a lock missing where another one is doubled', async () => {
    await stored();
    await rewrite('account_slots', 'locks.block_index = [3]', '[toUInt32(2)] AS `locks.block_index`');
    expect(rulesOf(await verify())).toEqual(['locks']);
  });

  it.each([
    ['lock_count + 1 AS lock_count', ['account_slots', 'locks']],
    ['write_count + 1 AS write_count', ['account_slots', 'locks']],
    ['signed_count + 1 AS signed_count', ['account_slots']],
    ['failed_count + 1 AS failed_count', ['account_slots']],
    ['compute_units + 1 AS compute_units', ['account_slots']],
    ['arrayMap(u -> u + 1, writes.compute_units) AS `writes.compute_units`', ['account_slots']],
    [
      'arrayPopBack(writes.price) AS `writes.price`, arrayPopBack(writes.compute_units) AS `writes.compute_units`, arrayPopBack(writes.signer_prefix) AS `writes.signer_prefix`',
      ['account_slots'],
    ],
    ['arrayMap(f -> bitXor(f, 2), locks.flags) AS `locks.flags`', ['account_slots']],
  ] as const)('find locks whose arrays are not as their counts say: %s', async (changes, rules) => {
    await stored();
    await rewrite('account_slots', 'write_count > 1', changes);
    const report = await verify();
    expect(slotsOf(report)).toEqual([BROKEN]);
    expect(rulesOf(report)).toEqual(rules);
  });

  it('find a transaction whose position does not match its entry', async () => {
    await stored();
    await rewrite('transactions', 'block_index = 7', 'tx_index + 1 AS tx_index');
    const report = await verify();
    expect(rulesOf(report)).toEqual(['place']);
    expect(problem(report, 'place')?.detail).toMatch(
      /^transaction 7: entry \d+, index 4, tick \d+; by the entries \d+, 3,/,
    );
  });

  it('find a signature twice in a block', async () => {
    await stored();
    const first = Buffer.from(block.transactions[1]!.signatures[0]!).toString('hex');
    await rewrite('transactions', 'block_index = 2', `toFixedString(unhex('${first}'), 64) AS signature`);
    expect(rulesOf(await verify())).toEqual(['signature_twice', 'signatures']);
  });

  it('find two versions of one key that differ, before a merge hides one', async () => {
    await stored();
    await command('SYSTEM STOP MERGES entries');
    await command(
      `INSERT INTO entries SELECT * REPLACE(num_hashes + 1 AS num_hashes, 0 AS version) FROM entries WHERE slot = ${BROKEN} AND entry_index = 4`,
    );
    expect(rulesOf(await verify())).toEqual(['entry_copies']);
    await store.drop();
  });
});

describe('the chain of parents', () => {
  it('a block that is not there is missing, and named as a gap when one is recorded', async () => {
    await stored(chain.filter(({ slot }) => slot !== BROKEN));
    await writeGap(client.write, {
      ...{ fromSlot: BROKEN, toSlot: BROKEN, cause: 'missing', state: 'open', detail: 'a test' },
    });
    const report = await verify();
    expect(report.problems).toEqual([
      { rule: 'missing', slot: BROKEN, toSlot: BROKEN, detail: '1 slot' },
      { rule: 'gap', slot: BROKEN, toSlot: BROKEN, detail: 'missing, open: a test' },
    ]);
    expect(report.slots).toMatchObject({ stored: 7, skipped: 3, missing: 1 });
  });

  it('a repaired gap does not count', async () => {
    await stored();
    await writeGap(client.write, {
      ...{ fromSlot: BROKEN, toSlot: BROKEN, cause: 'missing', state: 'repaired', detail: '' },
    });
    expect((await verify()).problems).toEqual([]);
  });

  it('slots at the end are skipped or missing by the block after them, and missing without one', async () => {
    await stored();
    expect((await verify(null, FROM + 8)).slots).toMatchObject({ stored: 6, skipped: 3, missing: 0 });
    const beyond = await verify(null, TO + 2);
    expect(problem(beyond, 'missing')).toMatchObject({ slot: TO + 1, toSlot: TO + 2 });
  });

  it('a block on another parent than the one stored before it is a fork', async () => {
    await stored();
    await rewrite('slots', '1', `${FROM + 2} AS parent_slot`);
    const report = await verify();
    expect(problem(report, 'parent')).toMatchObject({
      slot: BROKEN,
      detail: expect.stringContaining('two forks'),
    });
  });

  it('two blocks in one slot are found', async () => {
    await stored();
    await command(
      `INSERT INTO slots SELECT * REPLACE(toFixedString(unhex(repeat('CD', 32)), 32) AS blockhash) FROM slots FINAL WHERE slot = ${BROKEN}`,
    );
    expect(rulesOf(await verify())).toContain('two_blocks');
  });

  it('rows of a slot without a block are found', async () => {
    await stored();
    await command(
      `INSERT INTO entries SELECT * REPLACE(${FROM + 3} AS slot) FROM (SELECT * FROM entries WHERE slot = ${BROKEN})`,
    );
    const report = await verify();
    expect(report.problems).toEqual([
      { rule: 'rows_of_no_block', slot: FROM + 3, toSlot: FROM + 3, detail: 'entries' },
    ]);
  });

  it.each(['token_links', 'pool_events', 'fills', 'rebates', 'tips', 'unknown_frames'])(
    'a row of %s of a transaction that the block does not have is found, and one of no block',
    async (table) => {
      await stored();
      await command(`INSERT INTO ${table} (slot, block_index) VALUES (${BROKEN}, 19), (${BROKEN}, 20)`);
      await command(`INSERT INTO ${table} (slot, block_index) VALUES (${FROM + 3}, 0)`);
      expect((await verify()).problems).toEqual([
        {
          ...{ rule: 'rows_of_no_block', slot: BROKEN, toSlot: BROKEN },
          detail: `${table}: transaction 20 of 20`,
        },
        { rule: 'rows_of_no_block', slot: FROM + 3, toSlot: FROM + 3, detail: table },
      ]);
    },
  );
});
