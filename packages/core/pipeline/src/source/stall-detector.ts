const REMEMBERED = 32;
/** Leaders sometimes skip several slots in a row, but this many slot times without a block are a stall. */
const STALL_SLOTS = 20;
const MIN_STALL_MS = 5_000;

/** Measures the pace of the blocks and derives how long a wait without a block is too long. */
export class StallDetector {
  readonly #intervalsMs: number[] = [];
  readonly #maxStallMs: number;
  #lastMs: number;

  constructor(maxStallMs: number, nowMs: number) {
    this.#maxStallMs = maxStallMs;
    this.#lastMs = nowMs;
  }

  block(nowMs: number): void {
    this.#intervalsMs.push(nowMs - this.#lastMs);
    if (this.#intervalsMs.length > REMEMBERED) this.#intervalsMs.shift();
    this.#lastMs = nowMs;
  }

  /** Excludes time in which we did not read the stream. */
  resume(nowMs: number): void {
    this.#lastMs = nowMs;
  }

  /** How long the next block may still take; 0 or less means the server has stalled. */
  leftMs(nowMs: number): number {
    return this.#lastMs + this.#limitMs() - nowMs;
  }

  #limitMs(): number {
    if (this.#intervalsMs.length < REMEMBERED) return this.#maxStallMs;
    const median = [...this.#intervalsMs].sort((left, right) => left - right)[REMEMBERED / 2]!;
    return Math.min(this.#maxStallMs, Math.max(MIN_STALL_MS, STALL_SLOTS * median));
  }
}
