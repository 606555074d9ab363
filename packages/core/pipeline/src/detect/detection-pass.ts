import type { TradesOfBlock } from '@tickscope/dex';
import { FINAL_AFTER_SLOTS, type Sandwich, type SandwichDetector } from '@tickscope/sandwich';
import {
  type ReadConnection,
  type ReadVersion,
  type SandwichWrite,
  storedSandwichIds,
} from '@tickscope/store';
import type { EarlierSandwiches } from './earlier-sandwiches.js';
import { resumeDetector } from './resume-detector.js';
import { storedTrades } from './stored-trades.js';

export interface DetectionPassOptions {
  fromSlot: number;
  /** The newest stored block. Sandwiches that are still open there are stored as provisional. */
  headSlot: number;
  /** No slot beyond this one is read. Absent: up to the head. */
  untilSlot?: number;
}

/** The result of a pass over the next few slots. */
export interface DetectionStep {
  /** The writes for sandwiches that end after the previous step and at or before `settledTo`. */
  writes: SandwichWrite[];
  /** All sandwiches that end at or before this slot have been returned; no stored block changes them any more. */
  settledTo: number;
  /** Everything up to this slot was read. */
  toSlot: number;
  isAtHead: boolean;
  /** The stored versions that were read. */
  versions: ReadVersion[];
  /** Fee payers of other wallets' swaps in blocks that detection sees for the first time. */
  newPayers: string[];
  /** The newest block of the step; null if it has none. */
  lastSlot: number | null;
  blocks: number;
  swaps: number;
}

export interface DetectionPass {
  /** Positioned at the end of what was read so far; can continue with later blocks. */
  detector: SandwichDetector;
  earlier: EarlierSandwiches;
  steps: AsyncGenerator<DetectionStep>;
}

/**
 * Runs the detector over the stored trades from a slot on, as if it had seen all earlier blocks. Writes nothing: each
 * step returns what the tables must hold. Open sandwiches become final at a missing range of 20 slots or more, and at
 * the end of the stored blocks if that lies below the head.
 */
export async function beginDetectionPass(
  read: ReadConnection,
  options: DetectionPassOptions,
): Promise<DetectionPass> {
  const { detector, finalTo, earlier } = await resumeDetector(read, options.fromSlot);
  return { detector, earlier, steps: stepsOf(read, options, detector, finalTo) };
}

async function* stepsOf(
  read: ReadConnection,
  { fromSlot, headSlot, untilSlot = headSlot }: DetectionPassOptions,
  detector: SandwichDetector,
  finalTo: number,
): AsyncGenerator<DetectionStep> {
  let settledTo = finalTo;
  const range = { fromSlot, toSlot: Math.min(headSlot, untilSlot) };
  for await (const { blocks, versions, toSlot } of storedTrades(read, range)) {
    const isAtHead = toSlot === headSlot;
    const finals = pushAll(detector, blocks);
    // The next block, wherever it is, comes after everything that was read.
    if (!isAtHead) finals.push(...finalOf(detector.closeBefore(toSlot + 1)));
    const writes: SandwichWrite[] = finals.map((sandwich) => ({ kind: 'store', sandwich, isFinal: true }));
    if (isAtHead)
      for (const sandwich of detector.open()) writes.push({ kind: 'store', sandwich, isFinal: false });
    const settled = isAtHead ? headSlot : toSlot + 1 - FINAL_AFTER_SLOTS;
    const kept = new Set(writes.map((write) => (write.kind === 'store' ? write.sandwich.id : write.id)));
    for (const stored of await storedSandwichIds(read, settledTo + 1, settled))
      if (!kept.has(stored.id)) writes.push({ kind: 'retract', ...stored });
    settledTo = Math.max(settledTo, settled);
    yield {
      writes,
      settledTo,
      toSlot,
      isAtHead,
      versions,
      newPayers: newPayersOf(blocks, versions),
      lastSlot: blocks.at(-1)?.slot ?? null,
      blocks: blocks.length,
      swaps: blocks.reduce((sum, { swaps }) => sum + swaps.length, 0),
    };
  }
}

function newPayersOf(blocks: readonly TradesOfBlock[], versions: readonly ReadVersion[]): string[] {
  const known = new Set(versions.flatMap(({ slot, isDetected }) => (isDetected ? [slot] : [])));
  const payers = new Set<string>();
  for (const { slot, swaps } of blocks) {
    if (known.has(slot)) continue;
    for (const { feePayer, authority, authoritySigned } of swaps)
      if (authoritySigned && authority !== feePayer) payers.add(feePayer);
  }
  return [...payers];
}

/** Returns the sandwiches that became final, in their final state. */
function pushAll(detector: SandwichDetector, blocks: readonly TradesOfBlock[]): Sandwich[] {
  return blocks.flatMap((block) => finalOf(detector.push(block)));
}

function finalOf(changes: ReturnType<SandwichDetector['push']>): Sandwich[] {
  return changes.flatMap(({ kind, sandwich }) => (kind === 'final' ? [sandwich] : []));
}
