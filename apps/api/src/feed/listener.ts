import type { ServerResponse } from 'node:http';
import type { FeedPage } from '@tickscope/queries/feed';
import { compareCursors, type FeedCursor, type FeedFilter, passes } from '@tickscope/queries/feed';
import type { FeedListener, FeedRun, FeedState, LiveFeed } from './live-feed.js';
import type { Start } from './resume.js';
import { eventText, idText, retryText } from './server-sent-events.js';
import type { StreamEnd } from './stream-metrics.js';

/** How long a client waits before it reconnects. */
const RETRY_MS = 3_000;
/** How long a stream that is ended may take to send the rest. */
const LAST_WORDS_MS = 1_000;

const NOTHING: FeedPage = { events: [], readTo: null, isFull: false };

/**
 * One stream. It pulls events: first missed ones from the database, then from the buffer of newest events that
 * all streams share. It takes the next event only when the connection has accepted the last one, so a slow
 * reader costs no memory. A reader that falls behind the buffer, or accepts nothing for long, is closed; it can
 * resume from the last id that it saw.
 */
export class Listener implements FeedListener {
  readonly #over = new AbortController();
  #position: FeedCursor;
  #reported: FeedState = 'live';
  #wroteAt = 0;
  #wake: (() => void) | null = null;

  constructor(
    readonly feed: LiveFeed,
    readonly run: FeedRun,
    readonly res: ServerResponse,
    readonly filter: FeedFilter,
    readonly start: Start,
  ) {
    this.#position = start.position;
    res.once('close', () => this.end('left'));
    // A connection error ends the stream and is not reported further.
    res.on('error', () => this.end('left'));
  }

  /** Runs the stream to its end. Never throws. */
  async listen(): Promise<void> {
    const { lifetimeMs } = this.feed.settings;
    // Random, so that streams opened at the same moment do not all end at the same moment.
    const timer = setTimeout(() => this.end('renew'), lifetimeMs * (0.8 + 0.2 * Math.random()));
    timer.unref();
    try {
      const { gap } = this.start;
      await this.#write(retryText(RETRY_MS) + idText(this.run.idOf(this.#position), 'listening'));
      if (gap !== null) await this.#write(eventText('gap', gap, this.run.idOf(this.#position)));
      const next = await this.#replay();
      if (next !== null) await this.#follow(next);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Wakes the stream: there may be new events or a new state. */
  wake(): void {
    this.#wake?.();
    this.#wake = null;
  }

  /** Ends the stream. The first reason counts. */
  end(reason: StreamEnd): void {
    if (this.#isOver) return;
    this.#over.abort();
    this.feed.metrics.ends.inc({ reason });
    this.wake();
    if (reason === 'slow') this.res.destroy();
    else if (reason !== 'left') {
      this.res.end();
      setTimeout(() => this.res.destroy(), LAST_WORDS_MS).unref();
    }
  }

  get #isOver(): boolean {
    return this.#over.signal.aborted;
  }

  /**
   * Sends what is older than the buffer of newest events. Returns the number of the event to continue with;
   * null if the stream has ended.
   */
  async #replay(): Promise<number | null> {
    while (!this.#isOver) {
      const next = this.run.recent.numberAfter(this.#position);
      if (next !== null) return next;
      try {
        const { events, readTo, isFull, upTo } = await this.feed.replay(async () => {
          // The poller's position now, not at the call: this read may have waited in the queue.
          const upTo = this.run.position;
          const page = this.#isOver ? NOTHING : await this.run.readMissed(this.#position, upTo, this.filter);
          return { ...page, upTo };
        });
        for (const event of events) await this.#write(this.run.toSent(event).text);
        if (!isFull) this.#position = upTo;
        else if (readTo !== null)
          this.#position = { ...readTo, atMs: Math.max(readTo.atMs, this.#position.atMs) };
        await this.#report('live');
      } catch {
        // The poller logs what is wrong with the database.
        await this.#report('delayed');
        await this.#pause(this.feed.settings.retryMs);
      }
      await this.#beat();
    }
    return null;
  }

  async #follow(first: number): Promise<void> {
    let next = first;
    while (!this.#isOver) {
      await this.#report(this.run.state);
      const event = this.run.recent.at(next);
      if (event === null) this.end('slow');
      else if (event === undefined) {
        // At the end, the position is the poller's, unless the listener came from a process that is ahead of
        // it.
        if (compareCursors(this.run.position, this.#position) >= 0) this.#position = this.run.position;
        await this.#beat();
        if (next === this.run.recent.end && this.#reported === this.run.state)
          await this.#pause(this.#untilBeatMs);
      } else {
        next += 1;
        const isNew = compareCursors(event.position, this.#position) > 0;
        if (!isNew) continue;
        this.#position = event.position;
        if (passes(event.facts, this.filter)) await this.#write(event.text);
      }
    }
  }

  async #report(state: FeedState): Promise<void> {
    if (state === this.#reported) return;
    this.#reported = state;
    await this.#write(eventText('status', { state, since: new Date().toISOString() }));
  }

  get #untilBeatMs(): number {
    return Math.max(0, this.#wroteAt + this.feed.settings.heartbeatMs - performance.now());
  }

  /** Sends a heartbeat after a silence. It also moves the client's position past events that its filter left out. */
  async #beat(): Promise<void> {
    if (this.#untilBeatMs === 0) await this.#write(idText(this.run.idOf(this.#position), 'heartbeat'));
  }

  #pause(ms: number): Promise<void> {
    if (this.#isOver) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Writes, and waits until the connection can take more. */
  async #write(text: string): Promise<void> {
    if (this.#isOver || this.res.destroyed) return;
    this.#wroteAt = performance.now();
    if (this.res.write(text)) return;
    await new Promise<void>((resolve) => {
      const { signal } = this.#over;
      const done = () => {
        clearTimeout(timer);
        this.res.off('drain', done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(() => this.end('slow'), this.feed.settings.stallMs);
      this.res.once('drain', done);
      signal.addEventListener('abort', done);
    });
  }
}
