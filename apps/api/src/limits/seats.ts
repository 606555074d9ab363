import { ApiError } from '../errors.js';

/** How many requests one process keeps open at once. */
export interface SeatLimits {
  inAll: number;
  perAccount: number;
}

export interface SeatTexts {
  /** For an account that has its seats, with the number of them. */
  perAccount: (most: number) => string;
  /** For a process that has its seats. */
  inAll: string;
  waitSeconds: number;
}

/** Counts requests that stay open, such as the listeners of the live feed, in all and by account. */
export class Seats {
  #taken = 0;
  readonly #byAccount = new Map<string, number>();

  constructor(
    readonly limits: SeatLimits,
    readonly texts: SeatTexts,
  ) {}

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
        details: this.texts.perAccount(perAccount),
        retryAfterSeconds: this.texts.waitSeconds,
      });
    if (this.#taken >= inAll)
      throw new ApiError('unavailable', {
        details: this.texts.inAll,
        retryAfterSeconds: this.texts.waitSeconds,
        internal: `all ${inAll} seats are taken`,
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
