/** What a webhook can get messages about. A job is `job.completed` when it has ended, failed ones too. */
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
  /** Of sandwiches, in the words of the live feed; stored as it is. */
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

export interface ListedWebhook extends Webhook {
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
  /** Of the last attempt: `HTTP 500`, or why there was no answer. Null before the first. */
  readonly lastResult: string | null;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
  /** When it is tried next; null where it is not. */
  readonly dueAt: Date | null;
}

/** A delivery to make now. */
export interface DueDelivery {
  /** Its message's id, the same in every attempt. */
  readonly id: string;
  readonly webhook: string;
  readonly url: string;
  readonly secret: string;
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
