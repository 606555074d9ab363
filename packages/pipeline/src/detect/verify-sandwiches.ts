import { rangesOfSlots, type SlotRange } from '@tickscope/chain';
import type { SandwichCheck } from '@tickscope/queries/verify/verify-range';
import { LIVE_MAX_SPAN } from '@tickscope/sandwich';
import {
  compareSandwiches,
  newestDetectableSlot,
  type ReadConnection,
  readUndetectedSlots,
  type SandwichDifference,
  type SandwichWrite,
} from '@tickscope/store';
import { beginDetectionPass } from './detection-pass.js';

/** Skips slots stored more recently than this: the ingester may still be detecting them. */
const SETTLE_SECONDS = 10;

const DIFFERENCES: Record<SandwichDifference['kind'], string> = {
  missing: 'is not stored',
  unexpected: 'is stored, but the stored swaps hold no such sandwich',
  provisional: 'is stored as provisional, and is final',
  legs: 'is stored with other legs',
  content: 'is stored with other content',
};

/**
 * Runs the detector over the stored trades of a range and compares the result with the stored sandwiches, legs
 * included, without writing. Undetected slots are reported as such, and sandwiches near them are not compared. While blocks
 * come, those of the newest slots are not reported: the next block may already have changed what is stored of them.
 */
export function sandwichCheck(settleSeconds = SETTLE_SECONDS): SandwichCheck {
  return (read, range, report) => verifySandwiches(read, range, report, settleSeconds);
}

async function verifySandwiches(
  read: ReadConnection,
  range: SlotRange,
  { problem, onProgress }: Parameters<SandwichCheck>[2],
  settleSeconds: number,
): Promise<number> {
  // Blocks stored after this was read may not be detected yet.
  const headSlot = await newestDetectableSlot(read);
  if (headSlot === null) return 0;
  const undetected = await undetectedSlots(read, range, 0);
  const overdue = await undetectedSlots(read, range, settleSeconds);
  for (const { fromSlot, toSlot } of rangesOfSlots(overdue))
    problem('undetected', fromSlot, `run tickscope redetect --from ${fromSlot} --to ${toSlot}`, toSlot);
  const { steps } = await beginDetectionPass(read, { fromSlot: range.fromSlot, headSlot });
  const isCompared = (write: SandwichWrite): boolean => {
    const { firstSlot } = write.kind === 'store' ? write.sandwich : write;
    const lastSlot = write.kind === 'store' ? write.sandwich.lastSlot : firstSlot;
    return (
      firstSlot <= range.toSlot &&
      lastSlot >= range.fromSlot &&
      !undetected.some((slot) => slot >= firstSlot - LIVE_MAX_SPAN && slot <= lastSlot + LIVE_MAX_SPAN)
    );
  };
  let compared = 0;
  const provisional: { firstSlot: number; detail: string }[] = [];
  for await (const step of steps) {
    const writes = step.writes.filter(isCompared);
    compared += writes.length;
    for (const { id, firstSlot, kind } of await compareSandwiches(read, writes)) {
      const detail = `sandwich ${id} ${DIFFERENCES[kind]}`;
      if (firstSlot + 2 * LIVE_MAX_SPAN > headSlot) provisional.push({ firstSlot, detail });
      else problem('sandwiches', firstSlot, detail);
    }
    onProgress(Math.min(step.toSlot, range.toSlot));
    if (step.settledTo >= range.toSlot + LIVE_MAX_SPAN) break;
  }
  if (provisional.length > 0 && (await newestDetectableSlot(read)) === headSlot)
    for (const { firstSlot, detail } of provisional) problem('sandwiches', firstSlot, detail);
  return compared;
}

async function undetectedSlots(
  read: ReadConnection,
  range: SlotRange,
  ageSeconds: number,
): Promise<number[]> {
  return readUndetectedSlots(read, {
    // Sandwiches of the range may extend beyond it by this much.
    fromSlot: Math.max(0, range.fromSlot - LIVE_MAX_SPAN),
    toSlot: range.toSlot + LIVE_MAX_SPAN,
    ageSeconds,
  });
}
