import type { EntryStyle } from './leaders.js';
import type { Random } from './random.js';

export const TICKS_PER_SLOT = 64;
const LARGEST_ENTRY = 16;

/** An entry to be hashed; a tick if it has no transactions. */
export interface PlannedEntry {
  numHashes: number;
  transactionCount: number;
}

/**
 * Sizes of a block's entries, as produced by its leader's scheduler. Real blocks have many entries with one transaction
 * beside full ones of 16; some leaders put exactly one in each (chain fact 8).
 */
export function entrySizes(transactionCount: number, style: EntryStyle, random: Random): number[] {
  const sizes: number[] = [];
  const fullShare = style === 'batches' ? 0.35 : 0.06;
  for (let left = transactionCount; left > 0; ) {
    let size = 1;
    if (style !== 'singles') {
      const draw = random.unit();
      if (draw < fullShare) size = LARGEST_ENTRY;
      else if (draw < fullShare + 0.2) size = random.between(2, LARGEST_ENTRY - 1);
    }
    size = Math.min(size, left);
    sizes.push(size);
    left -= size;
  }
  return sizes;
}

/** The fewest hashes per tick that can hold a block of single-transaction entries, with a margin. */
export function hashesPerTickFor(mostTransactions: number): number {
  return Math.ceil((mostTransactions * 1.5) / TICKS_PER_SLOT) + 2;
}

/**
 * Distributes entries between ticks. Every entry takes at least one hash, every tick the rest of its `hashesPerTick`,
 * at least one. The ticks of skipped slots come first, without entries.
 */
export function placeEntries(
  sizes: readonly number[],
  skippedSlots: number,
  hashesPerTick: number,
  random: Random,
): PlannedEntry[] {
  const entries: PlannedEntry[] = [];
  for (let tick = 0; tick < skippedSlots * TICKS_PER_SLOT; tick += 1)
    entries.push({ numHashes: hashesPerTick, transactionCount: 0 });

  let next = 0;
  for (const count of entriesPerTick(sizes.length, hashesPerTick - 1, random)) {
    let hashesLeft = hashesPerTick;
    for (let placed = 0; placed < count; placed += 1) {
      const mustLeave = count - placed;
      const numHashes = 1 + (random.chance(0.5) ? random.below(hashesLeft - mustLeave) : 0);
      entries.push({ numHashes, transactionCount: sizes[next]! });
      next += 1;
      hashesLeft -= numHashes;
    }
    entries.push({ numHashes: hashesLeft, transactionCount: 0 });
  }
  return entries;
}

/** Alpenglow: one tick at the end, every entry one hash (chain fact 4). */
export function placeAlpenglowEntries(sizes: readonly number[]): PlannedEntry[] {
  const entries: PlannedEntry[] = sizes.map((transactionCount) => ({ numHashes: 1, transactionCount }));
  entries.push({ numHashes: 1, transactionCount: 0 });
  return entries;
}

/** Number of entries before each of the 64 ticks: random, with overflow moved to where there is room. */
function entriesPerTick(entryCount: number, mostPerTick: number, random: Random): number[] {
  if (entryCount > mostPerTick * TICKS_PER_SLOT)
    throw new RangeError(
      `${entryCount} entries do not fit into a slot of ${mostPerTick + 1} hashes per tick`,
    );
  const counts = new Array<number>(TICKS_PER_SLOT).fill(0);
  for (let entry = 0; entry < entryCount; entry += 1) counts[random.below(TICKS_PER_SLOT)]! += 1;
  for (let pass = 0; pass < 2; pass += 1) {
    let overflow = 0;
    for (let tick = 0; tick < TICKS_PER_SLOT; tick += 1) {
      const wanted = counts[tick]! + overflow;
      counts[tick] = Math.min(wanted, mostPerTick);
      overflow = wanted - counts[tick]!;
    }
    counts[0]! += overflow;
  }
  return counts;
}
