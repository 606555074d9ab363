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
  /**
   * A higher maximum for the time in which the cores have little else to do: for the queries of requests that are being
   * served. A query that runs already is not stopped.
   */
  whenIdle?: { atOnce: number; isIdle(): boolean };
}

/**
 * Admits a query to the queue, and names the request that it belongs to: when the signal aborts, the query leaves the
 * queue. All queries of a request share its signal.
 */
export interface QueueTicket {
  signal: AbortSignal;
  /** Undefined: the service itself, which takes turns like an account. */
  account?: string | undefined;
  /** For the wait and the query together. */
  timeoutMs: number;
}

/** The place of a request in the order of service. */
interface QueuePlace {
  account: string;
  round: number;
  /** Its number in the order of arrival. */
  order: number;
}

interface Waiting {
  place: QueuePlace;
  start(): void;
  refuse(code: QueryRefusalCode): void;
}

/**
 * Limits the number of queries that run on ClickHouse at once. The others wait here, where waiting costs
 * nothing; in ClickHouse, each would take memory and slow down the rest.
 *
 * Accounts take turns. The queue goes in rounds, of one request of each account: the requests of an account are in
 * consecutive rounds, the first in the one that is being served. Within a round, accounts that ask little come first. So
 * a question waits for what runs already, however many another account has asked. Requests are served with all of
 * their queries: under overload, started requests finish before others start. When the queue is full, the last request of
 * the last round is refused at once.
 */
export class QueryQueue {
  readonly #options: QueryQueueOptions;
  readonly #waiting = new Set<Waiting>();
  readonly #places = new WeakMap<AbortSignal, QueuePlace>();
  /** The request of each running query. */
  readonly #running: QueuePlace[] = [];
  /** How many queries of each request wait, by account. */
  readonly #backlogs = new Map<string, Map<QueuePlace, number>>();
  /** The round of the latest request of each account, as far as it is not over. */
  readonly #latestRounds = new Map<string, number>();
  /** The round that is being served. */
  #round = 0;
  #came = 0;
  #isNextDue = false;

  constructor(options: QueryQueueOptions) {
    this.#options = options;
  }

  get running(): number {
    return this.#running.length;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /**
   * Waits for a free slot and runs a query with the time that is left.
   * @throws QueryRefusedError when the query is refused or its wait is too long, or what `query` throws
   */
  async run<T>(ticket: QueueTicket, query: (leftMs: number) => Promise<T>): Promise<T> {
    if (ticket.signal.aborted) throw new QueryRefusedError('caller_left');
    const place = this.#placeOf(ticket);
    const leftMs = await this.#enter(ticket, place);
    try {
      return await query(leftMs);
    } finally {
      this.#running.splice(this.#running.indexOf(place), 1);
      this.#nextSoon();
    }
  }

  #placeOf({ signal, account = '' }: QueueTicket): QueuePlace {
    const known = this.#places.get(signal);
    if (known !== undefined) return known;
    this.#came += 1;
    const round = Math.max(this.#round, (this.#latestRounds.get(account) ?? 0) + 1);
    this.#latestRounds.set(account, round);
    const place = { account, round, order: this.#came };
    this.#places.set(signal, place);
    return place;
  }

  /** Resolves with the time left, in whole milliseconds, because timers take only those. */
  #enter({ signal, timeoutMs }: QueueTicket, place: QueuePlace): Promise<number> | number {
    if (this.#waiting.size === 0 && this.#mayStart(place)) {
      this.#start(place);
      return timeoutMs;
    }
    return new Promise((resolve, reject) => {
      const cameAt = performance.now();
      const leave = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        if (this.#waiting.delete(waiting)) this.#countBacklog(place, -1);
      };
      const waiting: Waiting = {
        place,
        start: () => {
          leave();
          this.#start(place);
          resolve(Math.max(1, Math.floor(timeoutMs - (performance.now() - cameAt))));
        },
        refuse: (code) => {
          leave();
          this.#giveBackRounds(place.account);
          reject(new QueryRefusedError(code));
        },
      };
      const onAbort = () => waiting.refuse('caller_left');
      const waitMs = Math.min(timeoutMs, this.#options.mostWaitMs ?? timeoutMs);
      const timer = setTimeout(() => waiting.refuse('waited_too_long'), waitMs);
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.add(waiting);
      this.#countBacklog(place, 1);
      if (this.#waiting.size > this.#options.mostWaiting) this.#last().refuse('queue_full');
      this.#nextSoon();
    });
  }

  #countBacklog(place: QueuePlace, change: 1 | -1): void {
    const backlog = this.#backlogs.get(place.account) ?? new Map<QueuePlace, number>();
    const queries = (backlog.get(place) ?? 0) + change;
    if (queries === 0) backlog.delete(place);
    else backlog.set(place, queries);
    if (backlog.size === 0) this.#backlogs.delete(place.account);
    else this.#backlogs.set(place.account, backlog);
  }

  /** Questions that were never asked cost an account no turns. */
  #giveBackRounds(account: string): void {
    let latest = this.#round;
    for (const { place } of this.#waiting)
      if (place.account === account) latest = Math.max(latest, place.round);
    this.#latestRounds.set(account, latest);
  }

  #start(place: QueuePlace): void {
    this.#running.push(place);
    if (place.round <= this.#round) return;
    this.#round = place.round;
    for (const [account, latest] of this.#latestRounds)
      if (latest < place.round) this.#latestRounds.delete(account);
  }

  /** A request asks its next query as soon as the last one has ended: its turn must not be over by then. */
  #nextSoon(): void {
    if (this.#isNextDue || this.#waiting.size === 0) return;
    this.#isNextDue = true;
    setImmediate(() => {
      this.#isNextDue = false;
      this.#next();
    });
  }

  #next(): void {
    // Several may start: the cores may have become idle since the last query ended.
    while (this.#waiting.size > 0) {
      const first = this.#first();
      if (!this.#mayStart(first.place)) return;
      first.start();
    }
  }

  #mayStart(place: QueuePlace): boolean {
    const { atOnce, whenIdle } = this.#options;
    if (this.#running.length < atOnce) return true;
    if (whenIdle === undefined || this.#running.length >= whenIdle.atOnce || !whenIdle.isIdle()) return false;
    return this.#running.every((running) => running === place || this.#isBefore(place, running));
  }

  #first(): Waiting {
    return [...this.#waiting].reduce((first, other) =>
      this.#isBefore(other.place, first.place) ? other : first,
    );
  }

  #last(): Waiting {
    return [...this.#waiting].reduce((last, other) =>
      this.#isBefore(other.place, last.place) ? last : other,
    );
  }

  #isBefore(one: QueuePlace, other: QueuePlace): boolean {
    const backlogOf = ({ account }: QueuePlace): number => this.#backlogs.get(account)?.size ?? 0;
    return (one.round - other.round || backlogOf(one) - backlogOf(other) || one.order - other.order) < 0;
  }
}
