/** The status of a subscription at a time. All but `expired` give access. */
export type SubscriptionStatus = 'trial' | 'active' | 'grace_period' | 'expired';

export const SUBSCRIPTION_STATUSES: readonly SubscriptionStatus[] = [
  'trial',
  'active',
  'grace_period',
  'expired',
];

export interface Subscription {
  /** Derived from the stored state and the time of reading: see `statusAt`. */
  readonly status: SubscriptionStatus;
  /** The name of a plan of limits. */
  readonly plan: string;
  readonly trialEndsAt: Date | null;
  readonly currentPeriodEndsAt: Date | null;
  readonly graceEndsAt: Date | null;
  /** When it was last set. A change by date does not update it. */
  readonly updatedAt: Date;
}

/** Omitted fields are unchanged; a date that is `null` is removed. */
export interface SubscriptionChange {
  readonly status?: SubscriptionStatus;
  readonly plan?: string;
  readonly trialEndsAt?: Date | null;
  readonly currentPeriodEndsAt?: Date | null;
  readonly graceEndsAt?: Date | null;
}

/** Overrides the database's clock, for tests. */
export interface ClockOptions {
  readonly now?: Date;
}
