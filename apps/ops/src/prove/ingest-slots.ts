import { setTimeout as sleep } from 'node:timers/promises';
import type { SlotRange } from '@tickscope/chain';
import { CliError } from '@tickscope/command-line';
import {
  type GeyserEndpoint,
  Ingester,
  LiveDetection,
  MODE_CHANGES,
  type SubscriptionMode,
} from '@tickscope/pipeline';
import { BlockWriter, type Store, tipAccountsOf, transactionRows, writeGaps } from '@tickscope/store';
import { startCpuClock } from './cpu-clock.js';
import { LagRecorder } from './lag-recorder.js';
import type { Measured } from './measured.js';

export interface IngestSlotsOptions {
  endpoint: GeyserEndpoint;
  mode: SubscriptionMode;
  /** Ends once this many slots have passed since the first block. */
  slots: number;
  store: Store;
  clickHousePid: number;
  signal: AbortSignal;
  onProgress(at: { slots: number; blocks: number }): void;
}

export interface IngestedSlots {
  range: SlotRange;
  measured: Omit<Measured, 'blockTimeToStoredSeconds'>;
  notes: string[];
}

/** Without a new block for this long, the rest is given up. */
const PATIENCE_MS = 60_000;
/** Far longer than a slot takes. */
const MOST_MS_PER_SLOT = 2_000;
const MAX_RSS_BYTES = 1_024 * 1_024 * 1_024;
const MOST_NOTES = 20;

/** Stores live blocks as the ingester does, with detection beside it, and measures both. */
export async function ingestSlots(options: IngestSlotsOptions): Promise<IngestedSlots> {
  const { endpoint, mode, slots, store, signal, onProgress } = options;
  const notes: string[] = [];
  const note = (text: string): void => {
    if (notes.length < MOST_NOTES && !notes.includes(text)) notes.push(text);
  };
  const stream = { disconnects: 0, incompleteSlots: 0, unreadableMessages: 0 };
  const lag = new LagRecorder();
  let isStopping = false;
  let [blocks, transactions, progressAt] = [0, 0, performance.now()];
  const detection = new LiveDetection(store, {
    taken: (slot) => lag.analysed(slot),
    detected() {},
    redetected() {},
    rejudged() {},
    failed: (error) => note(`detection failed and was tried again: ${error.message.slice(0, 200)}`),
  });
  const ingester = new Ingester({
    ...{ endpoint, mode, content: 'full', commitment: 'confirmed', lastStoredSlot: null },
    writer: new BlockWriter(store),
    tipAccounts: () => tipAccountsOf(store.read).now,
    writeGaps: (gaps) => writeGaps(store.write, gaps),
    limits: { maxRssBytes: MAX_RSS_BYTES },
    on: {
      disconnected(_cause, detail) {
        if (isStopping) return;
        stream.disconnects += 1;
        note(detail);
      },
      modeChanged: (change) => note(`${MODE_CHANGES[change.reason]}; subscribed to ${change.mode}`),
      garbage() {
        stream.unreadableMessages += 1;
      },
      incomplete(slot, reason) {
        stream.incompleteSlots += 1;
        note(`slot ${slot} came incomplete: ${reason}`);
      },
      missing: ({ fromSlot, toSlot }) => note(`slots ${fromSlot} to ${toSlot} never came`),
      queued({ slot }) {
        lag.arrived(slot);
        progressAt = performance.now();
      },
      written(written) {
        blocks += written.length;
        for (const block of written) {
          transactions += transactionRows(block);
          lag.stored(block.slot);
        }
        detection.add(written);
        onProgress({ slots: lag.slotsStored, blocks });
      },
      writeFailed: (error) => note(`a batch was written again: ${error.message.slice(0, 200)}`),
    },
  });
  const readCpu = await startCpuClock(options.clickHousePid);
  const startedAt = performance.now();
  const detecting = detection.run();
  const running = ingester.run();
  let isOver = false;
  const ended = (): void => {
    isOver = true;
  };
  running.then(ended, ended);
  const isWaiting = (): boolean =>
    lag.slotsStored < slots &&
    performance.now() - progressAt < PATIENCE_MS &&
    performance.now() - startedAt < PATIENCE_MS + slots * MOST_MS_PER_SLOT;
  while (!isOver && !signal.aborted && isWaiting()) await sleep(50);
  isStopping = true;
  ingester.stop();
  try {
    await running;
  } finally {
    detection.stop();
    await detecting;
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  const { own, other } = await readCpu();
  signal.throwIfAborted();
  const stored = lag.range;
  if (stored === null) throw new CliError(`no block was stored:\n${notes.join('\n')}`);
  if (lag.slotsStored < slots) notes.push(`only ${lag.slotsStored} of ${slots} slots came in time`);
  return {
    range: { fromSlot: stored.fromSlot, toSlot: Math.min(stored.toSlot, stored.fromSlot + slots - 1) },
    measured: {
      ...{ from: 'run', seconds, blocks, transactions, stream },
      ...{ storedMs: lag.storedMs, analysedMs: lag.analysedMs },
      cpuSeconds: { ingester: own, clickhouse: other },
      // In kilobytes, on every platform of Node.
      maxMemoryBytes: process.resourceUsage().maxRSS * 1_024,
    },
    notes,
  };
}
