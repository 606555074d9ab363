import {
  createSandwichDetector,
  FINAL_AFTER_SLOTS,
  LIVE_MAX_SPAN,
  type SandwichDetector,
} from '@tickscope/sandwich';
import { neighbourSlots, type ReadConnection, readDetectionState } from '@tickscope/store';
import { EarlierSandwiches } from './earlier-sandwiches.js';
import { storedTrades } from './stored-trades.js';

/** Slots whose events the detector holds: a sandwich may span 20 slots, and may change until 20 slots later. */
export const RETAINED_SLOTS = LIVE_MAX_SPAN + FINAL_AFTER_SLOTS;

export interface ResumedDetector {
  detector: SandwichDetector;
  /** Sandwiches that end at or before this slot are final and not reported again; −1 if there are none. */
  finalTo: number;
  earlier: EarlierSandwiches;
}

/**
 * Creates a detector that resumes at a slot as if it had seen everything stored before. Its window is filled from the
 * preceding blocks. Final sandwiches, known bots and relayers come from the tables.
 */
export async function resumeDetector(read: ReadConnection, resumeAt: number): Promise<ResumedDetector> {
  // However far away the block before is: sandwiches open at the end of its stretch become final.
  const { before: newestBefore } = await neighbourSlots(read, resumeAt);
  const firstSlot = Math.max(0, (newestBefore ?? resumeAt) - RETAINED_SLOTS + 1);
  const finalTo = (newestBefore ?? resumeAt) - FINAL_AFTER_SLOTS;
  const earlier = await EarlierSandwiches.read(read, finalTo);
  const state = await readDetectionState(read, firstSlot, finalTo);
  const detector = createSandwichDetector({ ...state, resumeAt });
  if (newestBefore !== null)
    for await (const { blocks } of storedTrades(read, { fromSlot: firstSlot, toSlot: newestBefore }))
      for (const block of blocks) detector.push(block);
  return { detector, finalTo, earlier };
}
