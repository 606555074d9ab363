import type { SlotRange } from '@tickscope/chain';
import { formatCount, progressLine } from '@tickscope/command-line';
import { type RedetectSlotsReport, redetectSlots } from '@tickscope/pipeline';
import { type ReadWrite, readUndetectedSlots, refreshHeat } from '@tickscope/store';
import { describeRedetection } from './redetect/report.js';

/**
 * Runs sandwich detection over the undetected slots of ranges: those just stored, and those of an earlier command that
 * was stopped.
 *
 * @param ownRange of `redetectSlots`
 */
export async function detectStored(
  store: ReadWrite,
  ranges: readonly SlotRange[],
  signal: AbortSignal,
  ownRange?: SlotRange,
): Promise<void> {
  const slots: number[] = [];
  for (const range of ranges) slots.push(...(await readUndetectedSlots(store.read, range)));
  process.stderr.write(describeRedetection(await redetectWithProgress(store, slots, signal, ownRange)));
}

/** @param ownRange of `redetectSlots` */
export async function redetectWithProgress(
  store: ReadWrite,
  slots: readonly number[],
  signal: AbortSignal,
  ownRange?: SlotRange,
): Promise<RedetectSlotsReport> {
  const line = progressLine();
  try {
    return await redetectSlots(store, slots, {
      signal,
      ...(ownRange !== undefined && { ownRange }),
      onProgress: ({ slot, swaps, toSlot }) =>
        line.update(`sandwiches: slot ${slot} of ${toSlot}, ${formatCount(swaps)} swaps`),
    });
  } finally {
    line.clear();
  }
}

/**
 * Builds the heat of the newest hours' buckets, as the ingester does. A bucket that is left out is only slower
 * to query.
 */
export async function buildHeat(store: ReadWrite, signal: AbortSignal): Promise<void> {
  const line = progressLine();
  let buckets = 0;
  for (let isMore = true; isMore && !signal.aborted; ) {
    const refreshed = await refreshHeat(store, { settleSeconds: 0, signal });
    isMore = refreshed.isMore;
    buckets += refreshed.made.length;
    line.update(`account heat: ${formatCount(buckets)} buckets of 128 slots`);
  }
  line.clear();
}
