import { column, defineQuery, param, type Read, type RowOf, sqlFile } from '@tickscope/store';

const UNKNOWN_SWAPS = defineQuery({
  name: 'unknown-swaps',
  sql: sqlFile(import.meta.url, './unknown-swaps.sql'),
  params: { since_slot: param.integer, to_slot: param.integer, limit: param.integer },
  row: {
    /** Base58. */
    programId: column.text,
    /** Of the instruction's data; null: it has none. */
    firstByte: column.nullable(column.integer),
    /** Calls that exchanged one mint for another. */
    frames: column.integer,
    /** Those of them that are stored as swaps. */
    inferredFrames: column.integer,
    transactions: column.integer,
    lastSlot: column.integer,
    /** Of a transaction of `lastSlot`, base58. */
    sampleSignature: column.text,
  },
});

/** Calls of one program that exchanged mints and that no layout describes, by the first byte of their data. */
export type UnknownSwaps = RowOf<typeof UNKNOWN_SWAPS>;

export interface UnknownSwapsAsked {
  /** Frames of earlier slots do not count. */
  sinceSlot: number;
  /** Nor do frames of later ones; absent: up to the newest. */
  toSlot?: number;
  /** At most this many rows: those with most frames. */
  limit: number;
}

/** Reads which programs exchange mints without a known layout, most frequent first. */
export function readUnknownSwaps(
  read: Read,
  { sinceSlot, toSlot = Number.MAX_SAFE_INTEGER, limit }: UnknownSwapsAsked,
): Promise<UnknownSwaps[]> {
  return read(UNKNOWN_SWAPS, { since_slot: sinceSlot, to_slot: toSlot, limit });
}
