import { shardOf32Bytes, shardOfFourSlots, shardOfUint64 } from './hash64.js';

/**
 * The key by which the rows of a table are spread over the shards. ClickHouse computes `expression`, modulo the number of
 * shards, and the writer `shardOf`: both give the same number. The key is a function of the table's sort key, so that all
 * versions of a row are on one shard. It never changes: the rows that are stored would be where no query looks for them.
 */
export interface ShardKey {
  expression: string;
  /** @param at where the row begins in its RowBinary */
  shardOf(bytes: Uint8Array, at: number, shardCount: number): number;
}

/** By an address that is the first column. */
export function byAddress(column: string): ShardKey {
  return { expression: `cityHash64(${column})`, shardOf: shardOf32Bytes };
}

/** By the first 8 bytes of a signature, which are the first column. */
export const BY_SIGNATURE_PREFIX: ShardKey = { expression: 'signature_prefix', shardOf: shardOfUint64 };

/** By the slot, which begins at this byte of a row. Four slots stay together: a leader's window. */
export function bySlot(offset = 0): ShardKey {
  return {
    expression: 'cityHash64(intDiv(slot, 4))',
    shardOf: (bytes, at, shardCount) => shardOfFourSlots(bytes, at + offset, shardCount),
  };
}
