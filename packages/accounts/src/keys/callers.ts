import { timingSafeEqual } from 'node:crypto';
import type { Accounts } from '../accounts.js';
import { columnsOf, type TakenRow, takenOf, type WindowColumns } from '../limits/take-windows.js';
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
  /** Gives an account that never had a subscription a trial of so many days; 0, or left out, for none. */
  readonly autoTrialDays?: number;
}

/** An account's subscription beside it: of a LEFT JOIN, so all or none of it is there. */
type WithSubscription = { now: Date } & (SubscriptionRow | { [Column in keyof SubscriptionRow]: null });

type CallerRow = WithSubscription & {
  id: string;
  account: string;
  kind: KeyKind;
  hash: Buffer;
  is_use_old: boolean;
  version: string | null;
} & (TakenRow | { is_allowed: null });

const NO_WINDOWS: WindowColumns = [[], [], [], []];

/**
 * Who a key belongs to, in one statement: what was revoked or changed a moment ago, by any process, counts. `null` for
 * what is no key, and for an unknown, revoked or expired one, which look the same. That the key was used is written at
 * most once a minute, beside the answer: neither waiting for it nor its failure reaches the caller.
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
 * As `findCaller`; and where the key belongs to whom it is expected to, unchanged, the same statement counts the request
 * in the windows that were made for them, as `takeWindows` does. In any other case it is counted in none.
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
  // The index compares byte by byte, and stops at the first that differs. Of a hash that tells an attacker nothing he
  // could use; the comparison that decides takes the same time for any.
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
    taken: expected === null || row.is_allowed === null ? null : takenOf(expected.windows, row),
  };
}

/** When a subscription may move on by itself; `null`: never. */
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
 * The account of a verified JWT's subject, which is made at first sight, without a subscription unless `autoTrialDays`
 * is given.
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
  if (row === undefined) throw new Error('an account was deleted as it came');
  const subscription = subscriptionBeside(row);
  return { account, keyId: null, keyKind: null, plan: planOf(subscription), subscription };
}

function subscriptionBeside(row: WithSubscription): Subscription | null {
  return row.status === null ? null : subscriptionOf(row, row.now);
}

function planOf(subscription: Subscription | null): string {
  return subscription?.plan ?? 'default';
}
