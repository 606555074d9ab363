import type { Entry, PohModel } from './block.js';
import { ChainDataError } from './errors.js';

/** Tick entries per slot. Constant since genesis, unlike the number of hashes between two ticks. */
export const TICKS_PER_SLOT = 64;

/** The fields of an entry that a source states; the others are derived. */
export interface RawEntry {
  numHashes: number;
  /** 32 bytes. */
  hash: Uint8Array;
  transactionCount: number;
}

export interface TickedEntries {
  model: PohModel;
  entries: Entry[];
}

/** Returns the tick height of a slot's last tick. Transactions of the slot have `slot * 64 … slot * 64 + 63`. */
export function lastTickHeight(slot: number): number {
  return (slot + 1) * TICKS_PER_SLOT;
}

/**
 * The tick assigned to every transaction of a slot with unknown entries. All that is known is that they precede the
 * slot's last tick; Alpenglow has no other tick. Reported as inexact.
 */
export function tickWithoutEntries(slot: number): number {
  return lastTickHeight(slot) - 1;
}

/**
 * Assigns each entry of a block its tick height, first transaction and kind.
 *
 * Forward: `(parent + 1) * 64` plus the ticks before it. Backward: `(slot + 1) * 64` minus the ticks after it
 * (chain fact 3). In a ticked block both must agree, that is, it holds exactly `(slot - parent) * 64` ticks and ends
 * with one. An Alpenglow block has one tick, at its end; every entry has one hash, and only the backward formula holds
 * (chain fact 4). Anything else throws `incomplete`.
 */
export function tickEntries(
  slot: number,
  parentSlot: number | null,
  raw: readonly RawEntry[],
): TickedEntries {
  const tickCount = checkedTickCount(slot, raw);
  const model = modelOf(slot, parentSlot, raw, tickCount);

  const entries: Entry[] = [];
  const firstTick = (parentSlot === null ? 0 : parentSlot + 1) * TICKS_PER_SLOT;
  let ticksSoFar = 0;
  let startIndex = 0;
  for (const [index, { numHashes, hash, transactionCount }] of raw.entries()) {
    const isTick = transactionCount === 0;
    if (isTick) ticksSoFar += 1;
    const backward = lastTickHeight(slot) - (tickCount - ticksSoFar);
    // The second formula checks the first (chain fact 3); an Alpenglow block has only one.
    if (model === 'ticked' && firstTick + ticksSoFar !== backward)
      throw new ChainDataError('contradiction', `slot ${slot}, entry ${index}: tick formulas disagree`);
    entries.push({ index, numHashes, hash, transactionCount, startIndex, isTick, pohTick: backward });
    startIndex += transactionCount;
  }
  return { model, entries };
}

function checkedTickCount(slot: number, raw: readonly RawEntry[]): number {
  let tickCount = 0;
  let hashes = 0;
  for (const [index, { numHashes, hash, transactionCount }] of raw.entries()) {
    if (hash.length !== 32)
      throw new ChainDataError('bad_value', `slot ${slot}, entry ${index}: a hash of ${hash.length} bytes`);
    if (transactionCount === 0) tickCount += 1;
    hashes += numHashes;
  }
  if (!Number.isSafeInteger(hashes))
    throw new ChainDataError('bad_value', `slot ${slot}: its entries claim ${hashes} hashes`);
  return tickCount;
}

function modelOf(
  slot: number,
  parentSlot: number | null,
  raw: readonly RawEntry[],
  tickCount: number,
): PohModel {
  const last = raw.at(-1);
  if (last === undefined) throw new ChainDataError('incomplete', `slot ${slot}: no entries`);
  if (last.transactionCount !== 0)
    throw new ChainDataError('incomplete', `slot ${slot}: its last entry is not a tick`);
  const expected = (parentSlot === null ? slot + 1 : slot - parentSlot) * TICKS_PER_SLOT;
  if (tickCount === expected) return 'ticked';
  if (tickCount === 1 && raw.every((entry) => entry.numHashes === 1)) return 'alpenglow';
  throw new ChainDataError('incomplete', `slot ${slot}: ${tickCount} ticks where ${expected} belong`);
}
