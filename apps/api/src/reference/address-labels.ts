import { sqlFile } from '@tickscope/store';
import type { Database } from '../database/database.js';
import type { QueryContext } from '../request-context.js';

const ADDRESS_LABELS = { name: 'address-labels', sql: sqlFile(import.meta.url, './address-labels.sql') };

/** A label from a trusted source: this build's list or the operator's file. */
export interface AddressLabel {
  kind: string;
  label: string;
  tags: string[];
}

export type LabelRow = [address: string, kind: string, label: string, tags: string[]];

export function labelsOf(rows: readonly LabelRow[]): Map<string, AddressLabel> {
  return new Map(rows.map(([address, kind, label, tags]) => [address, { kind, label, tags }]));
}

/** Reads the labels of some addresses (base58, at most a few hundred). Addresses without a label are left out. */
export async function readLabels(
  database: Database,
  addresses: readonly string[],
  context: QueryContext,
): Promise<Map<string, AddressLabel>> {
  if (addresses.length === 0) return new Map();
  return labelsOf(await database.rows<LabelRow>(ADDRESS_LABELS, { addresses }, context));
}
