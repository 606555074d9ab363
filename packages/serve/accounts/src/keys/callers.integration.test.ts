import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Accounts } from '../accounts.js';
import { takeWindows } from '../limits/take-windows.js';
import { readSubscription, setSubscription } from '../subscriptions/subscriptions.js';
import { startTestAccounts, type TestAccounts } from '../testing/test-accounts.js';
import { until } from '../testing/until.js';
import { InvalidAccountError } from './account-id.js';
import { admitCaller, findAccount, findCaller } from './callers.js';
import { newKeyText } from './key-text.js';
import { createKey, listKeys, revokeKey } from './keys.js';
import type { KeyKind } from './types.js';

let database: TestAccounts;
let accounts: Accounts;
beforeAll(async () => {
  database = await startTestAccounts();
  accounts = database.open();
});
afterAll(async () => database?.stop());
beforeEach(async () => {
  await database.empty();
  await database.asOwner('TRUNCATE tickscope.rate_windows');
});

const NOW = new Date('2030-01-01T00:00:00Z');
const after = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);

const make = (kind: KeyKind = 'live', expiresAt: Date | null = null) =>
  createKey(accounts, { account: 'a', name: 'n', kind, expiresAt }, { now: NOW });

async function lastUse(): Promise<Date | null | undefined> {
  return (await listKeys(accounts, 'a'))[0]?.lastUsedAt;
}

test('a key resolves to its account and its current subscription', async () => {
  const { key, secret } = await make();
  const caller = { account: 'a', keyId: key.id, keyKind: 'live', plan: 'default', subscription: null };
  expect(await findCaller(accounts, secret, { now: NOW })).toEqual(caller);

  await setSubscription(
    accounts,
    'a',
    { status: 'active', plan: 'pro', currentPeriodEndsAt: after(60) },
    { now: NOW },
  );
  for (const [second, status] of [
    [59.999, 'active'],
    [60, 'expired'],
  ] as const) {
    const subscription = await readSubscription(accounts, 'a', { now: after(second) });
    expect(subscription?.status).toBe(status);
    expect(await findCaller(accounts, secret, { now: after(second) })).toEqual({
      ...caller,
      plan: 'pro',
      subscription,
    });
  }
});

test('a test key is on the plan "test" under every subscription', async () => {
  const { secret } = await make('test');
  await setSubscription(accounts, 'a', { status: 'active', plan: 'pro' });
  expect(await findCaller(accounts, secret)).toMatchObject({
    keyKind: 'test',
    plan: 'test',
    subscription: { status: 'active', plan: 'pro' },
  });
});

test('a key counts until the moment it expires', async () => {
  const { secret } = await make('live', after(60));
  expect(await findCaller(accounts, secret, { now: after(59.999) })).not.toBeNull();
  expect(await findCaller(accounts, secret, { now: after(60) })).toBeNull();
  const past = await make('live', new Date(Date.now() - 86_400_000));
  expect(await findCaller(accounts, past.secret)).toBeNull();
});

test('a revoked key is refused by every process in its next request', async () => {
  const other = database.open();
  const { key, secret } = await make();
  expect(await findCaller(other, secret)).not.toBeNull();
  await revokeKey(accounts, 'a', key.id);
  expect(await findCaller(other, secret)).toBeNull();
  expect(await findCaller(accounts, secret)).toBeNull();
});

test('a text that is not exactly an issued key has no caller', async () => {
  const { key, secret } = await make();
  const [, random] = /^sk_live_(.*)$/.exec(secret)!;
  for (const text of [
    '',
    secret.slice(0, -1),
    `${secret}1`,
    ` ${secret}`,
    secret.toUpperCase(),
    `sk_test_${random}`,
    key.prefix,
    key.id,
    newKeyText('live'),
    "' OR true --",
    'sk_live_\0',
    'z'.repeat(1_000_000),
  ])
    expect(await findCaller(accounts, text), text.slice(0, 80)).toBeNull();
});

