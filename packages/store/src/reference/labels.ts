import { pubkeyFromBase58 } from '@tickscope/chain';
import type { ClickHouseClient } from '../client.js';
import { queryRows } from '../query.js';
import { sqlFile } from '../sql-file.js';
import { insertRows } from '../writer/insert-rows.js';
import { RowBuffer } from '../writer/row-buffer.js';

/** Address in base58. */
export interface StoredLabel {
  address: string;
  kind: string;
  label: string;
  tags: readonly string[];
  source: string;
}

const STORED_LABELS = sqlFile(import.meta.url, './stored-labels.sql');
const COLUMNS = ['address', 'kind', 'label', 'tags', 'source', 'is_deleted'] as const;
const TIMEOUT_MS = 30_000;

/**
 * Replaces the stored labels by the given ones. Unchanged rows are not rewritten.
 *
 * @param labels at most one per address
 * @returns the number of rows written, tombstones included
 */
export async function replaceLabels(
  client: ClickHouseClient,
  labels: readonly StoredLabel[],
): Promise<number> {
  type Row = [string, string, string, string[], string];
  const stored = new Map<string, string>();
  for (const row of await queryRows<Row>(client, STORED_LABELS, { timeoutMs: TIMEOUT_MS }))
    stored.set(row[0], JSON.stringify(row));
  const rows = new RowBuffer();
  const add = ({ address, kind, label, tags, source }: StoredLabel, isDeleted: 0 | 1): void => {
    rows.fixed(pubkeyFromBase58(address));
    rows.string(kind);
    rows.string(label);
    rows.varint(tags.length);
    for (const tag of tags) rows.string(tag);
    rows.string(source);
    rows.uint8(isDeleted);
    rows.endRow();
  };
  for (const each of labels) {
    const { address, kind, label, tags, source } = each;
    if (stored.get(address) !== JSON.stringify([address, kind, label, tags, source])) add(each, 0);
    stored.delete(address);
  }
  for (const address of stored.keys()) add({ address, kind: '', label: '', tags: [], source: '' }, 1);
  await insertRows(client, 'labels', COLUMNS, [rows.encoded()]);
  return rows.rows;
}
