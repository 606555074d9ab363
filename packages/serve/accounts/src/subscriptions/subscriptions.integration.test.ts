import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Accounts } from '../accounts.js';
import { InvalidAccountError } from '../keys/account-id.js';
import { startTestAccounts, type TestAccounts } from '../testing/test-accounts.js';
import { NoSubscriptionError, readSubscription, setSubscription } from './subscriptions.js';
import type { SubscriptionStatus } from './types.js';

let database: TestAccounts;
let accounts: Accounts;
beforeAll(async () => {
  database = await startTestAccounts();
  accounts = database.open();
});
afterAll(async () => database?.stop());
beforeEach(() => database.empty());

const NOW = new Date('2030-01-01T00:00:00Z');
const after = (days: number, ms = 0) => new Date(NOW.getTime() + days * 86_400_000 + ms);
const statusOf = async (now?: Date) =>
  (await readSubscription(accounts, 'a', now === undefined ? {} : { now }))?.status;

test('an account without a subscription, known or unknown, gets null', async () => {
  expect(await readSubscription(accounts, 'a')).toBeNull();
  await database.asOwner("INSERT INTO tickscope.accounts (id) VALUES ('a')");
  expect(await readSubscription(accounts, 'a')).toBeNull();
  expect(await readSubscription(accounts, 'a\0')).toBeNull();
});

test('setting one creates the account, and it is read back', async () => {
  const set = await setSubscription(
    accounts,
    'a',
    {
      status: 'trial',
      plan: 'pro',
      trialEndsAt: after(14),
      currentPeriodEndsAt: after(44),
      graceEndsAt: after(51),
    },
    { now: NOW },
  );
  expect(set).toEqual({
    status: 'trial',
    plan: 'pro',
    trialEndsAt: after(14),
    currentPeriodEndsAt: after(44),
    graceEndsAt: after(51),
    updatedAt: NOW,
  });
  expect(await readSubscription(accounts, 'a', { now: NOW })).toEqual(set);
  expect(await readSubscription(accounts, 'b')).toBeNull();
});

test('it changes its status by date alone, and the database keeps the stored values', async () => {
  await setSubscription(
    accounts,
    'a',
    { status: 'trial', trialEndsAt: after(14), currentPeriodEndsAt: after(44), graceEndsAt: after(51) },
    { now: NOW },
  );
  const seen: (SubscriptionStatus | undefined)[] = [];
  for (const end of [14, 44, 51]) seen.push(await statusOf(after(end, -1)), await statusOf(after(end)));
  expect(seen).toEqual(['trial', 'active', 'active', 'grace_period', 'grace_period', 'expired']);
  expect(await database.asOwner('SELECT status, updated_at FROM tickscope.subscriptions')).toEqual([
    { status: 'trial', updated_at: NOW },
  ]);
});

test('without a given time, the clock of the database counts', async () => {
  await database.asOwner("INSERT INTO tickscope.accounts (id) VALUES ('a')");
  const set = (end: string) =>
    database.asOwner(
      'INSERT INTO tickscope.subscriptions (account, status, plan, current_period_ends_at, updated_at) ' +
        `VALUES ('a', 'active', 'default', clock_timestamp() + interval '${end}', clock_timestamp()) ` +
        'ON CONFLICT (account) DO UPDATE SET current_period_ends_at = excluded.current_period_ends_at',
    );
  await set('1 minute');
  expect(await statusOf()).toBe('active');
  await set('-1 millisecond');
  expect(await statusOf()).toBe('expired');
});

test('fields left out of a change stay, and null removes a date', async () => {
  await setSubscription(
    accounts,
    'a',
    { status: 'active', plan: 'pro', currentPeriodEndsAt: after(30) },
    { now: NOW },
  );
  const changed = await setSubscription(accounts, 'a', { graceEndsAt: after(37) }, { now: after(1) });
  expect(changed).toEqual({
    status: 'active',
    plan: 'pro',
    trialEndsAt: null,
    currentPeriodEndsAt: after(30),
    graceEndsAt: after(37),
    updatedAt: after(1),
  });
  await setSubscription(accounts, 'a', { currentPeriodEndsAt: null }, { now: after(2) });
  expect(await statusOf(after(1_000))).toBe('active');
});

test('a change of the plan alone leaves a state that has moved by date where it is', async () => {
  await setSubscription(accounts, 'a', { status: 'active', currentPeriodEndsAt: after(30) }, { now: NOW });
  const changed = await setSubscription(accounts, 'a', { plan: 'pro' }, { now: after(31) });
  expect(changed).toMatchObject({ status: 'expired', plan: 'pro', currentPeriodEndsAt: after(30) });
});

test.each(['trial', 'active', 'grace_period', 'expired'] as const)(
  'the operator can set %s from every status, and it holds',
  async (status) => {
    for (const before of ['trial', 'active', 'grace_period', 'expired'] as const) {
      const ends = { trialEndsAt: after(1), currentPeriodEndsAt: after(2), graceEndsAt: after(3) };
      await setSubscription(accounts, 'a', { status: before, ...ends }, { now: NOW });
      // All of its ends have passed.
      const set = await setSubscription(accounts, 'a', { status }, { now: after(10) });
      expect(set.status, before).toBe(status);
      expect(await statusOf(after(11)), before).toBe(status);
    }
  },
);

test('a date that is given counts, also one that has passed', async () => {
  const set = await setSubscription(
    accounts,
    'a',
    { status: 'active', currentPeriodEndsAt: after(-1), graceEndsAt: after(1) },
    { now: NOW },
  );
  expect(set).toMatchObject({ status: 'grace_period', currentPeriodEndsAt: after(-1) });
});

test('a first subscription needs a status', async () => {
  await expect(setSubscription(accounts, 'a', { plan: 'pro' })).rejects.toBeInstanceOf(NoSubscriptionError);
  expect(await database.asOwner('SELECT id FROM tickscope.accounts')).toEqual([]);
  expect(await setSubscription(accounts, 'a', { status: 'expired' })).toMatchObject({ plan: 'default' });
});

test('an invalid status, plan, date or account is refused, and nothing is stored', async () => {
  const set = (change: object) => setSubscription(accounts, 'a', change);
  await expect(set({ status: 'gold' })).rejects.toThrow(/status is one of/);
  await expect(set({ status: 'active', plan: "x'; --" })).rejects.toThrow(/plan's name/);
  await expect(set({ status: 'active', graceEndsAt: new Date('x') })).rejects.toThrow(/no valid date/);
  await expect(setSubscription(accounts, 'a\nb', { status: 'active' })).rejects.toBeInstanceOf(
    InvalidAccountError,
  );
  expect(await database.asOwner('SELECT id FROM tickscope.accounts')).toEqual([]);
});

test('changes of different fields at the same time are all kept', async () => {
  await setSubscription(accounts, 'a', { status: 'active' }, { now: NOW });
  await Promise.all([
    setSubscription(accounts, 'a', { plan: 'pro' }, { now: NOW }),
    setSubscription(accounts, 'a', { trialEndsAt: after(1) }, { now: NOW }),
    setSubscription(accounts, 'a', { currentPeriodEndsAt: after(2) }, { now: NOW }),
    setSubscription(accounts, 'a', { graceEndsAt: after(3) }, { now: NOW }),
  ]);
  expect(await readSubscription(accounts, 'a', { now: NOW })).toEqual({
    status: 'active',
    plan: 'pro',
    trialEndsAt: after(1),
    currentPeriodEndsAt: after(2),
    graceEndsAt: after(3),
    updatedAt: NOW,
  });
});
