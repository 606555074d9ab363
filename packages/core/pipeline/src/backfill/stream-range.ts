import { setTimeout as sleep } from 'node:timers/promises';
import type { Block, SlotRange } from '@tickscope/chain';
import { type BlockWriter, type Gap, type ReadWrite, tipAccountsOf, transactionRows } from '@tickscope/store';
import { Ingester } from '../ingester.js';
import type { IngesterLimits } from '../ingester-limits.js';
import {
  connect,
  firstAvailableSlot,
  type GeyserEndpoint,
  type SubscriptionMode,
} from '../source/geyser-stream.js';
import { MODE_CHANGES } from '../source/mode-choice.js';
import { missingRanges } from './missing-ranges.js';

export interface StreamRangeOptions {
  endpoint: GeyserEndpoint;
  mode: SubscriptionMode;
  store: Pick<ReadWrite, 'read'>;
  /** Not shared: a writer handles one call at a time. */
  writer: Pick<BlockWriter, 'write'>;
  writeGaps(gaps: readonly Gap[]): Promise<void>;
  signal: AbortSignal;
  limits?: Partial<IngesterLimits>;
  on?: { progress?(at: { slot: number; blocks: number }): void; note?(text: string): void };
}

export interface StreamRangeReport {
  /** Stored by this call. */
  blocks: number;
  transactions: number;
  lastSlot: number | null;
  /** Slots that the endpoint no longer replays. */
  notReplayed: SlotRange[];
  /** Slots that are not stored with their entries after this call, `notReplayed` included. */
  missing: SlotRange[];
}

/** Without a new block for this long, the rest of the range is given up. */
const PATIENCE_MS = 60_000;
/** Blocks after the range that show that nothing of it is still on its way. */
const BLOCKS_AFTER = 4;

/**
 * Stores a range of slots with their ticks from the replay of a Geyser endpoint, however long: providers keep hours or
 * days. Reads and writes as the ingester does, with its bounds of memory. What is stored already is not asked for, so a
 * call that was interrupted is taken up by the same call.
 */
export async function streamRange(range: SlotRange, options: StreamRangeOptions): Promise<StreamRangeReport> {
  const report: StreamRangeReport = {
    blocks: 0,
    transactions: 0,
    lastSlot: null,
    notReplayed: [],
    missing: [],
  };
  const first = (await firstAvailableSlot(await connect(options.endpoint))) ?? 0;
  for (const { fromSlot, toSlot } of await missingRanges(options.store.read, range)) {
    if (options.signal.aborted) break;
    if (fromSlot < first) report.notReplayed.push({ fromSlot, toSlot: Math.min(toSlot, first - 1) });
    if (toSlot >= first) await streamPart({ fromSlot: Math.max(first, fromSlot), toSlot }, options, report);
  }
  report.missing = await missingRanges(options.store.read, range);
  return report;
}

async function streamPart(
  { fromSlot, toSlot }: SlotRange,
  { endpoint, mode, store, writer, writeGaps, signal, limits, on }: StreamRangeOptions,
  report: StreamRangeReport,
): Promise<void> {
  const isWanted = ({ slot }: { slot: number }): boolean => slot >= fromSlot && slot <= toSlot;
  let blocksAfter = 0;
  let newest = fromSlot - 1;
  let progressAt = performance.now();
  const tipAccounts = tipAccountsOf(store.read);
  await tipAccounts.refresh();
  const ingester = new Ingester({
    ...{ endpoint, mode, content: 'full', commitment: 'confirmed', lastStoredSlot: fromSlot - 1 },
    tipAccounts: () => tipAccounts.now,
    writer: {
      async write(blocks) {
        const wanted = blocks.filter(isWanted);
        return wanted.length === 0
          ? { outcomes: new Map(), rows: 0, rowsOfSlot: new Map(), bytes: 0 }
          : writer.write(wanted);
      },
    },
    writeGaps: (gaps) => writeGaps(gaps.filter((gap) => gap.fromSlot >= fromSlot && gap.toSlot <= toSlot)),
    on: {
      disconnected: (_cause, detail) => on?.note?.(detail),
      modeChanged: (change) => on?.note?.(`${MODE_CHANGES[change.reason]}; subscribing to ${change.mode}`),
      incomplete: (slot, reason) => on?.note?.(`slot ${slot} came incomplete: ${reason}`),
      queued(block: Block) {
        if (block.slot > toSlot) blocksAfter += 1;
        if (block.slot > newest) {
          newest = block.slot;
          progressAt = performance.now();
        }
      },
      written(blocks) {
        for (const block of blocks.filter(isWanted)) {
          report.blocks += 1;
          report.transactions += transactionRows(block);
          report.lastSlot = Math.max(report.lastSlot ?? 0, block.slot);
        }
        on?.progress?.({ slot: Math.min(newest, toSlot), blocks: report.blocks });
      },
      writeFailed: (error) => on?.note?.(`failed to write a batch; trying again: ${error.message}`),
    },
    ...(limits !== undefined && { limits }),
  });
  const running = ingester.run();
  let isOver = false;
  running.then(
    () => {
      isOver = true;
    },
    () => {
      isOver = true;
    },
  );
  while (
    !isOver &&
    !signal.aborted &&
    blocksAfter < BLOCKS_AFTER &&
    performance.now() - progressAt < PATIENCE_MS
  )
    await sleep(50);
  ingester.stop();
  await running;
}
