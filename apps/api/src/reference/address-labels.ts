import { sqlFile } from '@tickscope/store';
import type { Database } from '../database/database.js';
import type { QueryContext } from '../request-context.js';

const ADDRESS_LABELS = { name: 'address-labels', sql: sqlFile(import.meta.url, './address-labels.sql') };

/** What somebody vouches for: this build's list, or the operator's file. */
export interface AddressLabel {
  kind: string;
  label: string;
  tags: string[];
}

/** The labels of some addresses (base58, at most some hundred); of those without one there is none. */
export async function readLabels(
  database: Database,
  addresses: readonly string[],
  context: QueryContext,
): Promise<Map<string, AddressLabel>> {
  if (addresses.length === 0) return new Map();
  type Row = [address: string, kind: string, label: string, tags: string[]];
  const rows = await database.rows<Row>(ADDRESS_LABELS, { addresses }, context);
  return new Map(rows.map(([address, kind, label, tags]) => [address, { kind, label, tags }]));
}
