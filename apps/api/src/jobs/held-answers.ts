import { OpenRequestLimit } from '../limits/open-request-limit.js';

/** In one process. */
const LIMITS = { inAll: 1_000, perAccount: 4 };
const TEXTS = {
  perAccount: (most: number) => `An account may wait with ${most} requests at once.`,
  inAll: 'There are too many waiting requests now.',
  waitSeconds: 5,
};

interface HeldFor {
  account: string;
  /** As in `OpenRequestLimit`. */
  sharer: string | undefined;
  seconds: number;
  signal: AbortSignal;
}

/** Answers that are held back until something happens: limited by account, and ended when the service stops. */
export class HeldAnswers {
  readonly #openRequests = new OpenRequestLimit(LIMITS, TEXTS);
  readonly #held = new Set<AbortController>();
  #isClosed = false;

  /**
   * Resolves when `wait` does, after some seconds, when the caller leaves (`signal`), or when the service stops:
   * the signal that `wait` gets aborts for each of these. Throws `ApiError` where the account holds enough answers.
   */
  async hold(
    { account, sharer, seconds, signal }: HeldFor,
    wait: (over: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const leave = this.#openRequests.take(account, sharer);
    const over = new AbortController();
    const end = (): void => over.abort();
    const timer = setTimeout(end, seconds * 1_000);
    signal.addEventListener('abort', end);
    this.#held.add(over);
    if (signal.aborted || this.#isClosed) end();
    try {
      await wait(over.signal);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      this.#held.delete(over);
      leave();
    }
  }

  /** Ends all held answers, and holds none any more. */
  close(): void {
    this.#isClosed = true;
    for (const over of this.#held) over.abort();
  }
}
