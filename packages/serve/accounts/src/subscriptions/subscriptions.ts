import type { Accounts } from '../accounts.js';
import { holdAccount } from '../keys/hold-account.js';
import { isPlanName } from '../plans/plan-name.js';
import { sqlFile } from '../sql-file.js';
import { type SubscriptionRow, subscriptionOf } from './rows.js';
import type { StoredStatus } from './status.js';
import {
  type ClockOptions,
  SUBSCRIPTION_STATUSES,
  type Subscription,
  type SubscriptionChange,
} from './types.js';

const READ = sqlFile(import.meta.url, './read.sql');
const WRITE = sqlFile(import.meta.url, './write.sql');

const DEFAULT_PLAN = 'default';

type SeenRow = SubscriptionRow & { now: Date };

/**
 * A change without a status, for an account that has no subscription yet: nothing was changed. A retry helps with a
 * status.
 */
export class NoSubscriptionError extends Error {
  override readonly name = 'NoSubscriptionError';
  readonly code = 'no_subscription';
  constructor() {
    super('the account has no subscription yet: its status must be given');
  }
}

/**
 * Returns the current subscription; `null` when the account, known or not, never had one. @throws
 * AccountsUnavailableError
 */
export async function readSubscription(
  accounts: Accounts,
  account: string,
  options: ClockOptions = {},
): Promise<Subscription | null> {
  // Postgres does not support this character.
  if (account.includes('\0')) return null;
  const [row] = await accounts.query<SeenRow>(READ, [account, options.now ?? null]);
  return row === undefined ? null : subscriptionOf(row, row.now);
}

/**
 * Sets the given fields of an account's subscription. Creates the subscription and the account where they are
 * missing (plan `default` unless given). A given status applies from now on: if the stored end of that state
 * has passed and no other is given, it is removed, because it would end the state at once.
 * @throws NoSubscriptionError, InvalidAccountError; TypeError for an invalid status, plan or date;
 * AccountsUnavailableError
 */
export async function setSubscription(
  accounts: Accounts,
  account: string,
  change: SubscriptionChange,
  options: ClockOptions = {},
): Promise<Subscription> {
  assertChange(change);
  const now = options.now ?? null;
  return accounts.transaction(async (tx) => {
    await holdAccount(tx, account);
    const [row] = await tx.query<SeenRow>(READ, [account, now]);
    const status = change.status ?? row?.status;
    if (status === undefined) throw new NoSubscriptionError();
    const stored: StoredStatus = {
      status,
      trialEndsAt: row?.trial_ends_at ?? null,
      currentPeriodEndsAt: row?.current_period_ends_at ?? null,
      graceEndsAt: row?.grace_ends_at ?? null,
    };
    const kept =
      change.status === undefined || row === undefined ? stored : withoutPassedEnd(stored, row.now);
    const { plan, trialEndsAt, currentPeriodEndsAt, graceEndsAt } = {
      plan: row?.plan ?? DEFAULT_PLAN,
      ...kept,
      ...change,
    };
    const [written] = await tx.query<SeenRow>(WRITE, [
      ...[account, status, plan, trialEndsAt, currentPeriodEndsAt, graceEndsAt, now],
    ]);
    if (written === undefined) throw new Error('Postgres returned no row for a subscription');
    return subscriptionOf(written, written.now);
  });
}

/** The dates without the end of the current state, where that has passed. */
function withoutPassedEnd(stored: StoredStatus, now: Date): StoredStatus {
  const isPast = (end: Date | null) => end !== null && end.getTime() <= now.getTime();
  if (stored.status === 'trial' && isPast(stored.trialEndsAt)) return { ...stored, trialEndsAt: null };
  if (stored.status === 'active' && isPast(stored.currentPeriodEndsAt))
    return { ...stored, currentPeriodEndsAt: null };
  if (stored.status === 'grace_period' && isPast(stored.graceEndsAt)) return { ...stored, graceEndsAt: null };
  return stored;
}

function assertChange(change: SubscriptionChange): void {
  const { status, plan, trialEndsAt, currentPeriodEndsAt, graceEndsAt } = change;
  if (status !== undefined && !SUBSCRIPTION_STATUSES.includes(status))
    throw new TypeError(`a subscription's status is one of ${SUBSCRIPTION_STATUSES.join(', ')}`);
  if (plan !== undefined && !isPlanName(plan))
    throw new TypeError(
      "a plan's name has 1 to 64 of the characters a-z, 0-9, - and _, and begins with a letter or digit",
    );
  for (const date of [trialEndsAt, currentPeriodEndsAt, graceEndsAt])
    if (date !== undefined && date !== null && Number.isNaN(date.getTime()))
      throw new TypeError('no valid date');
}
