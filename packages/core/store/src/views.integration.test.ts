import { makeBlock } from '@tickscope/testkit/made-block';
import { expectedRows } from '@tickscope/testkit/store/expected-rows';
import type { Row, Value } from '@tickscope/testkit/store/row';
import type { TestConnection, TestUser } from '@tickscope/testkit/store/test-connection';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import bs58 from 'bs58';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BlockWriter } from './writer/block-writer.js';

const SLOT = 300_000;
const BLOCKS = [
  makeBlock({ slot: SLOT, seed: 1 }),
  makeBlock({ slot: SLOT + 1, seed: 6, content: 'no_entries' }),
  makeBlock({ slot: SLOT + 2, seed: 3 }),
];
const EXPECTED = expectedRows(BLOCKS);

let store: TestStore;
beforeAll(async () => {
  store = await startTestStore();
  const client = await store.fresh();
  const writer = new BlockWriter(client);
  // Worse versions first: a view must not show the rows that lost.
  await writer.write([makeBlock({ slot: SLOT, seed: 1, content: 'no_entries' })]);
  await writer.write(BLOCKS);
});
afterAll(async () => store?.stop());

const base58 = (hex: Value | undefined): string | null =>
  typeof hex === 'string' ? bs58.encode(Buffer.from(hex, 'hex')) : null;
const inOrder = (left: Row, right: Row): number =>
  Number(left['slot']) - Number(right['slot']) || Number(left['block_index']) - Number(right['block_index']);

describe.each<TestUser>(['reader', 'analyst'])('as %s', (user) => {
  let client: TestConnection;
  beforeAll(() => {
    client = store.open(user);
  });
  const ask = async (query: string, params: Record<string, unknown> = {}): Promise<Row[]> => {
    const result = await client.query({ query, query_params: params, format: 'JSONEachRow' });
    return result.json<Row>();
  };

  test('slots_text prints hashes and leaders in base58, and unknown ones as null', async () => {
    const rows = await ask(
      'SELECT toString(slot) AS slot, blockhash, parent_blockhash, leader, content FROM slots_text ORDER BY slot',
    );
    expect(rows).toEqual(
      EXPECTED.slots.map((row) => ({
        slot: row['slot'],
        blockhash: base58(row['blockhash']),
        parent_blockhash: base58(row['parent_blockhash']),
        leader: base58(row['leader']),
        content: row['content'],
      })),
    );
  });

  test('transactions_text prints signatures, signers and mints in base58, and the tick within the slot', async () => {
    const rows = await ask(
      `SELECT toString(slot) AS slot, toString(block_index) AS block_index, signature, other_signatures, signer,
        other_signers, toString(tick_in_slot) AS tick_in_slot, failed_program, error_code,
        arraySort(arrayMap(c -> c.mint, token_changes)) AS mints
      FROM transactions_text AS t ORDER BY t.slot, t.block_index`,
    );
    expect(rows).toEqual(
      EXPECTED.transactions.toSorted(inOrder).map((row) => ({
        slot: row['slot'],
        block_index: row['block_index'],
        signature: base58(row['signature']),
        other_signatures: (row['other_signatures'] as Value[]).map(base58),
        signer: base58(row['signer']),
        other_signers: (row['other_signers'] as Value[]).map(base58),
        tick_in_slot:
          row['poh_tick'] === null ? null : String(Number(row['poh_tick']) - Number(row['slot']) * 64),
        failed_program: base58(row['failed_program']),
        error_code: row['error'] === '{"InstructionError":[2,{"Custom":6001}]}' ? 6001 : null,
        mints: (row['token_changes'] as Value[][]).map(([mint]) => base58(mint)).sort(),
      })),
    );
  });

  test('account_locks_text prints each account in base58, also one that begins with zeros', async () => {
    const rows = await ask(
      'SELECT account, toString(slot) AS slot, toString(block_index) AS block_index, toString(is_write) AS is_write FROM account_locks_text',
    );
    const pick = (row: Row): string =>
      [row['account'], row['slot'], row['block_index'], row['is_write']].join();
    expect(rows.map(pick).sort()).toEqual(
      EXPECTED.account_locks.map((row) => pick({ ...row, account: base58(row['account']) })).sort(),
    );
    const accounts = new Set(rows.map((row) => row['account']));
    expect(accounts).toContain('11111111111111111111111111111111');
    expect([...accounts].some((account) => /^111[2-9A-HJ-NP-Za-km-z]/.test(String(account)))).toBe(true);
  });

  test('entries_text prints every hash in base58', async () => {
    const rows = await ask('SELECT hash FROM entries_text');
    expect(rows.map((row) => row['hash']).sort()).toEqual(
      EXPECTED.entries.map((row) => base58(row['hash'])).sort(),
    );
  });

  test('account_activity lists the transactions of an account in a range, in order', async () => {
    const counts = new Map<string, number>();
    for (const { account } of EXPECTED.account_locks)
      counts.set(String(account), (counts.get(String(account)) ?? 0) + 1);
    const accounts = [...counts].sort(([, left], [, right]) => right - left).map(([account]) => account);
    for (const account of [...accounts.slice(0, 6), ...accounts.slice(-3)]) {
      const rows = await ask(
        `SELECT toString(slot) AS slot, toString(block_index) AS block_index, signature, signer,
          toString(is_write) AS is_write, toString(poh_tick) AS poh_tick
        FROM account_activity(account = {account:String}, from_slot = {from:UInt64}, to_slot = {to:UInt64})`,
        { account: base58(account), from: SLOT + 1, to: SLOT + 2 },
      );
      const expected = EXPECTED.account_locks
        .filter((lock) => lock['account'] === account && Number(lock['slot']) > SLOT)
        .sort(inOrder)
        .map((lock) => {
          const tx = EXPECTED.transactions.find((row) => inOrder(row, lock) === 0)!;
          return {
            slot: lock['slot'],
            block_index: lock['block_index'],
            signature: base58(tx['signature']),
            signer: base58(tx['signer']),
            is_write: lock['is_write'],
            poh_tick: tx['poh_tick'],
          };
        });
      expect(rows).toEqual(expected);
    }
  });
});
