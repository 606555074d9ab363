import { ApiError } from '../errors.js';

const WAIT_SECONDS = 30;

/** How many listeners one process accepts at once. */
export interface SeatLimits {
  inAll: number;
  perAccount: number;
}

/** Counts listeners, in all and by account. */
export class Seats {
  #taken = 0;
  readonly #byAccount = new Map<string, number>();

  constructor(readonly limits: SeatLimits) {}

  get taken(): number {
    return this.#taken;
  }

  /**
   * Takes a seat and returns a function that frees it; further calls of that function do nothing. Throws
   * `ApiError` where no seat is free.
   */
  take(account: string): () => void {
    const { inAll, perAccount } = this.limits;
    const own = this.#byAccount.get(account) ?? 0;
    if (own >= perAccount)
      throw new ApiError('too_many_requests', {
        details: `An account may listen with ${perAccount} connections at once.`,
        retryAfterSeconds: WAIT_SECONDS,
      });
    if (this.#taken >= inAll)
      throw new ApiError('unavailable', {
        details: 'There are too many listeners now.',
        retryAfterSeconds: WAIT_SECONDS,
        internal: `the stream has its ${inAll} listeners`,
      });
    this.#taken += 1;
    this.#byAccount.set(account, own + 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      this.#taken -= 1;
      const left = (this.#byAccount.get(account) ?? 1) - 1;
      if (left === 0) this.#byAccount.delete(account);
      else this.#byAccount.set(account, left);
    };
  }
}
