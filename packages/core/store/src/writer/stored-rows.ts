import { addTo, type Block, groupBy } from '@tickscope/chain';
import type { ReadConnection } from '../connection/read-connection.js';
import { column, defineFileQuery, param, type RowOf, runQuery } from '../query/index.js';

const STORED_ROWS = defineFileQuery(import.meta.url, './stored-rows.sql', {
  params: { slots: param.integers },
  row: {
    kind: column.oneOf('version', 'replacement', 'transaction', 'entry'),
    slot: column.integer,
    /** In hex, of a version. */
    blockhash: column.text,
    content: column.text,
    /** Quality of a version; index of a transaction or an entry. */
    number: column.integer,
    /** Identifies a row of a slot: first 8 bytes of a transaction's signature or of an entry's hash. */
    fingerprint: column.exact,
  },
});
const STORED_VERSIONS = defineFileQuery(import.meta.url, './stored-versions.sql', {
  params: { slots: param.integers },
  row: {
    slot: column.integer,
    blockhash: (hex: string) => Buffer.from(hex, 'hex'),
    content: column.oneOf('full', 'no_entries', 'entries_only'),
    version: column.integer,
  },
});
const CONTENT = column.oneOf('full', 'no_entries', 'entries_only');

const QUERY_TIMEOUT_MS = 30_000;

export type StoredVersion = RowOf<typeof STORED_VERSIONS>;

/** A row of a slot, identified by its index and 8 bytes of its signature or hash. */
export interface RowFingerprint {
  slot: number;
  kind: 'transaction' | 'entry';
  index: number;
  fingerprint: bigint;
}

/** Stored rows of some slots before they are written. */
export interface StoredRows {
  versions: Map<number, StoredVersion[]>;
  /** Slots whose clearing began and was not recorded as done. Their remaining rows, including `slots`, may be partial. */
  replacements: number[];
  fingerprints: RowFingerprint[];
}

type Slots = readonly Pick<Block, 'slot'>[];

export async function readStoredRows(read: ReadConnection, blocks: Slots): Promise<StoredRows> {
  const stored: StoredRows = { versions: new Map(), replacements: [], fingerprints: [] };
  const rows = await runQuery(read, STORED_ROWS, slotsOf(blocks), { timeoutMs: QUERY_TIMEOUT_MS });
  for (const { kind, slot, blockhash, content, number, fingerprint } of rows)
    if (kind === 'version')
      addTo(stored.versions, slot, {
        slot,
        blockhash: Buffer.from(blockhash, 'hex'),
        content: CONTENT(content),
        version: number,
      });
    else if (kind === 'replacement') stored.replacements.push(slot);
    else stored.fingerprints.push({ slot, kind, index: number, fingerprint });
  return stored;
}

export async function readStoredVersions(
  read: ReadConnection,
  blocks: Slots,
): Promise<Map<number, StoredVersion[]>> {
  const rows = await runQuery(read, STORED_VERSIONS, slotsOf(blocks), { timeoutMs: QUERY_TIMEOUT_MS });
  return groupBy(rows, ({ slot }) => slot);
}

function slotsOf(blocks: Slots): { slots: number[] } {
  return { slots: blocks.map(({ slot }) => slot) };
}
