import type { SubscriptionStatus } from './types.js';

/** The stored state of a subscription: the status that was set, and the dates at which it changes. */
export interface StoredStatus {
  readonly status: SubscriptionStatus;
  readonly trialEndsAt: Date | null;
  readonly currentPeriodEndsAt: Date | null;
  readonly graceEndsAt: Date | null;
}

/**
 * The status at a time, derived from the stored state; no job has to run for a subscription to change. It
 * depends on the dates alone, not on earlier reads:
 *
 * - `trial` until `trialEndsAt`; then `active` if the current period ends after that, else `expired`
 * - `active` until `currentPeriodEndsAt`; then `grace_period`
 * - `grace_period` until `graceEndsAt`; then `expired`
 * - `expired` for good
 *
 * A state is over at the exact moment of its end. A state without an end date does not end, except that a grace
 * period after a paid period requires an end date.
 */
export function statusAt(stored: StoredStatus, now: Date): SubscriptionStatus {
  const { status, trialEndsAt, currentPeriodEndsAt, graceEndsAt } = stored;
  switch (status) {
    case 'trial':
      if (!isOver(trialEndsAt, now)) return 'trial';
      // Compared with the end of the trial, not with now: a period that has ended since was active in between.
      if (currentPeriodEndsAt === null || isOver(currentPeriodEndsAt, trialEndsAt)) return 'expired';
      return statusAt({ ...stored, status: 'active' }, now);
    case 'active':
      if (!isOver(currentPeriodEndsAt, now)) return 'active';
      return graceEndsAt === null || isOver(graceEndsAt, now) ? 'expired' : 'grace_period';
    case 'grace_period':
      return isOver(graceEndsAt, now) ? 'expired' : 'grace_period';
    case 'expired':
      return 'expired';
  }
}

/** Whether a subscription in this state gives access. */
export function allowsAccess(status: SubscriptionStatus): boolean {
  return status !== 'expired';
}

function isOver(end: Date | null, now: Date): end is Date {
  return end !== null && end.getTime() <= now.getTime();
}
