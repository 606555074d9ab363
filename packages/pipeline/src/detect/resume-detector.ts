import {
  createSandwichDetector,
  FINAL_AFTER_SLOTS,
  LIVE_MAX_SPAN,
  type SandwichDetector,
} from '@tickscope/sandwich';
import { type ClickHouseClient, neighbourSlots, readDetectionState } from '@tickscope/store';
import { storedTrades } from './stored-trades.js';

/** Slots whose events the detector holds: a sandwich may span 20, and changes until 20 slots later. */
export const RETAINED_SLOTS = LIVE_MAX_SPAN + FINAL_AFTER_SLOTS;

export interface ResumedDetector {
  detector: SandwichDetector;
  /** Sandwiches that end at or before this slot are final and not reported again; −1: none is. */
  finalTo: number;
}

/**
 * A detector that goes on from a slot as if it had seen everything stored before: its window is filled with the blocks
 * before, what is final and who is known comes from the stored sandwiches.
 */
export async function resumeDetector(client: ClickHouseClient, resumeAt: number): Promise<ResumedDetector> {
  // However far away: what is open at the end of the stretch before becomes final.
  const { before: newestBefore } = await neighbourSlots(client, resumeAt);
  const firstSlot = Math.max(0, (newestBefore ?? resumeAt) - RETAINED_SLOTS + 1);
  const finalTo = (newestBefore ?? resumeAt) - FINAL_AFTER_SLOTS;
  const state = await readDetectionState(client, firstSlot, finalTo);
  const detector = createSandwichDetector({ ...state, resumeAt });
  if (newestBefore !== null)
    for await (const { blocks } of storedTrades(client, { fromSlot: firstSlot, toSlot: newestBefore }))
      for (const block of blocks) detector.push(block);
  return { detector, finalTo };
}
