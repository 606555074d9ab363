import { column, type RowOf } from '@tickscope/store';
import type { StoredBlock } from './coverage.js';
import { LINKS_KNOWN_VERSION } from './links-known.js';

/** The columns of a SELECT list that begins with a stored block. */
export const STORED_BLOCK_COLUMNS = {
  slot: column.integer,
  parentSlot: column.nullable(column.integer),
  content: column.oneOf('full', 'no_entries', 'entries_only'),
  isExpired: column.flag,
  isDetected: column.flag,
  version: column.integer,
};

export function toStoredBlock({ version, ...block }: RowOf<typeof STORED_BLOCK_COLUMNS>): StoredBlock {
  return { ...block, areLinksKnown: version >= LINKS_KNOWN_VERSION };
}
