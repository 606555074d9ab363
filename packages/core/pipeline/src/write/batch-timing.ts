/** The least target for blocks that came late: who catches up gains more from large batches than one block from half a second. */
const TARGET_LAG_LATE_MS = 1_000;
/** A write is expected to take at most this much longer than the slowest of the last ones. */
const WRITE_RESERVE = 1.2;
/** Writes and arrivals that are remembered. */
const REMEMBERED = 16;

/**
 * Decides how long blocks wait for the next one, to be written together: what ClickHouse does for a part costs more than
 * its rows. They wait only if the next block, at the present pace, comes early enough for the oldest one to be stored
 * within the target. So a slow database or a slow chain gives batches of one block at once (docs/performance.md).
 */
export class BatchTiming {
  #lastArrival: number | null = null;
  readonly #arrivalGaps: number[] = [];
  readonly #writes: number[] = [];
  readonly #targetMs: number;

  /** @param targetMs within which a block is to be stored from its arrival */
  constructor(targetMs: number) {
    this.#targetMs = targetMs;
  }

  /** @param arrivals Unix milliseconds, of blocks taken from the queue, in order */
  taken(arrivals: readonly number[]): void {
    for (const at of arrivals) {
      if (this.#lastArrival !== null) remember(this.#arrivalGaps, Math.max(0, at - this.#lastArrival));
      this.#lastArrival = at;
    }
  }

  written(tookMs: number): void {
    remember(this.#writes, tookMs);
  }

  /**
   * When waiting blocks must be written unless another one comes, in Unix milliseconds; 0: at once.
   *
   * @param oldestAt arrival of the oldest one, and @param newestAt of the newest, in Unix milliseconds
   * @param isLate whether the oldest one was made long before it arrived
   */
  dueAt(oldestAt: number, newestAt: number, isLate: boolean): number {
    // Without experience, at once.
    if (this.#writes.length === 0 || this.#arrivalGaps.length === 0) return 0;
    const target = isLate ? Math.max(TARGET_LAG_LATE_MS, this.#targetMs) : this.#targetMs;
    const latest = oldestAt + target - WRITE_RESERVE * Math.max(...this.#writes);
    const next = newestAt + median(this.#arrivalGaps);
    return next <= latest ? latest : 0;
  }
}

function remember(values: number[], value: number): void {
  values.push(value);
  if (values.length > REMEMBERED) values.shift();
}

function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)]!;
}
