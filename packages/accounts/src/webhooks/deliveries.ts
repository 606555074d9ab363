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
const KEPT_MS = 3 * 24 * HOURS;

/**
 * Takes deliveries that are due, at most one of each webhook that is not in `except`, for as long as the lease. Another process takes them again
 * when the lease has passed without an end.
 *
 * @throws AccountsUnavailableError, as all functions here
 */
export async function claimDeliveries(
  accounts: Accounts,
  limits: { most: number; leaseMs: number; except?: readonly string[] },
): Promise<DueDelivery[]> {
  return accounts.query<DueDelivery>(CLAIM, [limits.most, limits.leaseMs, limits.except ?? []]);
}

/** Ends a delivery that was accepted. */
export async function endDelivery(accounts: Accounts, due: DueDelivery, result: string): Promise<void> {
  await accounts.query(DELIVERED, [due.id, due.attempts, result]);
}

/** Puts a delivery off; after the last attempt disables its webhook. Returns whether it did so. */
export async function retryDelivery(
  accounts: Accounts,
  due: DueDelivery,
  result: string,
  waits: readonly number[] = RETRY_WAITS_MS,
): Promise<boolean> {
  const wait = waits[due.attempts - 1];
  if (wait !== undefined) {
    await accounts.query(LATER, [due.id, due.attempts, result, wait]);
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