const WINDOWS = [{ name: 'w', subject: 's', limit: 2, seconds: 60 }];
const admit = async (secret: string, windows = WINDOWS, second = 0) => {
  const seen = await admitCaller(accounts, secret, null, { now: after(second) });
  expect(seen?.rateDecision).toBeNull();
  return (now: number) => admitCaller(accounts, secret, { ...seen!, windows }, { now: after(now) });
};

test('an unchanged key is looked up and counted in one statement, as takeWindows counts', async () => {
  const { key, secret } = await make();
  await setSubscription(accounts, 'a', { status: 'active', plan: 'pro' }, { now: NOW });
  const again = await admit(secret);
  const state = (remaining: number) => ({ name: 'w', limit: 2, remaining, resetAt: after(61) });
  for (const [second, remaining, allowed] of [
    [1, 1, true],
    [2, 0, true],
    [3, 0, false],
  ] as const) {
    const admitted = await again(second);
    expect(admitted?.caller).toMatchObject({ account: 'a', keyId: key.id, plan: 'pro' });
    expect(admitted?.rateDecision).toEqual({
      allowed,
      windows: [state(remaining)],
      refusedBy: allowed ? null : state(0),
      now: after(second),
    });
  }
  // The same window, whichever statement counts.
  expect((await takeWindows(accounts, WINDOWS, after(4))).allowed).toBe(false);
});

test('the key of another account, or a changed or expired subscription: nothing is counted', async () => {
  const { secret } = await make();
  const other = await createKey(
    accounts,
    { account: 'b', name: 'n', kind: 'live', expiresAt: null },
    { now: NOW },
  );
  const ends = { currentPeriodEndsAt: after(100) };
  await setSubscription(accounts, 'a', { status: 'active', plan: 'pro', ...ends }, { now: NOW });
  const isCounted = async (admitted: ReturnType<typeof admitCaller>) =>
    (await admitted)?.rateDecision !== null;

  const seen = (await admitCaller(accounts, secret, null, { now: NOW }))!;
  const expected = { ...seen, windows: WINDOWS };
  expect(await isCounted(admitCaller(accounts, other.secret, expected, { now: NOW }))).toBe(false);

  const again = await admit(secret);
  expect(await isCounted(again(99.999))).toBe(true);
  expect(await isCounted(again(100))).toBe(false);

  await setSubscription(accounts, 'a', { plan: 'basic' }, { now: NOW });
  expect(await again(1)).toMatchObject({ rateDecision: null, caller: { plan: 'basic' } });
  const renewed = await admit(secret);
  expect(await isCounted(renewed(1))).toBe(true);

  const without = await admit(other.secret);
  expect(await isCounted(without(1))).toBe(true);
  await setSubscription(accounts, 'b', { status: 'active', plan: 'pro' }, { now: NOW });
  expect(await isCounted(without(1))).toBe(false);
});

test('a key revoked since has no caller and counts in no window', async () => {
  const { key, secret } = await make();
  const again = await admit(secret);
  await revokeKey(accounts, 'a', key.id);
  expect(await again(1)).toBeNull();
  expect(await database.asOwner('SELECT used FROM tickscope.rate_windows WHERE used > 0')).toEqual([]);
});

test('its use is written, at most once a minute', async () => {
  const { secret } = await make();
  // With a single connection, background statements finish before the next query.
  const alone = database.open({ poolSize: 1 });
  const seen: (Date | null | undefined)[] = [];
  for (const second of [0, 59.999, 60, 60.001, 200]) {
    await findCaller(alone, secret, { now: after(second) });
    seen.push((await listKeys(alone, 'a'))[0]?.lastUsedAt);
  }
  expect(seen).toEqual([after(0), after(0), after(60), after(60), after(200)]);
});

