import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Accounts } from '../accounts.js';
import { startTestAccounts, type TestAccounts } from '../testing/test-accounts.js';
import { AccountsUnavailableError } from '../unavailable.js';
import { cleanWindows, takeWindows } from './take-windows.js';
import type { RateDecision, Window } from './types.js';

let database: TestAccounts;
let accounts: Accounts;
beforeAll(async () => {
  database = await startTestAccounts();
  accounts = database.open();
});
afterAll(async () => database?.stop());
beforeEach(() => database.asOwner('TRUNCATE tickscope.rate_windows'));

const NOW = new Date('2030-01-01T00:00:00.250Z');
const after = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);

const window = (name: string, limit: number, seconds = 60, subject = 's'): Window => ({
  name,
  subject,
  limit,
  seconds,
});
const take = (windows: Window[], second: number) => takeWindows(accounts, windows, after(second));

async function times(count: number, windows: Window[], second: number): Promise<RateDecision[]> {
  const decisions: RateDecision[] = [];
  for (let n = 0; n < count; n += 1) decisions.push(await take(windows, second));
  return decisions;
}

const rows = () =>
  database.asOwner<{ name: string; used: number }>(
    'SELECT name, used FROM tickscope.rate_windows ORDER BY name COLLATE "C"',
  );

test('six of seven pass; the seventh gets the end of the window that the first began', async () => {
  const six = [window('analyzeTrade', 6)];
  const decisions: RateDecision[] = [];
  for (let n = 0; n < 7; n += 1) decisions.push(await take(six, n));
  const state = (remaining: number) => ({ name: 'analyzeTrade', limit: 6, remaining, resetAt: after(60) });
  expect(decisions).toEqual([
    ...[5, 4, 3, 2, 1, 0].map((remaining, n) => ({
      allowed: true,
      windows: [state(remaining)],
      refusedBy: null,
      now: after(n),
    })),
    { allowed: false, windows: [state(0)], refusedBy: state(0), now: after(6) },
  ]);
});

test('a window is over at the moment of its end, and the next begins with the next request', async () => {
  const one = [window('w', 1)];
  expect(await take(one, 0)).toMatchObject({ allowed: true });
  expect(await take(one, 59.999)).toMatchObject({ allowed: false, windows: [{ resetAt: after(60) }] });
  expect(await take(one, 60)).toMatchObject({ allowed: true, windows: [{ resetAt: after(120) }] });
  // After a pause no window was running.
  expect(await take(one, 1_000.5)).toMatchObject({ allowed: true, windows: [{ resetAt: after(1_060.5) }] });
});

test('refused requests do not move the end', async () => {
  const one = [window('w', 1)];
  await take(one, 0);
  for (const second of [1, 30, 59]) expect((await take(one, second)).refusedBy?.resetAt).toEqual(after(60));
});

test('a request refused by one window is not counted in any, and starts none', async () => {
  await times(2, [window('narrow', 2)], 0);
  const refused = await take([window('wide', 30), window('narrow', 2), window('new', 5)], 10);
  expect(refused).toEqual({
    allowed: false,
    windows: [
      { name: 'wide', limit: 30, remaining: 30, resetAt: after(70) },
      { name: 'narrow', limit: 2, remaining: 0, resetAt: after(60) },
      { name: 'new', limit: 5, remaining: 5, resetAt: after(70) },
    ],
    refusedBy: { name: 'narrow', limit: 2, remaining: 0, resetAt: after(60) },
    now: after(10),
  });
  expect(await rows()).toEqual([{ name: 'narrow', used: 2 }]);
});

test('of several that refuse, the one that ends last is named', async () => {
  await take([window('early', 1)], 0);
  await take([window('late', 1)], 20);
  const windows = [window('open', 9), window('early', 1), window('late', 1)];
  expect((await take(windows, 30)).refusedBy).toEqual({
    name: 'late',
    limit: 1,
    remaining: 0,
    resetAt: after(80),
  });
  expect((await take(windows.toReversed(), 30)).refusedBy?.name).toBe('late');
});

test('two keys of an account: 30 of 31 pass over both', async () => {
  const request = (key: string) => [
    window('key', 30, 60, `key/${key}`),
    window('account', 30, 60, 'account/a'),
  ];
  const decisions = [...(await times(16, request('1'), 0)), ...(await times(15, request('2'), 1))];
  expect(decisions.map(({ allowed }) => allowed)).toEqual([...Array(30).fill(true), false]);
  expect(decisions.at(-1)).toMatchObject({
    refusedBy: { name: 'account' },
    windows: [{ remaining: 16 }, {}],
  });
});

