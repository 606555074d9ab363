import { pubkeyFromBase58 } from '@tickscope/chain';
import type { ClickHouseClient } from '../client.js';
import { queryRows } from '../query.js';
import { sqlFile } from '../sql-file.js';
import { insertRows } from '../writer/insert-rows.js';
import { RowBuffer } from '../writer/row-buffer.js';

/** Metadata of a validator. Addresses in base58; null if unknown. */
export interface ValidatorFacts {
  identity: string;
  voteAccount: string | null;
  client: string | null;
  version: string | null;
  name: string | null;
}

const NEWEST_VALIDATORS = sqlFile(import.meta.url, './newest-validators.sql');
const COLUMNS = ['identity', 'valid_from_slot', 'vote_account', 'client', 'version', 'name'] as const;
const TIMEOUT_MS = 30_000;

/** The newest snapshot of each validator. */
export async function readValidators(client: ClickHouseClient): Promise<ValidatorFacts[]> {
  type Row = [string, string | null, string | null, string | null, string | null];
  const rows = await queryRows<Row>(client, NEWEST_VALIDATORS, { timeoutMs: TIMEOUT_MS });
  return rows.map(([identity, voteAccount, client, version, name]) => ({
    identity,
    voteAccount,
    client,
    version,
    name,
  }));
}

/** Stores snapshots that are valid from a slot on. */
export async function writeValidators(
  client: ClickHouseClient,
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
  await insertRows(client, 'validators', COLUMNS, [rows.encoded()]);
}
