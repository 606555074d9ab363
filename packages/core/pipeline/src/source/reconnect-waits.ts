const FIRST_WAIT_MS = 200;
/** The longest wait between two subscriptions. */
const MOST_WAIT_MS = 15_000;
const HEALTHY_BLOCKS = 8;
const HEALTHY_AFTER_MS = 30_000;

/**
 * Wait before the next subscription: doubles each time, up to 15 s. Resets only after a healthy subscription, one that
 * delivered 8 new blocks, or messages for 30 s. Otherwise a server that accepts a subscription, sends a message and
 * ends it would be called several times a second.
 */
export class ReconnectWaits {
  #failures = 0;
  #newBlocks = 0;
  #firstMessageMs: number | null = null;

  /** Call when a subscription starts. */
  begin(): void {
    this.#newBlocks = 0;
    this.#firstMessageMs = null;
  }

  message(nowMs: number): void {
    this.#firstMessageMs ??= nowMs;
    if (nowMs - this.#firstMessageMs >= HEALTHY_AFTER_MS) this.#failures = 0;
  }

  /** Call for a new whole block; replayed blocks are not progress. */
  newBlock(): void {
    this.#newBlocks += 1;
    if (this.#newBlocks >= HEALTHY_BLOCKS) this.#failures = 0;
  }

  /**
   * Returns the wait after a subscription ended or could not start.
   *
   * @param random 0 to 1; randomises half of the wait, so that many clients of one server do not reconnect
   * simultaneously
   */
  next(random: number): number {
    const wait = Math.min(MOST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(this.#failures, 10));
    this.#failures += 1;
    return wait * (0.5 + random / 2);
  }
}
