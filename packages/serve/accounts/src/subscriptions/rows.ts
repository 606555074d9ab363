import { statusAt } from './status.js';
import type { Subscription, SubscriptionStatus } from './types.js';

/** A row of `tickscope.subscriptions`. */
export interface SubscriptionRow {
  status: SubscriptionStatus;
  plan: string;
  trial_ends_at: Date | null;
  current_period_ends_at: Date | null;
  grace_ends_at: Date | null;
  updated_at: Date;
}

/** The subscription at a time. */
export function subscriptionOf(row: SubscriptionRow, now: Date): Subscription {
  const dates = {
    trialEndsAt: row.trial_ends_at,
    currentPeriodEndsAt: row.current_period_ends_at,
    graceEndsAt: row.grace_ends_at,
  };
  return {
    status: statusAt({ status: row.status, ...dates }, now),
    plan: row.plan,
    ...dates,
    updatedAt: row.updated_at,
  };
}
