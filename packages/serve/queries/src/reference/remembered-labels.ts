import type { Address } from '@tickscope/chain';
import { defineFileQuery, param } from '@tickscope/store';
import { perDatabase } from '../caches/per-database.js';
import { remembered } from '../caches/remembered.js';
import type { Database, QueryContext } from '../database.js';
import { type AddressLabel, LABEL_COLUMNS, labelsByAddress, readLabels } from './address-labels.js';

const ALL_LABELS = defineFileQuery(import.meta.url, './all-labels.sql', {
  params: { most: param.integer },
  row: LABEL_COLUMNS,
});

/** A few MB. */
const MOST = 5_000;
const FRESH_MS = 5_000;
/** A list that is too long rarely becomes short again. */
const TOO_MANY_MS = 60_000;

interface AllLabels {
  /** Null: there are too many to remember. */
  labels: Map<string, AddressLabel> | null;
}

const keptOf = perDatabase(() => remembered<AllLabels>(1));

/**
 * Returns labels that include those of some addresses (base58); they are five seconds old at most. Most
 * addresses have no label, so the whole list is cached while it is short, instead of each address.
 */
export async function readRememberedLabels(
  database: Database,
  addresses: readonly Address[],
  context: QueryContext,
): Promise<ReadonlyMap<string, AddressLabel>> {
  if (addresses.length === 0) return new Map();
  const { labels } = await keptOf(database)('', context, async () => {
    const rows = await database.rows(ALL_LABELS, { most: MOST }, context);
    return rows.length > MOST
      ? { value: { labels: null }, forMs: TOO_MANY_MS }
      : { value: { labels: labelsByAddress(rows) }, forMs: FRESH_MS };
  });
  return labels ?? readLabels(database, addresses, context);
}
