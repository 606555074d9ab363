import type { BlockTruth } from '@tickscope/simulator';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { expect } from 'vitest';

type Row = readonly unknown[];

/** Compares slot by slot, so that a difference names its slot. */
export async function expectRows(client: TestConnection, blocks: readonly BlockTruth[]): Promise<void> {
  const tables = await Promise.all([
    slotRows(client),
    entryRows(client),
    transactionRows(client),
    lockRows(client),
  ]);
  for (const block of blocks) {
    const { slot } = block;
    const [slots, entries, transactions, locks] = tables.map((rows) => rows.get(slot) ?? []);
    expect(slots, `slots row of ${slot}`).toEqual([
      [
        block.parent,
        block.blockhash,
        block.parent_blockhash,
        block.block_time,
        block.block_height,
        block.leader,
        block.model,
        block.transactions.length,
        block.transactions.filter((tx) => tx.is_vote).length,
        block.transactions.filter((tx) => !tx.success).length,
        block.entries.length,
        block.entries.filter((entry) => entry.is_tick).length,
      ],
    ]);
    expect(entries, `entries of ${slot}`).toEqual(
      block.entries.map((entry) => [
        entry.index,
        entry.num_hashes,
        entry.hash,
        entry.tx_count,
        entry.start_index,
        entry.is_tick,
        entry.poh_tick,
      ]),
    );
    expect(transactions, `transactions of ${slot}`).toEqual(
      block.transactions.map((tx) => [
        tx.block_index,
        tx.entry_index,
        tx.tx_index,
        tx.poh_tick,
        tx.signatures,
        tx.signers,
        tx.version === 'legacy' ? -1 : tx.version,
        tx.is_vote,
        tx.success,
        tx.error,
        tx.fee,
        tx.priority_fee,
        // The price of a v1 transaction is derived from its fee and limit; the generator does not know one.
        tx.version === 1 ? 'v1' : tx.compute_unit_price,
        tx.compute_unit_limit,
        tx.compute_units,
        tx.cost_units,
        tx.jito_tip,
        tx.signer_sol_change,
        tx.read.length,
        tx.written.length,
      ]),
    );
    const expectedLocks = block.transactions.flatMap((tx) => [
      ...tx.written.map((account) => [tx.block_index, account, true]),
      ...tx.read.map((account) => [tx.block_index, account, false]),
    ]);
    expect(sorted(locks ?? []), `locks of ${slot}`).toEqual(sorted(expectedLocks));
  }
  const [stored] = await client.read.queryRows<[string]>('SELECT count() FROM slots FINAL', {
    timeoutMs: 30_000,
  });
  expect(Number(stored?.[0])).toBe(blocks.length);
}

function sorted(rows: readonly Row[]): string[] {
  return rows.map((row) => JSON.stringify(row)).sort();
}

async function bySlot(client: TestConnection, sql: string): Promise<Map<number, Row[]>> {
  const rows = await client.read.queryRows<[string, ...unknown[]]>(sql, { timeoutMs: 120_000 });
  const result = new Map<number, Row[]>();
  for (const [slot, ...row] of rows) {
    const list = result.get(Number(slot));
    if (list === undefined) result.set(Number(slot), [row]);
    else list.push(row);
  }
  return result;
}

/** 53-bit numbers come as text from the database; lamports stay text. */
const int = (expression: string): string => `toFloat64(${expression})`;

function slotRows(client: TestConnection): Promise<Map<number, Row[]>> {
  return bySlot(
    client,
    `SELECT slot, ${int('parent_slot')}, blockhash, parent_blockhash, ${int('toUnixTimestamp(block_time)')},
      ${int('block_height')}, leader, model, transaction_count, vote_count, failed_count, entry_count, tick_count
    FROM slots_text ORDER BY slot`,
  );
}

function entryRows(client: TestConnection): Promise<Map<number, Row[]>> {
  return bySlot(
    client,
    `SELECT slot, entry_index, ${int('num_hashes')}, hash, transaction_count, start_index, is_tick, ${int('poh_tick')}
    FROM entries_text ORDER BY slot, entry_index`,
  );
}

function transactionRows(client: TestConnection): Promise<Map<number, Row[]>> {
  return bySlot(
    client,
    `SELECT slot, block_index, entry_index, tx_index, ${int('poh_tick')},
      arrayConcat([signature], other_signatures), arrayConcat([signer], other_signers), tx_version, is_vote, success,
      error, toString(fee), toString(priority_fee),
      if(tx_version = 1, 'v1', toString(compute_unit_price)), compute_unit_limit, compute_units, cost_units,
      toString(jito_tip), toString(sol_change), accounts_read_count, accounts_written_count
    FROM transactions_text ORDER BY slot, block_index`,
  );
}

function lockRows(client: TestConnection): Promise<Map<number, Row[]>> {
  return bySlot(client, 'SELECT slot, block_index, account, is_write FROM account_locks_text');
}