test('names, subjects and lengths are each windows of their own', async () => {
  const all = [window('a', 1), window('b', 1), window('a', 1, 60, 't'), window('a', 1, 61)];
  for (const one of all) expect((await take([one], 0)).allowed).toBe(true);
  for (const one of all) expect((await take([one], 0)).allowed).toBe(false);
});

test('a limit that is changed within a window counts at once', async () => {
  await times(10, [window('w', 30)], 0);
  expect(await take([window('w', 6)], 1)).toMatchObject({ allowed: false, windows: [{ remaining: 0 }] });
  expect(await take([window('w', 12)], 1)).toMatchObject({ allowed: true, windows: [{ remaining: 1 }] });
});

test('without a given time, the clock of the database counts, to the millisecond', async () => {
  const clock = async () =>
    (await accounts.query<{ now: Date }>('SELECT clock_timestamp() AS now'))[0]!.now.getTime();
  const before = await clock();
  const first = await takeWindows(accounts, [window('w', 2, 1)]);
  const end = first.windows[0]!.resetAt.getTime();
  expect(first.now.getTime()).toBeGreaterThanOrEqual(before);
  expect(first.now.getTime()).toBeLessThanOrEqual(await clock());
  expect(end).toBe(first.now.getTime() + 1_000);
  await accounts.query('SELECT pg_sleep_until(to_timestamp($1::float8 / 1000))', [end]);
  expect(await takeWindows(accounts, [window('w', 2, 1)])).toMatchObject({
    allowed: true,
    windows: [{ remaining: 1 }],
  });
});

test('windows that have ended are deleted, in parts, and no others', async () => {
  await database.asOwner(
    "INSERT INTO tickscope.rate_windows SELECT 'flood', n::text, 60, 1, $1 FROM generate_series(1, 12345) AS n",
    [after(-1)],
  );
  await take([window('ended', 5, 10)], 0);
  await take([window('runs', 5, 21)], 0);
  expect(await cleanWindows(accounts, { now: after(10) })).toBe(12_346);
  expect(await rows()).toEqual([{ name: 'runs', used: 1 }]);
  expect(await cleanWindows(accounts, { now: after(10) })).toBe(0);
  expect(await cleanWindows(accounts, { now: after(21) })).toBe(1);
});

test('without windows nothing is refused', async () => {
  expect(await take([], 0)).toEqual({ allowed: true, windows: [], refusedBy: null, now: after(0) });
});

test('subjects are plain text, also if they look like SQL, an array or JSON', async () => {
  const subjects = [
    "'; DROP TABLE tickscope.rate_windows; --",
    '{a,b}',
    '"',
    '\\',
    'NULL',
    '🙂'.repeat(255),
    ' ',
  ];
  for (const subject of subjects)
    expect(await take([window('w', 1, 60, subject)], 0), subject).toMatchObject({ allowed: true });
  for (const subject of subjects)
    expect(await take([window('w', 1, 60, subject)], 0), subject).toMatchObject({ allowed: false });
});

test.each([
  ['a limit of 0', [window('w', 0)]],
  ['half a request', [window('w', 1.5)]],
  ['no seconds', [window('w', 1, 0)]],
  ['a limit beyond an integer', [window('w', 2 ** 31)]],
  ['no name', [window('', 1)]],
  ['no subject', [window('w', 1, 60, '')]],
  ['a NUL', [window('w', 1, 60, 'a\0')]],
  ['half a character', [window('w', 1, 60, '\ud83d')]],
  ['a megabyte', [window('w', 1, 60, 'x'.repeat(1_000_000))]],
  ['the same twice', [window('w', 1), window('v', 1), window('w', 2)]],
])('refused before the database is asked: %s', async (_, windows) => {
  await expect(take(windows, 0)).rejects.toBeInstanceOf(TypeError);
});

test('counters survive a clean restart; an outage of the database is reported as such', async () => {
  await times(2, [window('w', 5)], 0);
  await database.away(0);
  const again = database.open();
  expect(await takeWindows(again, [window('w', 5)], after(1))).toMatchObject({ windows: [{ remaining: 2 }] });
  const away = database.open();
  await away.close();
  await expect(takeWindows(away, [window('w', 5)])).rejects.toBeInstanceOf(AccountsUnavailableError);
  await expect(cleanWindows(away)).rejects.toBeInstanceOf(AccountsUnavailableError);
});
