const REFUSALS = {
  caller_left: 'the caller has disconnected',
  waited_too_long: 'the turn of the query did not come in time',
  queue_full: 'too many queries wait',
} as const;

export type QueryRefusalCode = keyof typeof REFUSALS;

/**
 * The query was refused before it reached ClickHouse. A retry may help for `waited_too_long` and `queue_full`, once
 * fewer queries wait.
 */
export class QueryRefusedError extends Error {
  override readonly name = 'QueryRefusedError';
  constructor(readonly code: QueryRefusalCode) {
    super(REFUSALS[code]);
  }
}

export interface QueryQueueOptions {
  /** Maximum number of running queries. */
  atOnce: number;
  /** Maximum number of waiting queries. */
  mostWaiting: number;
  /**
   * Maximum wait of a query, where that is less than its timeout. A client that would give up anyway gets its
   * refusal at once.
   */
  mostWaitMs?: number;
  /** A higher maximum for the time in which the cores have little else to do. A query that runs already is not stopped. */
  whenIdle?: { atOnce: number; isIdle(): boolean };
}

/**
 * The request that a query belongs to: when the signal aborts, the query leaves the queue. All queries of a
 * request share its signal.
 */
export interface Turn {
  signal: AbortSignal;
  /** For the wait and the query together. */
  timeoutMs: number;
}

interface Waiting {
  order: number;
  start(): void;
  refuse(code: QueryRefusalCode): void;
}

/**
 * Limits the number of queries that run on ClickHouse at once. The others wait here, where waiting costs
 * nothing; in ClickHouse, each would take memory and slow down the rest. Requests are served in order of
 * arrival, with all of their queries: under overload, started requests finish before others start. When the
 * queue is full, the newest request is refused at once.
 */
export class QueryQueue {
  readonly #options: QueryQueueOptions;
  /** In order of arrival of the requests. A new query nearly always goes to the end. */
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
   * Waits for a free slot and runs a query with the time that is left.
   * @throws QueryRefusedError when the query is refused or its wait is too long, or what `query` throws
   */
  async run<T>(turn: Turn, query: (leftMs: number) => Promise<T>): Promise<T> {
    const leftMs = await this.#turn(turn);
    try {
      return await query(leftMs);
    } finally {
      this.#next();
    }
  }

  /** Resolves with the time left, in whole milliseconds, because timers take only those. */
  #turn({ signal, timeoutMs }: Turn): Promise<number> | number {
    if (signal.aborted) throw new QueryRefusedError('caller_left');
    const order = this.#orderOf(signal);
    if (this.#running < this.#atOnce()) {
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
        refuse(code) {
          leave();
          reject(new QueryRefusedError(code));
        },
      };
      const onAbort = () => waiting.refuse('caller_left');
      const waitMs = Math.min(timeoutMs, this.#options.mostWaitMs ?? timeoutMs);
      const timer = setTimeout(() => waiting.refuse('waited_too_long'), waitMs);
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
    if (this.#waiting.length > this.#options.mostWaiting) this.#waiting.at(-1)!.refuse('queue_full');
  }

  #next(): void {
    this.#running -= 1;
    // Several may start: the cores may have become idle since the last query ended.
    while (this.#waiting.length > 0 && this.#running < this.#atOnce()) {
      this.#running += 1;
      this.#waiting[0]!.start();
    }
  }

  #atOnce(): number {
    const { atOnce, whenIdle } = this.#options;
    return whenIdle?.isIdle() === true ? Math.max(atOnce, whenIdle.atOnce) : atOnce;
  }
}
