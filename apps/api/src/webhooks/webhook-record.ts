import type { Delivery, SendingState, Webhook } from '@tickscope/accounts';
import type { components } from '@tickscope/schemas';

/** A webhook as its owner sees it: everything but its secret. */
export function webhookRecord(webhook: Webhook): components['schemas']['Webhook'] {
  const { id, url, events, filters, createdAt, disabledAt, disabledReason } = webhook;
  return {
    ...{ id, url, events: [...events], filters },
    created_at: createdAt.toISOString(),
    disabled_at: disabledAt?.toISOString() ?? null,
    disabled_reason: disabledReason,
  };
}

export function sendingRecord(sending: SendingState): components['schemas']['WebhookSending'] {
  if (sending.state !== 'failing') return { state: sending.state, failing_since: null, paused_until: null };
  return {
    state: 'failing',
    failing_since: sending.since.toISOString(),
    paused_until: sending.pausedUntil.toISOString(),
  };
}

export function deliveryRecord(delivery: Delivery): components['schemas']['WebhookDelivery'] {
  const { id, event, state, attempts, lastResult, createdAt, endedAt, dueAt } = delivery;
  return {
    ...{ id, event, state, attempts },
    last_result: lastResult,
    created_at: createdAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
    due_at: dueAt?.toISOString() ?? null,
  };
}
