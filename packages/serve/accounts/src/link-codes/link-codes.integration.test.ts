import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Accounts } from '../accounts.js';
import { startTestAccounts, type TestAccounts } from '../testing/test-accounts.js';
import { createLinkCode, takeLinkCode } from './link-codes.js';

const KEY = `sk_live_${'k'.repeat(44)}`;

let database: TestAccounts;
let accounts: Accounts;
let others: Accounts[];
beforeAll(async () => {
  database = await startTestAccounts();
  accounts = database.open();
  others = [database.open(), database.open()];
});
afterAll(async () => {
  for (const one of [accounts, ...others]) await one.close();
  await database.stop();
});

test('a code gives its key once, to one of many processes that exchange it at once', async () => {
  const code = await createLinkCode(accounts, KEY);
  const taken = await Promise.all(
    [accounts, ...others, accounts, ...others].map((one) => takeLinkCode(one, code)),
  );
  expect(taken.filter((key) => key !== null)).toEqual([KEY]);
  expect(await takeLinkCode(accounts, code)).toBeNull();
});

test('a code is worth nothing after a minute, and is deleted when another is made', async () => {
  const code = await createLinkCode(accounts, KEY);
  const unused = await createLinkCode(accounts, KEY);
  const [stored] = await database.asOwner<{ seconds: number }>(
    'SELECT max(extract(epoch FROM expires_at - now()))::float AS seconds FROM tickscope.link_codes',
  );
  expect(stored!.seconds).toBeGreaterThan(0);
  expect(stored!.seconds).toBeLessThanOrEqual(60);
  await database.asOwner('UPDATE tickscope.link_codes SET expires_at = now()');
  expect(await takeLinkCode(accounts, code)).toBeNull();
  await createLinkCode(accounts, KEY);
  const [left] = await database.asOwner<{ rows: number }>(
    'SELECT count(*)::int AS rows FROM tickscope.link_codes',
  );
  expect(left).toEqual({ rows: 1 });
  expect(await takeLinkCode(accounts, unused)).toBeNull();
});

test('neither the code nor the key can be read from the database', async () => {
  const code = await createLinkCode(accounts, KEY);
  const rows = await database.asOwner<{ row: string }>(
    "SELECT encode(hash, 'escape') || encode(sealed_key, 'escape') AS row FROM tickscope.link_codes",
  );
  for (const { row } of rows) {
    expect(row).not.toContain(code);
    expect(row).not.toContain(KEY.slice(0, 12));
  }
  expect(await takeLinkCode(accounts, code)).toBe(KEY);
});

test.each(['', 'x', '\0', "' OR true --", randomBytes(32).toString('base64url'), 'a'.repeat(100_000)])(
  'what is no code gives nothing: %#',
  async (text) => {
    await createLinkCode(accounts, KEY);
    expect(await takeLinkCode(accounts, text)).toBeNull();
  },
);
