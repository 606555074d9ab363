import type { Swap } from '@tickscope/dex';
import type { AddressLists } from './address-lists.js';
import { hashSome } from './text-hash.js';

/*
 * What a swap costs is waiting for memory. Reading a little of many swaps one right after the other lets memory fetch
 * many at once, which it does not where each is followed by work that waits for it. What is read means nothing here,
 * but were it given to nobody the reading would be left out as useless.
 */

/** Reads over swaps that are about to be added, and what their traders are looked up by; leaves the traders' hashes. */
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

/** Reads over swaps of a pool whose sizes are about to be asked for: they may have come long ago. */
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
