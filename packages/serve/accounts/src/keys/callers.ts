import { timingSafeEqual } from 'node:crypto';
import type { Accounts } from '../accounts.js';
import { columnsOf, decisionOf, type RateDecisionRow, type WindowColumns } from '../limits/take-windows.js';
import { sqlFile } from '../sql-file.js';
import { type SubscriptionRow, subscriptionOf } from '../subscriptions/rows.js';
import type { ClockOptions, Subscription } from '../subscriptions/types.js';
import { assertAccountId } from './account-id.js';
import { hashOfKey, isKeyText } from './key-text.js';
import type { AdmittedCaller, Caller, ExpectedCaller, KeyKind } from './types.js';

const FIND_CALLER = sqlFile(import.meta.url, './find-caller.sql');
const NOTE_USE = sqlFile(import.meta.url, './note-use.sql');
const FIND_ACCOUNT = sqlFile(import.meta.url, './find-account.sql');
const GIVE_TRIAL = sqlFile(import.meta.url, './give-trial.sql');

const MAX_TRIAL_DAYS = 3_650;

export interface FindAccountOptions extends ClockOptions {
  /** Gives an account that never had a subscription a trial of this many days. Default 0: no trial. */
  readonly autoTrialDays?: number;
}

/** An account with its subscription from a LEFT JOIN: all columns of the subscription are null, or none is. */
type WithSubscription = { now: Date } & (SubscriptionRow | { [Column in keyof SubscriptionRow]: null });

type CallerRow = WithSubscription & {
  id: string;
  account: string;
  kind: KeyKind;
  hash: Buffer;
  is_use_old: boolean;
  version: string | null;
} & (RateDecisionRow | { is_allowed: null });

const NO_WINDOWS: WindowColumns = [[], [], [], []];

/**
 * Returns the owner of a key, in one statement: revocations and changes by any process take effect at once.
 * Returns `null` for malformed, unknown, revoked and expired keys alike. The use of the key is recorded at most
 * once a minute, in the background: the caller neither waits for it nor sees its failure.
 * @throws AccountsUnavailableError
 */
export async function findCaller(
  accounts: Accounts,
  secret: string,
  options: ClockOptions = {},
): Promise<Caller | null> {
  return (await admitCaller(accounts, secret, null, options))?.caller ?? null;
}

/**
 * Like `findCaller`. If the key belongs to the expected caller, unchanged, the same statement also counts the
 * request in that caller's windows, as `takeWindows` does. Otherwise the request is not counted.
 * @throws AccountsUnavailableError; TypeError as `takeWindows`
 */
export async function admitCaller(
  accounts: Accounts,
  secret: string,
  expected: ExpectedCaller | null,
  options: ClockOptions = {},
): Promise<AdmittedCaller | null> {
  if (!isKeyText(secret)) return null;
  const hash = hashOfKey(secret);
  const [row] = await accounts.query<CallerRow>(FIND_CALLER, [
    ...[hash, options.now ?? null],
    ...(expected === null
      ? [null, null, null, ...NO_WINDOWS]
      : [expected.caller.keyId, expected.version, expected.unchangedUntil, ...columnsOf(expected.windows)]),
  ]);
  // The index compares byte by byte and stops at the first difference. For a hash that reveals nothing useful
  // to an attacker. The final comparison takes constant time.
  if (row === undefined || !timingSafeEqual(row.hash, hash)) return null;
  if (row.is_use_old) void accounts.query(NOTE_USE, [row.id, row.now]).catch(() => {});
  const subscription = subscriptionBeside(row);
  return {
    caller: {
      account: row.account,
      keyId: row.id,
      keyKind: row.kind,
      plan: row.kind === 'test' ? 'test' : planOf(subscription),
      subscription,
    },
    version: row.version,
    unchangedUntil: nextDate(subscription, row.now),
    rateDecision: expected === null || row.is_allowed === null ? null : decisionOf(expected.windows, row),
  };
}

/** The next date at which a subscription may change by itself; `null`: never. */
function nextDate(subscription: Subscription | null, now: Date): Date | null {
  const dates = [
    subscription?.trialEndsAt ?? null,
    subscription?.currentPeriodEndsAt ?? null,
    subscription?.graceEndsAt ?? null,
  ];
  return dates.reduce(
    (next, date) => (date !== null && date > now && (next === null || date < next) ? date : next),
    null,
  );
}

/**
 * Returns the account of a verified JWT's subject. A new account is created without a subscription, unless
 * `autoTrialDays` is given.
 * @throws InvalidAccountError; TypeError for days that are not 0 to 3,650; AccountsUnavailableError
 */
export async function findAccount(
  accounts: Accounts,
  account: string,
  options: FindAccountOptions = {},
): Promise<Caller> {
  assertAccountId(account);
  const { autoTrialDays: days = 0, now = null } = options;
  if (!Number.isInteger(days) || days < 0 || days > MAX_TRIAL_DAYS)
    throw new TypeError(`a trial has at most ${MAX_TRIAL_DAYS} days`);
  const find = () => accounts.query<WithSubscription>(FIND_ACCOUNT, [account, now]);
  let [row] = await find();
  const isNew = row === undefined;
  const getsTrial = days > 0 && (row === undefined || row.status === null);
  if (isNew || getsTrial) {
    await accounts.transaction(async (tx) => {
      await tx.query('INSERT INTO tickscope.accounts (id) VALUES ($1) ON CONFLICT DO NOTHING', [account]);
      if (getsTrial) await tx.query(GIVE_TRIAL, [account, days, now]);
    });
    [row] = await find();
  }
  if (row === undefined) throw new Error('the account is not stored, though it was just inserted');
  const subscription = subscriptionBeside(row);
  return { account, keyId: null, keyKind: null, plan: planOf(subscription), subscription };
}

function subscriptionBeside(row: WithSubscription): Subscription | null {
  return row.status === null ? null : subscriptionOf(row, row.now);
}

function planOf(subscription: Subscription | null): string {
  return subscription?.plan ?? 'default';
}
