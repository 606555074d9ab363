const FIRST_WAIT_MS = 500;
const MOST_WAIT_MS = 5_000;
/** A program that ran this long is healthy: after its next end the waits begin anew. */
export const HEALTHY_AFTER_MS = 30_000;

/** How long to wait before a program that ended unasked is started again: 0.5 s, then twice as long each time, at most 5 s. */
export class RestartWaits {
  #nextMs = FIRST_WAIT_MS;

  /** @param ranMs how long the program ran before it ended; 0: it did not start */
  next(ranMs: number): number {
    if (ranMs >= HEALTHY_AFTER_MS) this.#nextMs = FIRST_WAIT_MS;
    const waitMs = this.#nextMs;
    this.#nextMs = Math.min(waitMs * 2, MOST_WAIT_MS);
    return waitMs;
  }
}
