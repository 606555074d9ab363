import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Accounts } from '../accounts.js';
import { startTestAccounts, type TestAccounts } from '../testing/test-accounts.js';
import { AccountsUnavailableError } from '../unavailable.js';
import { InvalidAccountError } from './account-id.js';
import { findCaller } from './callers.js';
import { isKeyText } from './key-text.js';
import { createKey, listKeys, revokeKey } from './keys.js';
import { KeyLimitError, type KeyRequest } from './types.js';

let database: TestAccounts;
let accounts: Accounts;
beforeAll(async () => {
  database = await startTestAccounts();
  accounts = database.open();
});
afterAll(async () => database?.stop());
beforeEach(() => database.empty());

const NOW = new Date('2030-01-01T00:00:00Z');
const after = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);

const make = (request: Partial<KeyRequest> = {}, now?: Date) =>
  createKey(
    accounts,
    { account: 'a', name: 'first', kind: 'live', expiresAt: null, ...request },
    now === undefined ? {} : { now },
  );

test('a key is created with its account, and is listed without its secret', async () => {
  const { key, secret } = await make({ kind: 'test', expiresAt: after(60) }, NOW);
  expect(isKeyText(secret)).toBe(true);
  expect(key).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    account: 'a',
    name: 'first',
    kind: 'test',
    prefix: secret.slice(0, 12),
    createdAt: NOW,
    lastUsedAt: null,
    expiresAt: after(60),
    revokedAt: null,
  });
  expect(await listKeys(accounts, 'a')).toEqual([key]);
  expect(JSON.stringify(await listKeys(accounts, 'a'))).not.toContain(secret);
});

test('keys are listed newest first, revoked ones too, and no other account’s', async () => {
  const first = await make({ name: 'one' }, after(1));
  await make({ name: 'two' }, after(2));
  await make({ name: 'three' }, after(3));
  await make({ account: 'b', name: 'other' }, after(4));
  await revokeKey(accounts, 'a', first.key.id);
  expect((await listKeys(accounts, 'a')).map(({ name, revokedAt }) => [name, revokedAt !== null])).toEqual([
    ['three', false],
    ['two', false],
    ['one', true],
  ]);
  expect((await listKeys(accounts, 'b')).map(({ name }) => name)).toEqual(['other']);
  expect(await listKeys(accounts, 'stranger')).toEqual([]);
  expect(await listKeys(accounts, 'a\0')).toEqual([]);
});

test('of sixty that are made at once ten are made, over both kinds', async () => {
  const pools = [accounts, database.open(), database.open()];
  const made = await Promise.allSettled(
    Array.from({ length: 60 }, (_, n) =>
      createKey(pools[n % 3]!, {
        account: 'a',
        name: `key ${n}`,
        kind: n % 2 === 0 ? 'live' : 'test',
        expiresAt: null,
      }),
    ),
  );
  const refused = made.filter((result) => result.status === 'rejected');
  expect(refused.length).toBe(50);
  for (const { reason } of refused) expect(reason).toBeInstanceOf(KeyLimitError);
  expect((await listKeys(accounts, 'a')).length).toBe(10);
  // The limit is per account.
  await make({ account: 'b' });
});

test('a key that is revoked or expired makes room for another', async () => {
  const keys = [];
  for (let n = 0; n < 10; n += 1) keys.push(await make({ expiresAt: n === 0 ? after(60) : null }, NOW));
  await expect(make({}, NOW)).rejects.toBeInstanceOf(KeyLimitError);
  await expect(make({}, after(59.999))).rejects.toBeInstanceOf(KeyLimitError);
  await make({}, after(60));
  await expect(make({}, after(60))).rejects.toBeInstanceOf(KeyLimitError);
  await revokeKey(accounts, 'a', keys[3]!.key.id);
  await make({}, after(60));
  await expect(make({}, after(60))).rejects.toBeInstanceOf(KeyLimitError);
});

test('making and revoking without end leaves the newest hundred', async () => {
  const kept = await make({ name: 'kept' }, NOW);
  for (let n = 1; n <= 130; n += 1) {
    const { key } = await make({ name: `dead ${n}` }, after(n));
    await revokeKey(accounts, 'a', key.id);
  }
  const names = (await listKeys(accounts, 'a')).map(({ name }) => name);
  expect(names.length).toBeLessThanOrEqual(100);
  expect(names.slice(0, 90)).toEqual(Array.from({ length: 90 }, (_, n) => `dead ${130 - n}`));
  expect(names).toContain('kept');
  expect(await findCaller(accounts, kept.secret)).toMatchObject({ keyId: kept.key.id });
});

test('revoking is for good, may be repeated, and is the owner’s alone', async () => {
  const { key } = await make();
  expect(await revokeKey(accounts, 'b', key.id)).toBe(false);
  expect((await listKeys(accounts, 'a'))[0]?.revokedAt).toBeNull();
  expect(await revokeKey(accounts, 'a', key.id)).toBe(true);
  const [revoked] = await listKeys(accounts, 'a');
  expect(await revokeKey(accounts, 'a', key.id.toUpperCase())).toBe(true);
  expect(await listKeys(accounts, 'a')).toEqual([revoked]);
  for (const id of [
    '',
    'x',
    `${key.id}0`,
    `${key.id}\n`,
    "' OR true --",
    '00000000-0000-4000-8000-000000000000',
  ])
    expect(await revokeKey(accounts, 'a', id), id).toBe(false);
});

test.each([
  ['no name', { name: '' }, TypeError],
  ['a name of 101 characters', { name: 'x'.repeat(101) }, TypeError],
  ['a name with a line break', { name: 'a\nb' }, TypeError],
  ['a name with an escape', { name: '\u001b[31mred' }, TypeError],
  ['an invalid date', { expiresAt: new Date('never') }, TypeError],
  ['no account', { account: '' }, InvalidAccountError],
  ['an account with a NUL', { account: 'a\0' }, InvalidAccountError],
])('refused, and nothing is stored: %s', async (_, request, error) => {
  await expect(make(request)).rejects.toBeInstanceOf(error);
  expect(await database.asOwner('SELECT id FROM tickscope.accounts')).toEqual([]);
});

test('names of 100 characters and names that look like SQL are kept as they are', async () => {
  for (const name of ['🙂'.repeat(100), "'); DROP TABLE tickscope.keys; --"])
    expect((await make({ name })).key.name).toBe(name);
});

test('while the database is unavailable, every call reports it', async () => {
  const { key, secret } = await make();
  const away = database.open();
  await away.close();
  for (const call of [
    () => createKey(away, { account: 'a', name: 'n', kind: 'live', expiresAt: null }),
    () => listKeys(away, 'a'),
    () => revokeKey(away, 'a', key.id),
    () => findCaller(away, secret),
  ])
    await expect(call()).rejects.toBeInstanceOf(AccountsUnavailableError);
});
