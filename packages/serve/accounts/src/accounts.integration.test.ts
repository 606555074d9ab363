import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAccounts } from './accounts.js';
import { startTestAccounts, type TestAccounts } from './testing/test-accounts.js';
import { AccountsUnavailableError } from './unavailable.js';

let database: TestAccounts;
beforeAll(async () => {
  database = await startTestAccounts();
});
afterAll(async () => database?.stop());

test('a failed transaction is rolled back, and its connection is used again', async () => {
  const accounts = database.open({ poolSize: 1 });
  const failure = new Error('no');
  await expect(
    accounts.transaction(async (tx) => {
      await tx.query("INSERT INTO tickscope.accounts (id) VALUES ('undone')");
      throw failure;
    }),
  ).rejects.toBe(failure);
  expect(await accounts.query("SELECT id FROM tickscope.accounts WHERE id = 'undone'")).toEqual([]);
});

test('a statement that takes too long is ended with AccountsUnavailableError', async () => {
  const accounts = database.open({ statementTimeoutMs: 300 });
  await expect(accounts.query('SELECT pg_sleep(30)')).rejects.toBeInstanceOf(AccountsUnavailableError);
  await expect(accounts.transaction((tx) => tx.query('SELECT pg_sleep(30)'))).rejects.toBeInstanceOf(
    AccountsUnavailableError,
  );
  expect(await accounts.query('SELECT 1')).toHaveLength(1);
});

test('an exhausted pool is reported as unavailable instead of waiting forever', async () => {
  const accounts = database.open({ poolSize: 1, connectTimeoutMs: 2_000 });
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let holding: Promise<void> = Promise.resolve();
  await new Promise<void>((held) => {
    holding = accounts.transaction(async (tx) => {
      await tx.query('SELECT 1');
      held();
      await released;
    });
  });
  await expect(accounts.query('SELECT 1')).rejects.toBeInstanceOf(AccountsUnavailableError);
  release();
  await holding;
  expect(await accounts.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('a server that accepts the connection but does not answer is given up', async () => {
  const mute = createServer(() => {}).listen(0, '127.0.0.1');
  await once(mute, 'listening');
  const { port } = mute.address() as { port: number };
  const accounts = openAccounts(`postgres://a:b@127.0.0.1:${port}/c`, { connectTimeoutMs: 300 });
  await expect(accounts.query('SELECT 1')).rejects.toBeInstanceOf(AccountsUnavailableError);
  await accounts.close();
  mute.close();
});

test('two transactions that wait for each other both end: one is run again', async () => {
  const accounts = database.open();
  await accounts.query("INSERT INTO tickscope.accounts (id) VALUES ('x'), ('y')");
  let arrived = 0;
  let bothHold = () => {};
  const bothHolding = new Promise<void>((resolve) => {
    bothHold = resolve;
  });
  const swap = (first: string, second: string) =>
    accounts.transaction(async (tx) => {
      await tx.query('SELECT 1 FROM tickscope.accounts WHERE id = $1 FOR UPDATE', [first]);
      arrived += 1;
      if (arrived === 2) bothHold();
      await bothHolding;
      await tx.query('SELECT 1 FROM tickscope.accounts WHERE id = $1 FOR UPDATE', [second]);
      return first;
    });
  expect(await Promise.all([swap('x', 'y'), swap('y', 'x')])).toEqual(['x', 'y']);
});

test('broken connections are replaced', async () => {
  const accounts = database.open({ poolSize: 2 });
  await accounts.query('SELECT 1');
  await database
    .asOwner("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'app'")
    .catch(() => {});
  await database.away(0);
  // The first call may hit a closed connection; none may hang.
  await accounts.query('SELECT 1').catch((error) => {
    expect(error).toBeInstanceOf(AccountsUnavailableError);
  });
  expect(await accounts.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
});
