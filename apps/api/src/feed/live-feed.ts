import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@tickscope/log';
import type { Database } from '@tickscope/queries';
import type { FeedEvent, FeedFilter } from '@tickscope/queries/feed';
import {
  compareCursors,
  type FeedCursor,
  type FeedHead,
  type FeedPage,
  formatResumeToken,
  readHead,
  readPage,
} from '@tickscope/queries/feed';
import { ApiError } from '../errors.js';
import { type MostOpenRequests, OpenRequestLimit } from '../limits/open-request-limit.js';
import type { Metrics } from '../metrics.js';
import { RecentEvents, type SentEvent } from './recent-events.js';
import { eventText } from './server-sent-events.js';
import { type StreamEnd, type StreamMetrics, streamMetrics } from './stream-metrics.js';

export interface LiveFeedSettings {
  pollMs: number;
  /** Wait after a failed poll. */
  retryMs: number;
  heartbeatMs: number;
  /** A stream ends after this long, so that a client whose access was revoked does not keep listening. */
  lifetimeMs: number;
  /** A connection that accepts no data for this long is closed. */
  stallMs: number;
  /** How far back a listener may resume. The tables keep two days. */
  replayMs: number;
  /** The buffer of newest events, from which all listeners read. A listener that falls behind it is closed. */
  recent: { events: number; chars: number };
  mostListeners: MostOpenRequests;
  /** How many listeners may read missed events from the database at once. */
  replaysAtOnce: number;
}

export const LIVE_FEED_SETTINGS: LiveFeedSettings = {
  pollMs: 150,
  retryMs: 1_000,
  heartbeatMs: 15_000,
  lifetimeMs: 15 * 60_000,
  stallMs: 30_000,
  replayMs: 24 * 3_600_000,
  recent: { events: 10_000, chars: 32_000_000 },
  mostListeners: { inAll: 1_000, perAccount: 20 },
  replaysAtOnce: 4,
};

const LISTENER_TEXTS = {
  perAccount: (most: number) => `An account may listen with ${most} connections at once.`,
  inAll: 'There are too many listeners now.',
  waitSeconds: 30,
};

/** Pause between two full pages, so that listeners can take what was read. */
const BURST_WAIT_MS = 50;

/** `live`: events are sent as they are found. `delayed`: ClickHouse does not answer. */
export type FeedState = 'live' | 'delayed';

/**
 * The feed of one API process: one poller reads each new revision of a sandwich once, however many clients
 * listen. States:
 *
 * - **idle**: no client listens, nothing is polled;
 * - **running**, from the first client on (`started`): `live` while ClickHouse answers; `delayed` while it does
 *   not, and polling goes on from the same cursor. It becomes idle again when the last client leaves
 *   (`stopIfIdle`);
 * - **closed**, by `close`: all streams are ended, and new ones are refused.
 */
export class LiveFeed {
  readonly openRequests: OpenRequestLimit;
  readonly metrics: StreamMetrics;
  readonly #listeners = new Set<FeedListener>();
  readonly #replays: { running: number; waiting: (() => void)[] } = { running: 0, waiting: [] };
  #run: FeedRun | null = null;
  #isClosed = false;

  constructor(
    readonly options: { database: Database; metrics: Metrics; log: Logger },
    readonly settings: LiveFeedSettings = LIVE_FEED_SETTINGS,
  ) {
    this.openRequests = new OpenRequestLimit(settings.mostListeners, LISTENER_TEXTS);
    this.metrics = streamMetrics(options.metrics);
  }

