const FIRST_WAIT_MS = 500;
const MOST_WAIT_MS = 5_000;
/** A program that ran this long is healthy: after its next end the waits start from the first again. */
export const HEALTHY_AFTER_MS = 30_000;

/** The wait before a program that ended unexpectedly is restarted: 0.5 s, doubled each time, at most 5 s. */
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
