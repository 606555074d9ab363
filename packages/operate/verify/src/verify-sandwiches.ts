import { rangesOfSlots, type SlotRange } from '@tickscope/chain';
import { beginDetectionPass } from '@tickscope/pipeline';
import { FINAL_AFTER_SLOTS, LIVE_MAX_SPAN } from '@tickscope/sandwich';
import {
  changedActors,
  compareSandwiches,
  newestDetectableSlot,
  type ReadConnection,
  readUndetectedSlots,
  readWith,
  type SandwichDifference,
  type SandwichWrite,
  staleVerdicts,
} from '@tickscope/store';
import type { SandwichCheck } from './verify-range.js';

/** Within this time after a trip the sandwiches of its actor are judged again, as the API document promises. */
const STANDING_LAG_SECONDS = 60;
const SLOTS_AT_ONCE = 1_000;
/** A sandwich becomes final in the detection of a block at most this far behind its last slot. */
const FINAL_REACH = LIVE_MAX_SPAN + FINAL_AFTER_SLOTS;
const QUERY_TIMEOUT_MS = 60_000;
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
  const undetected = await undetectedSlots(read, range, { reach: FINAL_REACH, ageSeconds: 0 });
  const overdue = await undetectedSlots(read, range, { reach: LIVE_MAX_SPAN, ageSeconds: settleSeconds });
  for (const { fromSlot, toSlot } of rangesOfSlots(overdue))
    problem('undetected', fromSlot, `run tickscope redetect --from ${fromSlot} --to ${toSlot}`, toSlot);
  const { steps } = await beginDetectionPass(read, { fromSlot: range.fromSlot, headSlot });
  const isCompared = (write: SandwichWrite): boolean => {
    const { firstSlot } = write.kind === 'store' ? write.sandwich : write;
    const lastSlot = write.kind === 'store' ? write.sandwich.lastSlot : firstSlot;
    const reach = write.kind === 'store' && write.isFinal ? FINAL_REACH : LIVE_MAX_SPAN;
    return (
      firstSlot <= range.toSlot &&
      lastSlot >= range.fromSlot &&
      !undetected.some((slot) => slot >= firstSlot - LIVE_MAX_SPAN && slot <= lastSlot + reach)
    );
  };
  const lagSeconds = settleSeconds === 0 ? 0 : STANDING_LAG_SECONDS;
  let judgedTo = range.fromSlot - 1;
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
    const isLast = step.settledTo >= range.toSlot + LIVE_MAX_SPAN;
    const upTo = Math.min(step.settledTo, range.toSlot);
    if (upTo - judgedTo >= SLOTS_AT_ONCE || isLast || step.isAtHead) {
      await verifyVerdicts(read, { fromSlot: judgedTo + 1, toSlot: upTo }, problem, lagSeconds);
      judgedTo = upTo;
    }
    if (isLast) break;
  }
  if (provisional.length > 0 && (await newestDetectableSlot(read)) === headSlot)
    for (const { firstSlot, detail } of provisional) problem('sandwiches', firstSlot, detail);
  return compared;
}

/**
 * Compares the verdicts as of now with what the stored records say. Leaves out those whose actors' trips changed within the
 * promised lag.
 */
async function verifyVerdicts(
  read: ReadConnection,
  { fromSlot, toSlot }: SlotRange,
  problem: Parameters<SandwichCheck>[2]['problem'],
  lagSeconds: number,
): Promise<void> {
  const reads = readWith(read, { timeoutMs: QUERY_TIMEOUT_MS });
  const stale = await staleVerdicts(reads, { fromSlot, toSlot, withProvisional: false });
  const addresses = stale.flatMap(({ row }) => row.addresses);
  const pending = new Set(await changedActors(read, addresses, lagSeconds));
  for (const { row } of stale)
    if (!row.addresses.some((address) => pending.has(address)))
      problem('sandwiches', row.firstSlot, `sandwich ${row.id} is stored with the verdict of another record`);
}

/** @param options.reach the slots after the range in which detection still changes what is stored of its sandwiches */
async function undetectedSlots(
  read: ReadConnection,
  { fromSlot, toSlot }: SlotRange,
  { reach, ageSeconds }: { reach: number; ageSeconds: number },
): Promise<number[]> {
  return readUndetectedSlots(read, {
    fromSlot: Math.max(0, fromSlot - LIVE_MAX_SPAN),
    toSlot: toSlot + reach,
    ageSeconds,
  });
}
