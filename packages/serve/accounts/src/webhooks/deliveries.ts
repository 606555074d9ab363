import type { Accounts } from '../accounts.js';
import { sqlFile } from '../sql-file.js';
import type { DueDelivery } from './types.js';

const CLAIM = sqlFile(import.meta.url, './claim.sql');
const DELIVERED = sqlFile(import.meta.url, './delivered.sql');
const DISABLE = sqlFile(import.meta.url, './disable.sql');
const FORGET_POSITION = sqlFile(import.meta.url, './forget-position.sql');
const FORGET = sqlFile(import.meta.url, './forget.sql');
const LATER = sqlFile(import.meta.url, './later.sql');
const LISTENERS = sqlFile(import.meta.url, './listeners.sql');
const MOVE_FEED = sqlFile(import.meta.url, './move-feed.sql');
const OVERFULL = sqlFile(import.meta.url, './overfull.sql');
const TAKE_FEED = sqlFile(import.meta.url, './take-feed.sql');
const QUEUE_SANDWICHES = sqlFile(import.meta.url, './queue-sandwiches.sql');

/** Waits between two attempts: a day in all. After the last one the webhook is disabled. */
const SECONDS = 1_000;
const HOURS = 3_600 * SECONDS;
export const RETRY_WAITS_MS: readonly number[] = [
  ...[5, 30, 120, 600, 1_800].map((seconds) => seconds * SECONDS),
  ...[1, 2, 4, 7, 9].map((hours) => hours * HOURS),
];
/**
 * After so many failed attempts in a row new messages wait. Messages that were tried already keep the times of their
 * retries, which callers are promised; they and one new message after each pause find out whether the receiver is back.
 */
const FAILURES_TO_PAUSE = 5;
const PAUSE_MS = { least: 30 * SECONDS, most: 600 * SECONDS };
const KEPT_MS = 3 * 24 * HOURS;

/** A webhook that this process is sending to. It holds a place among the slow receivers, or one of the others. */
export type PlaceHeld = Pick<DueDelivery, 'webhook' | 'account' | 'isSlow'>;

/**
 * Takes deliveries that are due, at most one of each webhook that this process is not sending to, for as long as the
 * lease. Accounts share the places, and have their turns. Another process takes a delivery again when its lease has passed
 * without an end.
 *
 * @param options.places free places
 * @param options.slowPlaces free places for slow receivers, of which an account holds at most `slowPerAccount`
 * @throws AccountsUnavailableError, as all functions here
 */
export async function claimDeliveries(
  accounts: Accounts,
  options: {
    places: number;
    slowPlaces: number;
    slowPerAccount: number;
    leaseMs: number;
    sending?: readonly PlaceHeld[];
  },
): Promise<DueDelivery[]> {
  const { places, slowPlaces, slowPerAccount, leaseMs, sending = [] } = options;
  const held = [
    sending.map(({ webhook }) => webhook),
    sending.map(({ account }) => account),
    sending.map(({ isSlow }) => isSlow),
  ];
  const free = [places, slowPlaces, slowPerAccount];
  const rows = await accounts.query<DueRow>(CLAIM, [...held, ...free, leaseMs]);
  return rows.map(({ is_slow, ...row }) => ({ ...row, isSlow: is_slow }));
}

type DueRow = Omit<DueDelivery, 'isSlow'> & { is_slow: boolean };

/** The result of an attempt: a status or why there was none, and whether the receiver took long. */
export interface Attempt {
  readonly result: string;
  readonly isSlow: boolean;
}

/** Ends a delivery that was accepted. */
export async function endDelivery(
  accounts: Accounts,
  due: DueDelivery,
  { result, isSlow }: Attempt,
): Promise<void> {
  await accounts.query(DELIVERED, [due.id, due.attempts, result, due.webhook, isSlow]);
}

/** Puts a delivery off; after the last attempt disables its webhook. Returns whether it did so. */
export async function retryDelivery(
  accounts: Accounts,
  due: DueDelivery,
  { result, isSlow }: Attempt,
  waits: readonly number[] = RETRY_WAITS_MS,
): Promise<boolean> {
  const wait = waits[due.attempts - 1];
  if (wait !== undefined) {
    const pause = [FAILURES_TO_PAUSE, PAUSE_MS.least, PAUSE_MS.most];
    await accounts.query(LATER, [due.id, due.attempts, result, wait, due.webhook, isSlow, ...pause]);
    return false;
  }
  const reason = `${due.attempts} attempts to deliver a message failed within a day, the last with: ${result}`;
  await disableWebhook(accounts, due.webhook, reason, { due, result });
  return true;
}

/** Stops sending to a webhook; everything that waits for it has failed. */
export async function disableWebhook(
  accounts: Accounts,
  webhook: string,
  reason: string,
  tried: { due: DueDelivery; result: string } | null = null,
): Promise<void> {
  await accounts.query(DISABLE, [webhook, reason, tried?.due.id ?? null, tried?.result ?? null]);
}

/** Deletes deliveries that ended three days ago, and disables webhooks for which more than `most` wait. */
export async function cleanDeliveries(accounts: Accounts, most: number): Promise<void> {
  await accounts.query(FORGET, [KEPT_MS]);
  for (const { id } of await accounts.query<{ id: string }>(OVERFULL, [most]))
    await disableWebhook(accounts, id, `more than ${most} messages waited for it`);
}

/** A webhook that gets messages about sandwiches. */
export interface SandwichListener {
  id: string;
  filters: Readonly<Record<string, unknown>>;
}

export async function sandwichListeners(accounts: Accounts): Promise<SandwichListener[]> {
  return accounts.query<SandwichListener>(LISTENERS, []);
}

/** Begins at the newest event the next time, unless a webhook gets messages about sandwiches. */
export async function forgetFeedPosition(accounts: Accounts): Promise<void> {
  await accounts.query(FORGET_POSITION, []);
}

/**
 * Takes, or keeps, the task of turning the feed into deliveries. Returns the position reached, null where it begins at the
 * newest event; undefined where another process has the task.
 */
export async function takeFeed(
  accounts: Accounts,
  owner: string,
  leaseMs: number,
): Promise<string | null | undefined> {
  const [row] = await accounts.query<{ position: string | null }>(TAKE_FEED, [owner, leaseMs]);
  return row?.position;
}

/**
 * Stores deliveries of sandwiches and moves on in the feed, both or neither. Returns false, and stores nothing, where
 * another process has taken the task over.
 */
export async function queueSandwiches(
  accounts: Accounts,
  step: {
    owner: string;
    before: string | null;
    now: string;
    deliveries: readonly { webhook: string; body: string }[];
  },
): Promise<boolean> {
  const { owner, before, now, deliveries } = step;
  return accounts.transaction(async (tx) => {
    if ((await tx.query(MOVE_FEED, [owner, before, now])).length === 0) return false;
    if (deliveries.length > 0)
      await tx.query(QUEUE_SANDWICHES, [
        deliveries.map(({ webhook }) => webhook),
        deliveries.map(({ body }) => body),
      ]);
    return true;
  });
}
