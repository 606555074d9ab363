import { LIVE_MAX_SPAN, type SandwichDetector } from '@tickscope/sandwich';
import {
  type BlockVersion,
  type ChangedTrip,
  markDetected,
  markDueAfter,
  markDueByPayers,
  newestDetectableSlot,
  type ReadWrite,
  type WriteConnection,
  writeSandwiches,
} from '@tickscope/store';
import { beginDetectionPass, type DetectionStep } from './detection-pass.js';
import type { EarlierSandwiches } from './earlier-sandwiches.js';

export interface RedetectOptions {
  /** The first slot whose block changed. */
  fromSlot: number;
  /** The last slot whose block changed, inclusive. */
  toSlot: number;
  /** The newest stored block; nothing beyond it is read. Absent: looked up. */
  headSlot?: number;
  /** Nothing beyond this slot is read or written, because another detection is running there. */
  untilSlot?: number;
  onProgress?(progress: { slot: number; swaps: number; written: number }): void;
  /** Called between two steps, to yield time to other work. */
  pause?(tookMs: number): Promise<void>;
  signal?: AbortSignal;
  /** As of `writeSandwiches`. */
  tripsChanged?(trips: readonly ChangedTrip[]): void;
}

export interface RedetectReport {
  /** The newest block that was read; null if none. */
  lastSlot: number | null;
  blocks: number;
  swaps: number;
  /** Sandwiches stored, changed or retracted. */
  written: number;
  /** Whether evidence for known bots changed: slots of the following day may be due again. */
  changesBots: boolean;
  /** From this slot on, stored sandwiches may be outdated, because `untilSlot` was reached. */
  unsettledFrom: number | null;
  /** Positioned at the end of what was read. */
  detector: SandwichDetector;
  /** The result depends on them. If they have changed since, run it again. */
  earlier: EarlierSandwiches;
}

/**
 * Detects the sandwiches of a slot range again from the stored trades and updates the tables. The result is that of a
 * detector that has seen the blocks as they are stored now.
 *
 * Continues beyond the range until the results match what is stored. Marks each slot of the range as detected once its
 * sandwiches are stored. Later slots whose sandwiches depend on the changes (known bots) become due again. Safe to
 * repeat, also after dying half-way.
 */
export async function redetect(store: ReadWrite, options: RedetectOptions): Promise<RedetectReport> {
  const { fromSlot, toSlot, signal, untilSlot } = options;
  const headSlot = options.headSlot ?? Math.max((await newestDetectableSlot(store.read)) ?? 0, fromSlot);
  const { detector, earlier, steps } = await beginDetectionPass(store.read, {
    ...{ fromSlot, headSlot },
    ...(untilSlot === undefined ? {} : { untilSlot }),
  });
  const marks = new Marks(store.write, toSlot);
  const report: RedetectReport = {
    ...{ lastSlot: null, blocks: 0, swaps: 0, written: 0, changesBots: false, detector, earlier },
    unsettledFrom: fromSlot,
  };
  let startedAt = performance.now();
  for await (const step of steps) {
    signal?.throwIfAborted();
    const written = await storeStep(store, step, report, options);
    await marks.add(step);
    options.onProgress?.({ slot: step.toSlot, swaps: report.swaps, written: report.written });
    // No leg of the range can be part of a sandwich that ends later, and nothing else had changed.
    const hasConverged = step.settledTo >= toSlot + LIVE_MAX_SPAN && written === 0;
    report.unsettledFrom = step.isAtHead || hasConverged ? null : step.settledTo + 1;
    if (hasConverged) break;
    await options.pause?.(performance.now() - startedAt);
    startedAt = performance.now();
  }
  return report;
}

/** Stores the result of a step. Returns the number of sandwiches that differed from the stored ones. */
async function storeStep(
  store: ReadWrite,
  step: DetectionStep,
  report: RedetectReport,
  { tripsChanged }: Pick<RedetectOptions, 'tripsChanged'>,
): Promise<number> {
  if (!step.isAtHead) await markDueByPayers(store.write, step.newPayers, step.toSlot);
  const written = await writeSandwiches(store, step.writes, {
    checkLegs: true,
    ...(tripsChanged === undefined ? {} : { tripsChanged }),
    async beforeStore(changed) {
      if (await markDueAfter(store, changed, step.toSlot)) report.changesBots = true;
    },
  });
  report.written += written;
  report.blocks += step.blocks;
  report.swaps += step.swaps;
  report.lastSlot = step.lastSlot ?? report.lastSlot;
  return written;
}

/** Holds back the versions that were read, and marks each as detected once every sandwich it can be part of is stored. */
class Marks {
  readonly #write: WriteConnection;
  readonly #toSlot: number;
  #waiting: BlockVersion[] = [];

  constructor(write: WriteConnection, toSlot: number) {
    this.#write = write;
    this.#toSlot = toSlot;
  }

  async add({ versions, settledTo, isAtHead }: DetectionStep): Promise<void> {
    for (const version of versions) if (version.slot <= this.#toSlot) this.#waiting.push(version);
    const isDone = ({ slot }: BlockVersion): boolean => isAtHead || slot + LIVE_MAX_SPAN <= settledTo;
    const done = this.#waiting.filter(isDone);
    if (done.length === 0) return;
    await markDetected(this.#write, done);
    this.#waiting = this.#waiting.filter((version) => !isDone(version));
  }
}
