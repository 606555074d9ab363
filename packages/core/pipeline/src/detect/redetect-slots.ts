import type { SlotRange } from '@tickscope/chain';
import {
  column,
  defineFileQuery,
  param,
  type ReadConnection,
  type ReadWrite,
  readUndetectedSlots,
  runQuery,
} from '@tickscope/store';
import { ChangedActors } from './changed-actors.js';
import { detectionRanges } from './detection-ranges.js';
import { NEAR_SLOTS } from './live-detection.js';
import { redetect } from './redetect.js';
import { RETAINED_SLOTS } from './resume-detector.js';

const LIVE_HEAD = defineFileQuery(import.meta.url, './live-head.sql', {
  params: { own_from: param.integer, own_to: param.integer },
  row: { slot: column.integer },
});
const QUERY_TIMEOUT_MS = 30_000;
const MARGIN_SECONDS = 60;
/**
 * Each round judges the slots that depend on the previous one. More rounds would need a chain of bots proving each
 * other.
 */
const MAX_ROUNDS = 8;

export interface RedetectSlotsReport {
  slots: number;
  /** Sandwiches stored, changed or retracted. */
  written: number;
  /** Sandwiches of which the records of their actors said something else than stored. */
  rejudged: number;
  /** Slots too near to the head of a running ingester, which detects them itself within two minutes. */
  leftToIngester: SlotRange[];
}

export interface RedetectSlotsOptions {
  onProgress?(progress: { slot: number; swaps: number; toSlot: number }): void;
  signal?: AbortSignal;
  /** Streamed by the caller itself just now: what is new there does not show that an ingester is running. */
  ownRange?: SlotRange;
}

/**
 * Runs detection over stored slots from a separate process, with or without an ingester running. Detects the given
 * slots and then, if no ingester does so, those whose verdict depends on the result.
 */
export async function redetectSlots(
  store: ReadWrite,
  slots: readonly number[],
  options: RedetectSlotsOptions = {},
): Promise<RedetectSlotsReport> {
  const startedAt = performance.now();
  const report: RedetectSlotsReport = { slots: 0, written: 0, rejudged: 0, leftToIngester: [] };
  const liveHead = await readLiveHead(store.read, options.ownRange);
  const actors = new ChangedActors(store, {
    // It may have begun since.
    isIngesting: async () => liveHead !== null || (await readLiveHead(store.read, options.ownRange)) !== null,
    signal: options.signal,
  });
  let due: readonly number[] = slots;
  for (let round = 0; due.length > 0 && round < MAX_ROUNDS; round += 1) {
    for (const range of detectionRanges(due)) {
      const { now, left } = splitAtHead(range, liveHead);
      if (left !== null) report.leftToIngester.push(left);
      if (now !== null) await detectRange(store, now, { liveHead, report, actors }, options);
    }
    report.slots += due.length;
    if (liveHead !== null) break;
    const recentSeconds = Math.ceil((performance.now() - startedAt) / 1_000) + MARGIN_SECONDS;
    due = await readUndetectedSlots(store.read, { recentSeconds });
  }
  await actors.judgeAll(detectionRanges(slots));
  report.rejudged = actors.changed;
  return report;
}

async function detectRange(
  store: ReadWrite,
  range: SlotRange,
  {
    liveHead,
    report,
    actors,
  }: { liveHead: number | null; report: RedetectSlotsReport; actors: ChangedActors },
  { onProgress, signal }: RedetectSlotsOptions,
): Promise<void> {
  const isBelowHead = liveHead !== null && range.fromSlot <= liveHead;
  const { written } = await redetect(store, {
    ...range,
    ...(isBelowHead ? { untilSlot: liveHead - RETAINED_SLOTS } : {}),
    ...(signal === undefined ? {} : { signal }),
    onProgress: ({ slot, swaps }) => onProgress?.({ slot, swaps, toSlot: range.toSlot }),
    tripsChanged: actors.add,
    pause: actors.judgeDue,
  });
  report.written += written;
}

/** Splits a range into the part that is far from a live head, and the part near it. */
export function splitAtHead(
  { fromSlot, toSlot }: SlotRange,
  liveHead: number | null,
): { now: SlotRange | null; left: SlotRange | null } {
  const range = { fromSlot, toSlot };
  if (liveHead === null || fromSlot > liveHead + NEAR_SLOTS || toSlot < liveHead - NEAR_SLOTS)
    return { now: range, left: null };
  const lastBelow = liveHead - NEAR_SLOTS - 1;
  return {
    now: fromSlot <= lastBelow ? { fromSlot, toSlot: lastBelow } : null,
    left: { fromSlot: Math.max(fromSlot, lastBelow + 1), toSlot },
  };
}

async function readLiveHead(read: ReadConnection, own: SlotRange | undefined): Promise<number | null> {
  const params = { own_from: own?.fromSlot ?? 1, own_to: own?.toSlot ?? 0 };
  const [head] = await runQuery(read, LIVE_HEAD, params, { timeoutMs: QUERY_TIMEOUT_MS });
  return head?.slot ?? null;
}
