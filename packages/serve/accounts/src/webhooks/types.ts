/** Events that a webhook can get messages about. A job is `job.completed` when it has ended, failed ones too. */
export const WEBHOOK_EVENTS = ['job.completed', 'sandwich'] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** The most webhooks of an account. */
export const MAX_WEBHOOKS = 10;
/** The deliveries of each webhook that its list shows. */
export const SHOWN_DELIVERIES = 20;

export interface WebhookRequest {
  readonly account: string;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  /** Filters of sandwiches, in the words of the live feed; stored as they are. */
  readonly filters: Readonly<Record<string, unknown>>;
}

export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly filters: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
  /** Nothing is sent any more; null: it is sent to. */
  readonly disabledAt: Date | null;
  readonly disabledReason: string | null;
}

export interface CreatedWebhook {
  readonly webhook: Webhook;
  /** Signs its messages, as Standard Webhooks say. In this answer only. */
  readonly secret: string;
}

/**
 * How messages are sent to a webhook. `normal`: as they come. `slow`: its receiver took long to answer the last one, so it
 * has its turns among the slow ones. `failing`: several attempts in a row have failed, so new messages wait, and one of them
 * is tried when the pause ends; those that were tried before are tried again at their own times.
 */
export type SendingState =
  | { readonly state: 'normal' | 'slow' }
  | { readonly state: 'failing'; readonly since: Date; readonly pausedUntil: Date };

export interface ListedWebhook extends Webhook {
  /** Null: it is disabled. */
  readonly sending: SendingState | null;
  /** Deliveries that are still to be made. */
  readonly waiting: number;
  /** Newest first, at most 20. */
  readonly deliveries: readonly Delivery[];
}

export interface Delivery {
  readonly id: string;
  readonly event: WebhookEvent;
  readonly state: 'waiting' | 'delivered' | 'failed';
  readonly attempts: number;
  /** Result of the last attempt: `HTTP 500`, or why there was no answer. Null before the first. */
  readonly lastResult: string | null;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
  /** It is not tried before; null where it is not tried any more. */
  readonly dueAt: Date | null;
}

/** A delivery to make now. */
export interface DueDelivery {
  /** Its message's id, the same in every attempt. */
  readonly id: string;
  readonly webhook: string;
  readonly account: string;
  readonly url: string;
  readonly secret: string;
  /** Its receiver took long to answer the last time. */
  readonly isSlow: boolean;
  /** JSON. */
  readonly body: string;
  /** Which attempt this is, from 1. */
  readonly attempts: number;
}

/** The account has as many webhooks as it may. */
export class WebhookLimitError extends Error {
  override readonly name = 'WebhookLimitError';
  readonly code = 'webhook_limit';
  constructor() {
    super(`an account may have ${MAX_WEBHOOKS} webhooks`);
  }
}
