/** Why a query was not asked at all. */
export class QueryRefusedError extends Error {
  override readonly name = 'QueryRefusedError';
}

export interface QueryQueueOptions {
  /** Queries that run at once. */
  atOnce: number;
  /** Queries that wait for their turn. */
  mostWaiting: number;
  /** How long one waits, where that is less than its time: who would leave before the answer is told at once to come later. */
  mostWaitMs?: number;
}

/** What asks a query: whoever leaves, leaves the queue. All queries of a request have its signal. */
export interface Turn {
  signal: AbortSignal;
  /** Of the wait and the query together. */
  timeoutMs: number;
}

interface Waiting {
  order: number;
  start(): void;
  refuse(why: string): void;
}

/**
 * Lets so many queries at a time through to ClickHouse; the others wait here, where waiting costs nothing, and not there,
 * where each would take memory and slow down the rest. Who came first is served first, with all the queries of its
 * request: under more load than can be answered, requests that were begun come to their end before others begin. Where
 * too many wait, the latest to come is refused, at once.
 */
export class QueryQueue {
  readonly #options: QueryQueueOptions;
  /** In order; nearly always, the next to come is the last. */
  readonly #waiting: Waiting[] = [];
  readonly #orders = new WeakMap<AbortSignal, number>();
  #came = 0;
  #running = 0;

  constructor(options: QueryQueueOptions) {
    this.#options = options;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Runs a query at its turn, with what is left of its time.
   * @throws QueryRefusedError when its turn does not come, or what `query` throws
   */
  async run<T>(turn: Turn, query: (leftMs: number) => Promise<T>): Promise<T> {
    const leftMs = await this.#turn(turn);
    try {
      return await query(leftMs);
    } finally {
      this.#next();
    }
  }

  /** Gives what is left of the time, in whole milliseconds: timers take no others. */
  #turn({ signal, timeoutMs }: Turn): Promise<number> | number {
    if (signal.aborted) throw new QueryRefusedError('whoever asked has left');
    const order = this.#orderOf(signal);
    if (this.#running < this.#options.atOnce) {
      this.#running += 1;
      return timeoutMs;
    }
    return new Promise((resolve, reject) => {
      const cameAt = performance.now();
      const leave = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        const at = this.#waiting.indexOf(waiting);
        if (at !== -1) this.#waiting.splice(at, 1);
      };
      const waiting: Waiting = {
        order,
        start() {
          leave();
          resolve(Math.max(1, Math.floor(timeoutMs - (performance.now() - cameAt))));
        },
        refuse(why) {
          leave();
          reject(new QueryRefusedError(why));
        },
      };
      const onAbort = () => waiting.refuse('whoever asked has left');
      const waitMs = Math.min(timeoutMs, this.#options.mostWaitMs ?? timeoutMs);
      const timer = setTimeout(() => waiting.refuse('its turn did not come in time'), waitMs);
      signal.addEventListener('abort', onAbort, { once: true });
      this.#insert(waiting);
    });
  }

  #orderOf(signal: AbortSignal): number {
    const known = this.#orders.get(signal);
    if (known !== undefined) return known;
    this.#came += 1;
    this.#orders.set(signal, this.#came);
    return this.#came;
  }

  #insert(waiting: Waiting): void {
    let at = this.#waiting.length;
    while (at > 0 && this.#waiting[at - 1]!.order > waiting.order) at -= 1;
    this.#waiting.splice(at, 0, waiting);
    if (this.#waiting.length > this.#options.mostWaiting) this.#waiting.at(-1)!.refuse('too many wait');
  }

  #next(): void {
    const next = this.#waiting[0];
    if (next === undefined) this.#running -= 1;
    else next.start();
  }
}