  /**
   * Returns the running poller, starting it if needed. It stops when no listener is left. Throws `ReadError`
   * where ClickHouse does not answer, `ApiError` once the feed is closed.
   */
  async started(): Promise<FeedRun> {
    if (this.#isClosed)
      throw new ApiError('unavailable', { details: 'The service is stopping.', retryAfterSeconds: 1 });
    if (this.#run === null) {
      const run = new FeedRun(this.options, this.settings, this.metrics, this.#listeners);
      this.#run = run;
      run.started.catch(() => {
        if (this.#run === run) this.#run = null;
      });
    }
    const run = this.#run;
    await run.started;
    return run;
  }

  add(listener: FeedListener): void {
    this.#listeners.add(listener);
    this.metrics.listeners.set(this.#listeners.size);
    // The service began to stop while the listener was being admitted.
    if (this.#isClosed) listener.end('closed');
  }

  remove(listener: FeedListener): void {
    this.#listeners.delete(listener);
    this.metrics.listeners.set(this.#listeners.size);
  }

  /** Stops the poller when no client listens or is about to. */
  stopIfIdle(): void {
    if (this.openRequests.open > 0) return;
    this.#run?.stop();
    this.#run = null;
  }

  /** Runs a read of missed events. Limits how many run at once. */
  async replay<T>(read: () => Promise<T>): Promise<T> {
    if (this.#replays.running >= this.settings.replaysAtOnce)
      await new Promise<void>((resolve) => this.#replays.waiting.push(resolve));
    else this.#replays.running += 1;
    try {
      return await read();
    } finally {
      const next = this.#replays.waiting.shift();
      if (next === undefined) this.#replays.running -= 1;
      else next();
    }
  }

  /** Ends every stream, and accepts no more. */
  close(): void {
    this.#isClosed = true;
    for (const listener of this.#listeners) listener.end('closed');
    this.#run?.stop();
    this.#run = null;
  }
}

/** Subscriber of the feed (`Listener`). */
export interface FeedListener {
  /** Events are there that it did not take yet, or the state changed. */
  wake(): void;
  end(reason: StreamEnd): void;
}

/** One run of the poller, from the first listener to the last. */
export class FeedRun {
  /** Resolves once the end of the feed is known. */
  readonly started: Promise<void>;
  state: FeedState = 'live';
  /** When the state last changed. */
  since = new Date();
  readonly #stopped = new AbortController();
  #epoch = '';
  #position: FeedCursor = { block: 0, offset: 0, atMs: 0 };
  #recent: RecentEvents;
  /** The database's clock minus the monotonic clock of this process. */
  #clockMs = 0;

  constructor(
    readonly options: { database: Database; log: Logger },
    readonly settings: LiveFeedSettings,
    readonly metrics: StreamMetrics,
    readonly listeners: ReadonlySet<FeedListener>,
  ) {
    this.#recent = new RecentEvents(this.#position, settings.recent);
    this.started = this.#start();
  }

  get epoch(): string {
    return this.#epoch;
  }

  /** Every event up to this position is in `recent` or was dropped from it. */
  get position(): FeedCursor {
    return this.#position;
  }

  get recent(): RecentEvents {
    return this.#recent;
  }

  /** Milliseconds since 1970, by the database's clock. */
  get nowMs(): number {
    return Math.round(performance.now() + this.#clockMs);
  }

  idOf(position: FeedCursor): string {
    return formatResumeToken({ epoch: this.#epoch, position });
  }

  stop(): void {
    this.#stopped.abort();
  }

  /** Reads what a listener missed, up to a position that the poller has passed. */
  readMissed(after: FeedCursor, upTo: FeedCursor, filter: FeedFilter): Promise<FeedPage> {
    return readPage(this.options.database, { after, upTo, filter }, this.#context);
  }

  toSent({ position, facts, event }: FeedEvent): SentEvent {
    return { position, facts, text: eventText('sandwich', event, this.idOf(position)) };
  }

  /** Reads the current end of the feed, which another process may have seen before this one. */
  readHead(): Promise<FeedHead> {
    return readHead(this.options.database, this.#context);
  }

  get #context() {
    return { id: 'live-feed', signal: this.#stopped.signal };
  }

  async #start(): Promise<void> {
    this.#begin(await this.#head());
    void this.#poll();
  }

  async #head(): Promise<FeedHead> {
    const askedAt = performance.now();
    const head = await this.readHead();
    // Uses the earlier of the two moments: a position must not claim to be newer than it is.
    this.#clockMs = head.position.atMs - performance.now();
    return { ...head, position: { ...head.position, atMs: Math.floor(askedAt + this.#clockMs) } };
  }

  #begin({ epoch, position }: FeedHead): void {
    this.#epoch = epoch;
    this.#position = position;
    this.#recent = new RecentEvents(position, this.settings.recent);
  }

  async #poll(): Promise<void> {
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      let waitMs = this.settings.pollMs;
      try {
        if (this.state === 'delayed') await this.#checkOrder();
        if (await this.#readNew()) waitMs = Math.min(waitMs, BURST_WAIT_MS);
        this.#become('live');
      } catch (error) {
        if (signal.aborted) return;
        if (this.state === 'live')
          this.options.log.warn({ err: error }, 'live feed: ClickHouse does not answer');
        this.#become('delayed');
        waitMs = this.settings.retryMs;
      }
      await sleep(waitMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  /** Reads new events; returns whether there may be more. */
  async #readNew(): Promise<boolean> {
    const askedMs = this.nowMs;
    const after = this.#position;
    const { events, readTo, isFull } = await readPage(
      this.options.database,
      { after, upTo: null, filter: null },
      this.#context,
    );
    if (this.#stopped.signal.aborted) return false;
    this.#recent.push(events.map((event) => this.toSent(event)));
    this.metrics.events.inc(events.length);
    const readToMs = Math.max(after.atMs, readTo?.atMs ?? 0);
    // A page that is not full has read everything visible at the time of the query.
    this.#position = { ...(readTo ?? after), atMs: isFull ? readToMs : Math.max(readToMs, askedMs) };
    if (events.length > 0) for (const listener of this.listeners) listener.wake();
    return isFull;
  }

  /** Runs after an outage. A recreated table, or one that numbers from the start again, has another order. */
  async #checkOrder(): Promise<void> {
    const head = await this.#head();
    if (head.epoch === this.#epoch && compareCursors(head.position, this.#position) >= 0) return;
    this.options.log.warn('live feed: the tables were replaced; listeners must resume');
    for (const listener of this.listeners) listener.end('closed');
    this.#begin(head);
  }

  #become(state: FeedState): void {
    if (this.state === state) return;
    this.state = state;
    this.since = new Date();
    for (const listener of this.listeners) listener.wake();
  }
}
