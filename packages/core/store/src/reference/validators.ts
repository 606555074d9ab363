import { pubkeyFromBase58 } from '@tickscope/chain';
import type { ReadConnection } from '../connection/read-connection.js';
import type { WriteConnection } from '../connection/write-connection.js';
import { column, defineFileQuery, type RowOf, runQuery } from '../query/index.js';
import { RowBuffer } from '../writer/row-buffer.js';

const NEWEST_VALIDATORS = defineFileQuery(import.meta.url, './newest-validators.sql', {
  row: {
    identity: column.text,
    voteAccount: column.nullable(column.text),
    client: column.nullable(column.text),
    version: column.nullable(column.text),
    name: column.nullable(column.text),
  },
});

/** Metadata of a validator. Addresses in base58; null if unknown. */
export type ValidatorFacts = RowOf<typeof NEWEST_VALIDATORS>;

const COLUMNS = ['identity', 'valid_from_slot', 'vote_account', 'client', 'version', 'name'] as const;
const TIMEOUT_MS = 30_000;

/** The newest snapshot of each validator. */
export async function readValidators(read: ReadConnection): Promise<ValidatorFacts[]> {
  return runQuery(read, NEWEST_VALIDATORS, {}, { timeoutMs: TIMEOUT_MS });
}

/** Stores snapshots that are valid from a slot on. */
export async function writeValidators(
  write: WriteConnection,
  fromSlot: number,
  validators: readonly ValidatorFacts[],
): Promise<void> {
  const rows = new RowBuffer();
  for (const { identity, voteAccount, client: name, version, name: title } of validators) {
    rows.fixed(pubkeyFromBase58(identity));
    rows.uint53(fromSlot);
    rows.nullable(voteAccount === null ? null : pubkeyFromBase58(voteAccount), rows.fixed);
    rows.nullable(name, rows.string);
    rows.nullable(version, rows.string);
    rows.nullable(title, rows.string);
    rows.endRow();
  }
  await write.insertRows('validators', COLUMNS, [rows.encoded()]);
}
