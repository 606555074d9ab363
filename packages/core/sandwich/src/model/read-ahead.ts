import type { Swap } from '@tickscope/dex';
import type { AddressLists } from './address-lists.js';
import { hashSome } from './text-hash.js';

/*
 * Prefetching. The cost of a swap is waiting for memory. Reading a little of many swaps in a row lets the CPU overlap
 * the cache misses, which it cannot do if dependent work follows each read. The results are returned only so that the
 * JIT does not remove the loads as dead code.
 */

/**
 * Prefetches swaps that are about to be added, and the look-ups of their traders. Stores the traders' hashes in
 * `hashes`.
 */
export function readSwaps(swaps: readonly Swap[], lists: AddressLists, hashes: Int32Array): number {
  let read = 0;
  for (let index = 0; index < swaps.length; index += 1) {
    const { feePayer, pool, trader, source, destination } = swaps[index]!;
    read += feePayer.length + pool.length + trader.length;
    if (source.account === null) read += 1;
    if (destination.account === null) read += 1;
  }
  for (let index = 0; index < swaps.length; index += 1) {
    const hash = hashSome(swaps[index]!.trader);
    hashes[index] = hash;
    read ^= lists.glance(hash);
  }
  return read;
}

/** Prefetches the sizes of a pool's swaps, which may have been added long ago. */
export function readAmounts(swaps: readonly Swap[]): number {
  let read = 0;
  for (let at = 0; at < swaps.length; at += 1) {
    const { blockIndex, poolIn, poolOut, traderIn } = swaps[at]!;
    read += blockIndex;
    if (traderIn) read += 1;
    if (poolIn) read += 1;
    if (poolOut) read += 1;
  }
  return read;
}
