const FIRST_WAIT_MS = 200;
/** The longest wait between two subscriptions. */
const MOST_WAIT_MS = 15_000;
const HEALTHY_BLOCKS = 8;
const HEALTHY_AFTER_MS = 30_000;

/**
 * How long to wait before the next subscription: twice as long each time, at most 15 s. The waits begin anew only after
 * a healthy subscription: one that brought 8 new blocks, or messages for 30 s. A server that accepts a subscription,
 * sends a message and ends it would otherwise be asked several times a second.
 */
export class ReconnectWaits {
  #failures = 0;
  #newBlocks = 0;
  #firstMessageMs: number | null = null;

  /** A subscription begins. */
  begin(): void {
    this.#newBlocks = 0;
    this.#firstMessageMs = null;
  }

  message(nowMs: number): void {
    this.#firstMessageMs ??= nowMs;
    if (nowMs - this.#firstMessageMs >= HEALTHY_AFTER_MS) this.#failures = 0;
  }

  /** A whole block that was not there before; a replay of known ones is no progress. */
  newBlock(): void {
    this.#newBlocks += 1;
    if (this.#newBlocks >= HEALTHY_BLOCKS) this.#failures = 0;
  }

  /**
   * The subscription ended, or could not begin. @param random 0 to 1: half of the wait is drawn, so that many clients of
   * one server do not come back at once
   */
  next(random: number): number {
    const wait = Math.min(MOST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(this.#failures, 10));
    this.#failures += 1;
    return wait * (0.5 + random / 2);
  }
}
