import { randomBytes } from 'node:crypto';
import type { Accounts } from '../accounts.js';
import { holdAccount } from '../keys/hold-account.js';
import { sqlFile } from '../sql-file.js';
import {
  type CreatedWebhook,
  type Delivery,
  type ListedWebhook,
  MAX_WEBHOOKS,
  type SendingState,
  SHOWN_DELIVERIES,
  type Webhook,
  WebhookLimitError,
  type WebhookRequest,
} from './types.js';

const COUNT = sqlFile(import.meta.url, './count.sql');
const DELETE = sqlFile(import.meta.url, './delete.sql');
const INSERT = sqlFile(import.meta.url, './insert.sql');
const LIST = sqlFile(import.meta.url, './list.sql');

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface WebhookRow {
  id: string;
  url: string;
  events: Webhook['events'];
  filters: Webhook['filters'];
  created_at: Date;
  disabled_at: Date | null;
  disabled_reason: string | null;
}

interface ListedRow extends WebhookRow {
  is_slow: boolean;
  failing_since: Date | null;
  paused_until: Date | null;
  waiting: number;
  deliveries: DeliveryJson[];
}

interface DeliveryJson {
  id: string;
  event: Delivery['event'];
  state: Delivery['state'];
  attempts: number;
  last_result: string | null;
  created_at: string;
  ended_at: string | null;
  due_at: string | null;
}

/**
 * Creates a webhook, and the account where it is missing. Only this answer has the secret.
 *
 * @throws WebhookLimitError when the account has 10, also for concurrent calls; InvalidAccountError;
 * AccountsUnavailableError, after which a webhook whose secret is lost may have been stored
 */
export async function createWebhook(
  accounts: Accounts,
  { account, url, events, filters }: WebhookRequest,
): Promise<CreatedWebhook> {
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  return accounts.transaction(async (tx) => {
    await holdAccount(tx, account);
    const [stored] = await tx.query<{ webhooks: number }>(COUNT, [account]);
    if ((stored?.webhooks ?? 0) >= MAX_WEBHOOKS) throw new WebhookLimitError();
    const values = [account, url, [...new Set(events)], JSON.stringify(filters), secret];
    const [row] = await tx.query<WebhookRow>(INSERT, values);
    if (row === undefined) throw new Error('Postgres returned no row for a webhook');
    return { webhook: webhookOf(row), secret };
  });
}

/** Lists the webhooks of an account, newest first, with what was sent to them. @throws AccountsUnavailableError */
export async function listWebhooks(accounts: Accounts, account: string): Promise<ListedWebhook[]> {
  if (account.includes('\0')) return [];
  const rows = await accounts.query<ListedRow>(LIST, [account, SHOWN_DELIVERIES]);
  return rows.map((row) => ({
    ...webhookOf(row),
    sending: sendingOf(row),
    waiting: row.waiting,
    deliveries: row.deliveries.map(deliveryOf),
  }));
}

/**
 * Deletes a webhook with its deliveries. Returns false if the account has none with this id. A delivery that is under way
 * may still arrive.
 *
 * @throws AccountsUnavailableError
 */
export async function deleteWebhook(accounts: Accounts, account: string, id: string): Promise<boolean> {
  if (!UUID.test(id) || account.includes('\0')) return false;
  return (await accounts.query(DELETE, [id, account])).length > 0;
}

function webhookOf(row: WebhookRow): Webhook {
  return {
    id: row.id,
    url: row.url,
    events: row.events,
    filters: row.filters,
    createdAt: row.created_at,
    disabledAt: row.disabled_at,
    disabledReason: row.disabled_reason,
  };
}

function sendingOf({ disabled_at, is_slow, failing_since, paused_until }: ListedRow): SendingState | null {
  if (disabled_at !== null) return null;
  if (failing_since !== null && paused_until !== null)
    return { state: 'failing', since: failing_since, pausedUntil: paused_until };
  return { state: is_slow ? 'slow' : 'normal' };
}

function deliveryOf(row: DeliveryJson): Delivery {
  const { id, event, state, attempts } = row;
  const date = (text: string | null): Date | null => (text === null ? null : new Date(text));
  return {
    ...{ id, event, state, attempts, lastResult: row.last_result },
    createdAt: new Date(row.created_at),
    endedAt: date(row.ended_at),
    dueAt: date(row.due_at),
  };
}
