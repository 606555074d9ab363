import type { Address } from '@tickscope/chain';
import { column, defineFileQuery, param, type RowOf } from '@tickscope/store';
import type { Database, QueryContext } from '../database.js';

export const LABEL_COLUMNS = {
  /** Base58. */
  address: column.address,
  kind: column.text,
  label: column.text,
  tags: column.list(column.text),
};

type LabelRow = RowOf<typeof LABEL_COLUMNS>;
/** A label from a trusted source: this build's list or the operator's file. */
export type AddressLabel = Omit<LabelRow, 'address'>;

const ADDRESS_LABELS = defineFileQuery(import.meta.url, './address-labels.sql', {
  params: { addresses: param.addressTexts },
  row: LABEL_COLUMNS,
});

export function labelsByAddress(rows: readonly LabelRow[]): Map<string, AddressLabel> {
  return new Map(rows.map(({ address, ...label }) => [address, label]));
}

/** Reads the labels of some addresses (base58, at most a few hundred). Addresses without a label are left out. */
export async function readLabels(
  database: Database,
  addresses: readonly Address[],
  context: QueryContext,
): Promise<Map<string, AddressLabel>> {
  if (addresses.length === 0) return new Map();
  return labelsByAddress(await database.rows(ADDRESS_LABELS, { addresses }, context));
}
