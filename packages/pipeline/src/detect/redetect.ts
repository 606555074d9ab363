import { LIVE_MAX_SPAN, type SandwichDetector } from '@tickscope/sandwich';
import {
  type ClickHouseClient,
  type DetectionCopy,
  markDetected,
  markDueAfter,
  markDueByPayers,
  newestDetectableSlot,
  writeSandwiches,
} from '@tickscope/store';
import { beginDetectionPass, type DetectionStep } from './detection-pass.js';

export interface RedetectOptions {
  /** The first slot whose block changed. */
  fromSlot: number;
  /** The last slot whose block changed, inclusive. */
  toSlot: number;
  /** The newest stored block: nothing beyond is read. Absent: asked for. */
  headSlot?: number;
  /** Nothing beyond this slot is read or written, for another detection is at work there. */
  untilSlot?: number;
  onProgress?(progress: { slot: number; swaps: number; written: number }): void;
  /** Called between two steps, to leave time to others. */
  pause?(tookMs: number): Promise<void>;
  signal?: AbortSignal;
}

export interface RedetectReport {
  /** The newest block that was looked at; `null`: none. */
  lastSlot: number | null;
  blocks: number;
  swaps: number;
  /** Sandwiches stored, changed or retracted. */
  written: number;
  /** Whether something changed that says who is a known bot: slots of the day after may be due again. */
  changesBots: boolean;
  /** From here on sandwiches may be stored otherwise than they should be, because `untilSlot` was reached. */
  unsettledFrom: number | null;
  /** At the end of what was read. */
  detector: SandwichDetector;
}

/**
 * Finds the sandwiches of a slot range again from the stored trades and brings the tables to them: what a detector
 * would hold that had seen the blocks as they are stored now. Goes on behind the range until what it finds is what is
 * stored. Records each slot of the range as detected once its sandwiches are stored; later slots whose sandwiches hang
 * on what changed (known bots) become due again. Safe to repeat, also after dying in the middle.
 */
export async function redetect(client: ClickHouseClient, options: RedetectOptions): Promise<RedetectReport> {
  const { fromSlot, toSlot, signal, untilSlot } = options;
  const headSlot = options.headSlot ?? Math.max((await newestDetectableSlot(client)) ?? 0, fromSlot);
  const { detector, steps } = await beginDetectionPass(client, {
    ...{ fromSlot, headSlot },
    ...(untilSlot === undefined ? {} : { untilSlot }),
  });
  const marks = new Marks(client, toSlot);
  const report: RedetectReport = {
    ...{ lastSlot: null, blocks: 0, swaps: 0, written: 0, changesBots: false, detector },
    unsettledFrom: fromSlot,
  };
  let startedAt = performance.now();
  for await (const step of steps) {
    signal?.throwIfAborted();
    const written = await store(client, step, report);
    await marks.add(step);
    options.onProgress?.({ slot: step.toSlot, swaps: report.swaps, written: report.written });
    // No leg of the range can be in a sandwich that ends later, and nothing else had changed.
    const hasConverged = step.settledTo >= toSlot + LIVE_MAX_SPAN && written === 0;
    report.unsettledFrom = step.isAtHead || hasConverged ? null : step.settledTo + 1;
    if (hasConverged) break;
    await options.pause?.(performance.now() - startedAt);
    startedAt = performance.now();
  }
  return report;
}

/** Stores what a step found; the number of sandwiches that were stored otherwise. */
async function store(client: ClickHouseClient, step: DetectionStep, report: RedetectReport): Promise<number> {
  if (!step.isAtHead) await markDueByPayers(client, step.newPayers, step.toSlot);
  const written = await writeSandwiches(client, step.writes, {
    checkLegs: true,
    async beforeStore(changed) {
      if (await markDueAfter(client, changed, step.toSlot)) report.changesBots = true;
    },
  });
  report.written += written;
  report.blocks += step.blocks;
  report.swaps += step.swaps;
  report.lastSlot = step.lastSlot ?? report.lastSlot;
  return written;
}

/** The copies of a range that were read, recorded as detected once every sandwich that they can be part of is stored. */
class Marks {
  readonly #client: ClickHouseClient;
  readonly #toSlot: number;
  #waiting: DetectionCopy[] = [];

  constructor(client: ClickHouseClient, toSlot: number) {
    this.#client = client;
    this.#toSlot = toSlot;
  }

  async add({ copies, settledTo, isAtHead }: DetectionStep): Promise<void> {
    for (const copy of copies) if (copy.slot <= this.#toSlot) this.#waiting.push(copy);
    const isDone = ({ slot }: DetectionCopy): boolean => isAtHead || slot + LIVE_MAX_SPAN <= settledTo;
    const done = this.#waiting.filter(isDone);
    if (done.length === 0) return;
    await markDetected(this.#client, done);
    this.#waiting = this.#waiting.filter((copy) => !isDone(copy));
  }
}
