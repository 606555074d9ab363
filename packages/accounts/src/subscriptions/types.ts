/** What a subscription is at a moment. All but `expired` give access. */
export type SubscriptionStatus = 'trial' | 'active' | 'grace_period' | 'expired';

export const SUBSCRIPTION_STATUSES: readonly SubscriptionStatus[] = [
  'trial',
  'active',
  'grace_period',
  'expired',
];

export interface Subscription {
  /** Derived from what is stored and the time of reading: see `statusAt`. */
  readonly status: SubscriptionStatus;
  /** The name of a plan of limits. */
  readonly plan: string;
  readonly trialEndsAt: Date | null;
  readonly currentPeriodEndsAt: Date | null;
  readonly graceEndsAt: Date | null;
  /** When it was last set. A move by date does not change it. */
  readonly updatedAt: Date;
}

/** Fields left out keep what they are; a date that is `null` is taken away. */
export interface SubscriptionChange {
  readonly status?: SubscriptionStatus;
  readonly plan?: string;
  readonly trialEndsAt?: Date | null;
  readonly currentPeriodEndsAt?: Date | null;
  readonly graceEndsAt?: Date | null;
}

/** Moves the clock in tests; left out, the database's own is used. */
export interface ClockOptions {
  readonly now?: Date;
}
