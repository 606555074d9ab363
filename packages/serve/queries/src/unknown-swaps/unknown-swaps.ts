import { column, defineFileQuery, param, type Read, type RowOf } from '@tickscope/store';

const UNKNOWN_SWAPS = defineFileQuery(import.meta.url, './unknown-swaps.sql', {
  params: { since_slot: param.integer, to_slot: param.integer, limit: param.integer },
  row: {
    /** Base58. */
    programId: column.text,
    /** First byte of the instruction's data; null: it has none. */
    firstByte: column.nullable(column.integer),
    /** Calls that exchanged one mint for another. */
    frames: column.integer,
    /** Those of them that are stored as swaps. */
    inferredFrames: column.integer,
    transactions: column.integer,
    lastSlot: column.integer,
    /** Signature of a transaction of `lastSlot`, base58. */
    sampleSignature: column.text,
  },
});

/** Swap-like calls of one program that were not decoded, by the first byte of their data. */
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