test('of a hundred concurrent uses one is written, and none waits for a locked row', async () => {
  const { secret } = await make();
  const holder = database.open({ poolSize: 1 });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isHolding = () => {};
  const holding = new Promise<void>((resolve) => {
    isHolding = resolve;
  });
  const transaction = holder.transaction(async (tx) => {
    await tx.query('SELECT 1 FROM tickscope.keys FOR UPDATE');
    isHolding();
    await held;
  });
  await holding;
  const callers = await Promise.all(
    Array.from({ length: 100 }, () => findCaller(accounts, secret, { now: NOW })),
  );
  expect(callers.every((caller) => caller !== null)).toBe(true);
  expect(await lastUse()).toBeNull();
  release();
  await transaction;

  const version = async () =>
    (await database.asOwner<{ row: string }>('SELECT xmin::text AS row FROM tickscope.keys'))[0]?.row;
  await Promise.all(Array.from({ length: 100 }, () => findCaller(accounts, secret, { now: NOW })));
  await until(async () => (await lastUse())?.getTime() === NOW.getTime());
  const first = await version();
  await Promise.all(Array.from({ length: 100 }, () => findCaller(accounts, secret, { now: after(59) })));
  expect(await version()).toBe(first);
});

test('a failed write of the last use does not fail the request', async () => {
  const { secret } = await make();
  await database.asOwner('REVOKE UPDATE ON tickscope.keys FROM app');
  try {
    expect(await findCaller(accounts, secret, { now: NOW })).not.toBeNull();
  } finally {
    await database.asOwner('GRANT UPDATE ON tickscope.keys TO app');
  }
});

test('a subject is an account from its first sight, without a subscription', async () => {
  const caller = { account: 'auth0|7', keyId: null, keyKind: null, plan: 'default', subscription: null };
  expect(await findAccount(accounts, 'auth0|7')).toEqual(caller);
  expect(await findAccount(accounts, 'auth0|7', { autoTrialDays: 0 })).toEqual(caller);
  expect(await database.asOwner('SELECT id FROM tickscope.accounts')).toEqual([{ id: 'auth0|7' }]);
});

test('a trial is given once, for a number of days, and ends', async () => {
  const options = { autoTrialDays: 14, now: NOW };
  const day = 86_400;
  const seen = await Promise.all(Array.from({ length: 20 }, () => findAccount(accounts, 'a', options)));
  for (const { subscription } of seen)
    expect(subscription).toEqual({
      status: 'trial',
      plan: 'default',
      trialEndsAt: after(14 * day),
      currentPeriodEndsAt: null,
      graceEndsAt: null,
      updatedAt: NOW,
    });
  const later = await findAccount(accounts, 'a', { autoTrialDays: 14, now: after(14 * day) });
  expect(later.subscription).toMatchObject({ status: 'expired', trialEndsAt: after(14 * day) });
});

test('no trial goes to an account that has, or had, a subscription', async () => {
  await setSubscription(accounts, 'a', { status: 'expired', plan: 'pro' });
  expect(await findAccount(accounts, 'a', { autoTrialDays: 14 })).toMatchObject({
    plan: 'pro',
    subscription: { status: 'expired', trialEndsAt: null },
  });
});

test('an account seen before trials existed gets one', async () => {
  await findAccount(accounts, 'a');
  expect(await findAccount(accounts, 'a', { autoTrialDays: 1 })).toMatchObject({
    subscription: { status: 'trial' },
  });
});

test('a subject that cannot be an account is refused, and nothing is stored', async () => {
  for (const subject of ['', 'a'.repeat(256), 'a\0', 'a\nb', '\u202ea', 'a\ud800'])
    await expect(findAccount(accounts, subject)).rejects.toBeInstanceOf(InvalidAccountError);
  for (const autoTrialDays of [-1, 1.5, Number.NaN, 1e9])
    await expect(findAccount(accounts, 'a', { autoTrialDays })).rejects.toBeInstanceOf(TypeError);
  expect(await database.asOwner('SELECT id FROM tickscope.accounts')).toEqual([]);
});
