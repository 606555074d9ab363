/** The chain of the benchmark: 34 partitions of `swaps`, every 20th slot skipped, 0.4 s a slot: 41 days. */
export const PARTITION_SLOTS = 262_144;
const PARTITIONS = 34;
export const BASE_SLOT = 1_100 * PARTITION_SLOTS;
export const BLOCKS_IN_ALL = Math.floor((PARTITIONS * PARTITION_SLOTS * 19) / 20);
export const BLOCKS_A_DAY = (216_000 * 19) / 20;
/** The last five days are five times as dense as what is before. */
const DENSE_BLOCKS = 1_050_000;

/** A run of blocks with equally many swaps in each, or in every so manieth. */
export interface Zone {
  firstBlock: number;
  swapsPerSlot: number;
  stride: number;
  swaps: number;
  /** In how many inserts it is made. */
  inserts: number;
}

/** @param swaps 100 million, or a hundredth or a tenth of it for a look: then in every hundredth or tenth block */
export function zonesOf(swaps: number): Zone[] {
  const stride = Math.max(1, Math.round(100_000_000 / swaps));
  const zone = (firstBlock: number, blocks: number, swapsPerSlot: number, inserts: number): Zone => ({
    firstBlock,
    swapsPerSlot,
    stride,
    swaps: Math.floor(blocks / stride) * swapsPerSlot,
    inserts,
  });
  const thinBlocks = BLOCKS_IN_ALL - DENSE_BLOCKS;
  return [zone(0, thinBlocks, 8, 120), zone(thinBlocks, DENSE_BLOCKS, 40, 42)];
}

export function slotOfBlock(block: number): number {
  return BASE_SLOT + block + Math.floor(block / 19);
}

/** Transactions are kept 8 days, locks 4. */
export const TRANSACTIONS_FROM = slotOfBlock(BLOCKS_IN_ALL - 8 * BLOCKS_A_DAY);
export const LOCKS_FROM = slotOfBlock(BLOCKS_IN_ALL - 4 * BLOCKS_A_DAY);
