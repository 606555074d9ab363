import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Accounts,
  claimDeliveries,
  cleanDeliveries,
  type DueDelivery,
  disableWebhook,
  endDelivery,
  forgetFeedPosition,
  queueSandwiches,
  RETRY_WAITS_MS,
  retryDelivery,
  sandwichListeners,
  takeFeed,
} from '@tickscope/accounts';
import type { Logger } from '@tickscope/log';
import type { Database } from '@tickscope/queries/database';
import { type FeedCursor, formatResumeToken, parseResumeToken } from '@tickscope/queries/feed/feed-cursor';
import { readHead, readPage } from '@tickscope/queries/feed/feed-reader';
import type { FeedEvent } from '@tickscope/queries/feed/feed-rows';
import { passes } from '@tickscope/queries/feed/filter';
import { type WebhookFilters, webhookFilterOf } from '../feed/filter-of.js';
import { isPublicAddress } from './public-address.js';
import { type SendLimits, sendMessage } from './send-message.js';

export interface WebhookSettings extends SendLimits {
  /** How often due messages and new events are looked for. */
  pollMs: number;
  /** Messages that are sent at once. */
  atOnce: number;
  /** A webhook for which more messages wait is disabled. */
  mostWaiting: number;
  retryWaitsMs: readonly number[];
}

export const WEBHOOK_SETTINGS: WebhookSettings = {
  isAllowed: isPublicAddress,
  timeoutMs: 10_000,
  pollMs: 1_000,
  atOnce: 16,
  mostWaiting: 10_000,
  retryWaitsMs: RETRY_WAITS_MS,
};

/** Longer than reading a page of the feed takes. */
const FEED_LEASE_MS = 30_000;
const CLEAN_EVERY_MS = 60_000;
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
  readonly #settings: WebhookSettings;
  readonly #owner = randomUUID();
  readonly #stopped = new AbortController();
  readonly #loops: Promise<void>[];
  /** What is being sent, by webhook. */
  readonly #sending = new Map<string, Promise<void>>();

  constructor(
    input: { accounts: Accounts; database: Database; log: Logger },
    settings: WebhookSettings = WEBHOOK_SETTINGS,
  ) {
    this.#accounts = input.accounts;
    this.#database = input.database;
    this.#log = input.log;
    this.#settings = settings;
    const { pollMs, mostWaiting } = settings;
    this.#loops = [
      this.#loop('messages of webhooks are not sent', pollMs, () => this.#send()),
      this.#loop('webhooks get no messages about sandwiches', pollMs, () => this.#queueSandwiches()),
      this.#loop('deliveries are not cleaned up', CLEAN_EVERY_MS, async () => {
        await cleanDeliveries(this.#accounts, mostWaiting);
        return false;
      }),
    ];
  }

  /** Starts nothing more, and waits for what is being sent. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await Promise.all(this.#loops);
    await Promise.all(this.#sending.values());
  }

  /** Repeats a step; at once where it says that there is more. */
  async #loop(failure: string, everyMs: number, step: () => Promise<boolean>): Promise<void> {
    const { signal } = this.#stopped;
    let isFailing = false;
    while (!signal.aborted) {
      let waitMs = everyMs;
      try {
        if (await step()) waitMs = 0;
        isFailing = false;
      } catch (error) {
        if (signal.aborted) return;
        if (!isFailing) this.#log.warn({ err: error }, failure);
        isFailing = true;
        waitMs = Math.max(everyMs, FAILURE_WAIT_MS);
      }
      await sleep(waitMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  /** Starts what is due, as far as there is room. A receiver that is slow takes one place, and no other webhook waits for it. */
  async #send(): Promise<boolean> {
    const { atOnce, timeoutMs } = this.#settings;
    const room = atOnce - this.#sending.size;
    const except = [...this.#sending.keys()];
    const due =
      room === 0 ? [] : await claimDeliveries(this.#accounts, { most: room, leaseMs: timeoutMs * 3, except });
    for (const each of due) {
      const sent = this.#sendOne(each)
        .catch((error: unknown) => this.#log.warn({ err: error }, 'the end of a delivery is not stored'))
        .finally(() => this.#sending.delete(each.webhook));
      this.#sending.set(each.webhook, sent);
    }
    if (due.length > 0) await Promise.race(this.#sending.values());
    return due.length > 0;
  }

  async #sendOne(due: DueDelivery): Promise<void> {
    const { outcome, text } = await sendMessage(due, this.#settings);
    if (outcome === 'accepted') await endDelivery(this.#accounts, due, text);
    else if (outcome === 'gone')
      await disableWebhook(this.#accounts, due.webhook, 'the receiver answered HTTP 410 (gone)', {
        due,
        result: text,
      });
    else if (await retryDelivery(this.#accounts, due, text, this.#settings.retryWaitsMs))
      this.#log.info({ webhook: due.webhook, result: text }, 'a webhook was disabled');
  }

  /** One page of the feed. Returns whether there may be more. */
  async #queueSandwiches(): Promise<boolean> {
    const listeners = await sandwichListeners(this.#accounts);
    if (listeners.length === 0) {
      await forgetFeedPosition(this.#accounts);
      return false;
    }
    const before = await takeFeed(this.#accounts, this.#owner, FEED_LEASE_MS);
    if (before === undefined) return false;
    const move = (now: string, deliveries: { webhook: string; body: string }[] = []) =>
      queueSandwiches(this.#accounts, { owner: this.#owner, before, now, deliveries });
    const context = { id: 'webhooks', signal: this.#stopped.signal };
    const head = await readHead(this.#database, context);
    const token = before === null ? null : parseResumeToken(before);
    const idOf = (position: FeedCursor) => formatResumeToken({ epoch: head.epoch, position });
    if (token === null || token.epoch !== head.epoch) {
      await move(idOf(head.position));
      return false;
    }
    const range = { after: token.position, upTo: null, filter: null };
    const { events, readTo, isFull } = await readPage(this.#database, range, context);
    if (readTo === null) return false;
    const deliveries = listeners.flatMap(({ id, filters }) => {
      const filter = webhookFilterOf(filters as WebhookFilters);
      return events
        .filter(({ facts }) => passes(facts, filter))
        .map((event) => ({ webhook: id, body: bodyOf(event) }));
    });
    const isOurs = await move(idOf(readTo), deliveries);
    return isOurs && isFull;
  }
}

function bodyOf({ event }: FeedEvent): string {
  return JSON.stringify({ type: 'sandwich', timestamp: event.detected_at, data: event });
}
