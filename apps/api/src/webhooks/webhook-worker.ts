import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Accounts,
  cleanDeliveries,
  forgetFeedPosition,
  queueSandwiches,
  RETRY_WAITS_MS,
  sandwichListeners,
  takeFeed,
} from '@tickscope/accounts';
import type { Logger } from '@tickscope/log';
import type { Database } from '@tickscope/queries';
import type { FeedEvent } from '@tickscope/queries/feed';
import {
  type FeedCursor,
  formatResumeToken,
  parseResumeToken,
  passes,
  readHead,
  readPage,
} from '@tickscope/queries/feed';
import { type WebhookFilters, webhookFilterOf } from '../feed/filter-of.js';
import { MessageSender, type SenderSettings } from './message-sender.js';
import { isPublicAddress } from './public-address.js';

export interface WebhookSettings extends SenderSettings {
  /** How often due messages and new events are looked for. */
  pollMs: number;
  /** A webhook for which more messages wait is disabled. */
  mostWaiting: number;
}

export const WEBHOOK_SETTINGS: Omit<WebhookSettings, 'isAllowedPort'> = {
  isAllowed: isPublicAddress,
  timeoutMs: 10_000,
  pollMs: 1_000,
  atOnce: 16,
  slowMs: 1_000,
  mostWaiting: 10_000,
  retryWaitsMs: RETRY_WAITS_MS,
};

/** Longer than reading a page of the feed takes. */
const FEED_LEASE_MS = 30_000;
const CLEAN_EVERY_MS = 60_000;
/** There is more to do. */
const AT_ONCE = AbortSignal.abort();
/** After a failure of a database. */
const FAILURE_WAIT_MS = 5_000;

/**
 * Sends the messages of webhooks. Three loops: new events of the live feed become deliveries (in one process at a time),
 * deliveries that are due are sent, and old ones are deleted. All state is in Postgres, so a process that dies leaves its
 * work to the others; a message may then be sent twice, with the same id.
 */
export class WebhookWorker {
  readonly #accounts: Accounts;
  readonly #database: Database;
  readonly #log: Logger;
  readonly #sender: MessageSender;
  readonly #owner = randomUUID();
  readonly #stopped = new AbortController();
  readonly #loops: Promise<void>[];
  /** Ends the wait of the loop that sends. Replaced before each look, so that none is missed. */
  #room = new AbortController();

  constructor(input: { accounts: Accounts; database: Database; log: Logger }, settings: WebhookSettings) {
    this.#accounts = input.accounts;
    this.#database = input.database;
    this.#log = input.log;
    this.#sender = new MessageSender({ ...input, onRoom: () => this.#room.abort() }, settings);
    const { pollMs, mostWaiting } = settings;
    this.#loops = [
      this.#loop('messages of webhooks are not sent', pollMs, async () => {
        this.#room = new AbortController();
        await this.#sender.start();
        return this.#room.signal;
      }),
      this.#loop('webhooks get no messages about sandwiches', pollMs, () => this.#queueSandwiches()),
      this.#loop('deliveries are not cleaned up', CLEAN_EVERY_MS, async () => {
        await cleanDeliveries(this.#accounts, mostWaiting);
        return null;
      }),
    ];
  }

  /** Starts nothing more, and waits for what is being sent. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    this.#room.abort();
    await Promise.all(this.#loops);
    await this.#sender.ended();
  }

  /** Repeats a step, after a while, or when the signal aborts that the step returned, as a stop must make it. */
  async #loop(failure: string, everyMs: number, step: () => Promise<AbortSignal | null>): Promise<void> {
    const { signal } = this.#stopped;
    let isFailing = false;
    while (!signal.aborted) {
      let waitMs = everyMs;
      let sooner = signal;
      try {
        sooner = (await step()) ?? signal;
        isFailing = false;
      } catch (error) {
        if (signal.aborted) return;
        if (!isFailing) this.#log.warn({ err: error }, failure);
        isFailing = true;
        waitMs = Math.max(everyMs, FAILURE_WAIT_MS);
      }
      await sleep(waitMs, undefined, { signal: sooner, ref: false }).catch(() => {});
    }
  }

  /** One page of the feed. */
  async #queueSandwiches(): Promise<AbortSignal | null> {
    const listeners = await sandwichListeners(this.#accounts);
    if (listeners.length === 0) {
      await forgetFeedPosition(this.#accounts);
      return null;
    }
    const before = await takeFeed(this.#accounts, this.#owner, FEED_LEASE_MS);
    if (before === undefined) return null;
    const move = (now: string, deliveries: { webhook: string; body: string }[] = []) =>
      queueSandwiches(this.#accounts, { owner: this.#owner, before, now, deliveries });
    const context = { id: 'webhooks', signal: this.#stopped.signal };
    const head = await readHead(this.#database, context);
    const token = before === null ? null : parseResumeToken(before);
    const idOf = (position: FeedCursor) => formatResumeToken({ epoch: head.epoch, position });
    if (token === null || token.epoch !== head.epoch) {
      await move(idOf(head.position));
      return null;
    }
    const range = { after: token.position, upTo: null, filter: null };
    const { events, readTo, isFull } = await readPage(this.#database, range, context);
    if (readTo === null) return null;
    const deliveries = listeners.flatMap(({ id, filters }) => {
      const filter = webhookFilterOf(filters as WebhookFilters);
      return events
        .filter(({ facts }) => passes(facts, filter))
        .map((event) => ({ webhook: id, body: bodyOf(event) }));
    });
    const isOurs = await move(idOf(readTo), deliveries);
    return isOurs && isFull ? AT_ONCE : null;
  }
}

function bodyOf({ event }: FeedEvent): string {
  return JSON.stringify({ type: 'sandwich', timestamp: event.detected_at, data: event });
}
