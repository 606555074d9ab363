import type { TradesOfBlock } from '@tickscope/dex';
import { type Bracket, FINAL_AFTER_SLOTS, type SandwichDetector } from '@tickscope/sandwich';
import {
  type BracketWrite,
  type ClickHouseClient,
  HISTORY_SLOTS,
  storedBracketIds,
  writeBrackets,
} from '@tickscope/store';
import { RETAINED_SLOTS, resumeDetector } from './resume-detector.js';
import { storedTrades } from './stored-trades.js';

export interface RedetectOptions {
  /** The first slot whose block changed. */
  fromSlot: number;
  /** The last slot whose block changed. */
  toSlot: number;
  /** The newest stored block: nothing beyond is read. */
  headSlot: number;
  onProgress?(progress: { slot: number; swaps: number; written: number }): void;
  signal?: AbortSignal;
}

export interface RedetectReport {
  /** The newest block that was looked at; `null`: none. */
  lastSlot: number | null;
  blocks: number;
  swaps: number;
  /** Brackets stored, changed or retracted. */
  written: number;
  /** At the head of what is stored: it may go on with the blocks to come. */
  detector: SandwichDetector;
}

/**
 * Makes the brackets of a slot range again from the stored trades and brings the tables to them: what a detector would
 * hold that had seen the blocks as they are stored now. Goes on behind the range until what it finds is what is stored;
 * where it changed brackets that tell a known bot, as far as they can matter. Safe to repeat, also after dying in the
 * middle.
 */
export async function redetect(client: ClickHouseClient, options: RedetectOptions): Promise<RedetectReport> {
  const { fromSlot, toSlot, headSlot, signal } = options;
  const { detector, finalTo } = await resumeDetector(client, fromSlot);
  const report: RedetectReport = { lastSlot: null, blocks: 0, swaps: 0, written: 0, detector };
  /** Up to where stored and computed brackets were compared. */
  let comparedTo = finalTo;
  let historyChanged = false;
  for await (const { blocks, toSlot: end } of storedTrades(client, { fromSlot, toSlot: headSlot })) {
    signal?.throwIfAborted();
    const finals = pushAll(detector, blocks);
    const last = blocks.at(-1)?.slot ?? null;
    report.blocks += blocks.length;
    report.swaps += blocks.reduce((sum, { swaps }) => sum + swaps.length, 0);
    if (last !== null) report.lastSlot = last;
    const isAtHead = end === headSlot;
    const frozenTo = isAtHead ? headSlot : (last ?? comparedTo + FINAL_AFTER_SLOTS) - FINAL_AFTER_SLOTS;
    const writes: BracketWrite[] = finals.map((bracket) => ({ kind: 'store', bracket, isFinal: true }));
    if (isAtHead)
      for (const bracket of detector.open()) writes.push({ kind: 'store', bracket, isFinal: false });
    const kept = new Set(writes.map((write) => (write.kind === 'store' ? write.bracket.id : write.id)));
    for (const stored of await storedBracketIds(client, comparedTo + 1, frozenTo))
      if (!kept.has(stored.id)) writes.push({ kind: 'retract', ...stored });
    comparedTo = Math.max(comparedTo, frozenTo);
    const written = await writeBrackets(client, writes);
    report.written += written;
    historyChanged ||=
      written > 0 && writes.some((write) => write.kind === 'retract' || tellsBots(write.bracket));
    options.onProgress?.({ slot: end, swaps: report.swaps, written: report.written });
    // As far as a changed bracket can matter to others: the day of a known bot's history.
    const mattersTo = toSlot + (historyChanged ? HISTORY_SLOTS : RETAINED_SLOTS);
    if (!isAtHead && written === 0 && end > mattersTo) break;
  }
  return report;
}

/** The brackets that became final, as they are now. */
function pushAll(detector: SandwichDetector, blocks: readonly TradesOfBlock[]): Bracket[] {
  const finals: Bracket[] = [];
  for (const block of blocks)
    for (const { kind, bracket } of detector.push(block)) if (kind === 'final') finals.push(bracket);
  return finals;
}

function tellsBots({ confidence, basis }: Bracket): boolean {
  return confidence === 'exact' && (basis === 'same_slot' || basis === 'short_span');
}
