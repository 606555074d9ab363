import { pubkeyFromBase58 } from '@tickscope/chain';
import type { ReadWrite } from '../connection/open-store.js';
import { column, defineFileQuery, runQuery } from '../query/index.js';
import { RowBuffer } from '../writer/row-buffer.js';

/** Address in base58. */
export interface StoredLabel {
  address: string;
  kind: string;
  label: string;
  tags: readonly string[];
  source: string;
}

const STORED_LABELS = defineFileQuery(import.meta.url, './stored-labels.sql', {
  row: {
    address: column.text,
    kind: column.text,
    label: column.text,
    tags: column.list(column.text),
    source: column.text,
  },
});
const COLUMNS = ['address', 'kind', 'label', 'tags', 'source', 'is_deleted'] as const;
const TIMEOUT_MS = 30_000;

/**
 * Replaces the stored labels by the given ones. Unchanged rows are not rewritten.
 *
 * @param labels at most one per address
 * @returns the number of rows written, tombstones included
 */
export async function replaceLabels(store: ReadWrite, labels: readonly StoredLabel[]): Promise<number> {
  const rowsBefore = await runQuery(store.read, STORED_LABELS, {}, { timeoutMs: TIMEOUT_MS });
  const stored = new Map(rowsBefore.map((label) => [label.address, contentOf(label)]));
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
  for (const label of labels) {
    if (stored.get(label.address) !== contentOf(label)) add(label, 0);
    stored.delete(label.address);
  }
  for (const address of stored.keys()) add({ address, kind: '', label: '', tags: [], source: '' }, 1);
  await store.write.insertRows('labels', COLUMNS, [rows.encoded()]);
  return rows.rows;
}

function contentOf({ kind, label, tags, source }: StoredLabel): string {
  return JSON.stringify([kind, label, tags, source]);
}
