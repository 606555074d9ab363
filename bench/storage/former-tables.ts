import { readFileSync } from 'node:fs';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';

/** Codecs of before migration 33, where only the codec of a column changed. */
const FORMER_CODECS: Readonly<Record<string, readonly string[]>> = {
  swaps_by_trader: [],
  signatures: ['signature_prefix CODEC(Default)'],
  account_locks: [
    'slot CODEC(Delta, ZSTD)',
    ...['is_write', 'is_signer', 'is_failed'].map((name) => `${name} CODEC(Default)`),
  ],
  transactions: [
    'tx_index CODEC(ZSTD)',
    'poh_tick CODEC(Delta, ZSTD)',
    ...[
      'other_signatures',
      'other_signers',
      'tx_version',
      'success',
      'fee',
      'priority_fee',
      'compute_unit_limit',
    ]
      .concat(['jito_tip', 'token_changes', 'accounts_read_count', 'accounts_written_count'])
      .map((name) => `${name} CODEC(Default)`),
  ],
};

const FORMER_AMOUNTS = /^CREATE OR REPLACE VIEW swap_amounts AS[^;]*;/m;

/** The view of migration 28, over the former table. */
function formerAmounts(): string {
  const path = new URL('../../packages/store/src/migrations/0028_comments_and_amounts.sql', import.meta.url);
  const [view] = FORMER_AMOUNTS.exec(readFileSync(path, 'utf8')) ?? [];
  if (view === undefined) throw new Error('migration 28 has no view swap_amounts');
  return view
    .replace('VIEW swap_amounts', 'VIEW swap_amounts_before')
    .replaceAll(/FROM swaps\b/g, 'FROM swaps_before')
    .replace(/;$/, '');
}

/** Copies the tables as they were before migration 30, each under its name with `_before`; merges both. */
export async function makeFormerTables(client: TestConnection): Promise<void> {
  const run = async (...queries: readonly string[]): Promise<void> => {
    for (const query of queries) await client.command({ query });
  };
  for (const [table, columns] of Object.entries(FORMER_CODECS))
    await run(
      `CREATE TABLE ${table}_before AS ${table}`,
      ...columns.map((column) => `ALTER TABLE ${table}_before MODIFY COLUMN ${column}`),
      `INSERT INTO ${table}_before SELECT * FROM ${table}`,
    );
  await run(
    'CREATE TABLE swaps_before AS swaps',
    'ALTER TABLE swaps_before ADD COLUMN signature FixedString(64) CODEC(NONE) AFTER block_time',
    `INSERT INTO swaps_before (signature, * EXCEPT signature)
     SELECT t.signature, s.* FROM swaps AS s
     INNER JOIN swaps_by_trader AS t USING (trader, slot, block_index, outer_index, inner_index, part_index)`,
    'CREATE TABLE account_slots_before AS account_slots',
    'ALTER TABLE account_slots_before DROP COLUMN first_poh_tick, DROP COLUMN last_poh_tick',
    'ALTER TABLE account_slots_before DROP COLUMN first_tick, DROP COLUMN tick_span',
    `ALTER TABLE account_slots_before MODIFY COLUMN slot CODEC(Delta, ZSTD),
       ADD COLUMN first_poh_tick Nullable(UInt64) CODEC(Delta, ZSTD) AFTER compute_units,
       ADD COLUMN last_poh_tick Nullable(UInt64) CODEC(Delta, ZSTD) AFTER first_poh_tick`,
    `INSERT INTO account_slots_before (account, slot, lock_count, write_count, failed_count, compute_units,
       first_poh_tick, last_poh_tick, version)
     SELECT account, slot, lock_count, write_count, failed_count, compute_units, first_poh_tick, last_poh_tick, version
     FROM account_slots`,
  );
  await run(formerAmounts());
  const tables = [...Object.keys(FORMER_CODECS), 'swaps', 'account_slots'];
  for (const table of tables)
    await run(`OPTIMIZE TABLE ${table} FINAL`, `OPTIMIZE TABLE ${table}_before FINAL`);
}
