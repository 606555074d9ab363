import type { SubscriptionStatus } from './types.js';

/** What is stored of a subscription's state: what it was set to, and the dates that move it on. */
export interface StoredStatus {
  readonly status: SubscriptionStatus;
  readonly trialEndsAt: Date | null;
  readonly currentPeriodEndsAt: Date | null;
  readonly graceEndsAt: Date | null;
}

/**
 * The state at a time, derived from what is stored; nothing has to run for a subscription to move. Its value depends
 * on the dates alone, never on when, or whether, somebody asked before:
 *
 * - `trial` until `trialEndsAt`; then `active` if the current period ends after that, else `expired`
 * - `active` until `currentPeriodEndsAt`; then `grace_period`
 * - `grace_period` until `graceEndsAt`; then `expired`
 * - `expired` for good
 *
 * At the very moment of its end a state is over. A state whose end is not set does not end, but there is no grace
 * without an end after a period.
 */
export function statusAt(stored: StoredStatus, now: Date): SubscriptionStatus {
  const { status, trialEndsAt, currentPeriodEndsAt, graceEndsAt } = stored;
  switch (status) {
    case 'trial':
      if (!isOver(trialEndsAt, now)) return 'trial';
      // Asked for the moment at which the trial ended, not for now: a period that has ended since was begun.
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
