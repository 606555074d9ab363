import { ApiError } from '../errors.js';

/** How many requests one process keeps open at once. */
export interface MostOpenRequests {
  inAll: number;
  perAccount: number;
}

export interface OpenRequestTexts {
  /** For an account at its limit, with that limit. */
  perAccount: (most: number) => string;
  /** For a process at its limit. */
  inAll: string;
  waitSeconds: number;
}

/** Counts requests that stay open, such as the listeners of the live feed, in all and by account. */
export class OpenRequestLimit {
  #open = 0;
  readonly #byAccount = new Map<string, number>();
  readonly #bySharer = new Map<string, number>();

  constructor(
    readonly limits: MostOpenRequests,
    readonly texts: OpenRequestTexts,
  ) {}

  get open(): number {
    return this.#open;
  }

  /**
   * Counts a request as open and returns a function that ends that; further calls of that function do nothing. Throws
   * `ApiError` where the limit is reached.
   *
   * @param sharer who shares the limit with others, and has half of it at most: the account, or all visitors
   */
  take(account: string, sharer = account): () => void {
    const { inAll, perAccount } = this.limits;
    if ((this.#byAccount.get(account) ?? 0) >= perAccount)
      throw new ApiError('too_many_requests', {
        details: this.texts.perAccount(perAccount),
        retryAfterSeconds: this.texts.waitSeconds,
      });
    const isShareUsedUp = (this.#bySharer.get(sharer) ?? 0) >= Math.max(perAccount, Math.floor(inAll / 2));
    if (this.#open >= inAll || isShareUsedUp)
      throw new ApiError('unavailable', {
        details: this.texts.inAll,
        retryAfterSeconds: this.texts.waitSeconds,
        internal: isShareUsedUp ? 'half of the limit is used up' : `all ${inAll} requests are open`,
      });
    this.#open += 1;
    count(this.#byAccount, account, 1);
    count(this.#bySharer, sharer, 1);
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      this.#open -= 1;
      count(this.#byAccount, account, -1);
      count(this.#bySharer, sharer, -1);
    };
  }
}

function count(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const left = (counts.get(key) ?? 0) + change;
  if (left === 0) counts.delete(key);
  else counts.set(key, left);
}
