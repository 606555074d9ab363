import { statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Accounts, findCaller, listKeys, openAccounts, revokeKey } from '@tickscope/accounts';
import { type Ended, runProgram } from '@tickscope/cli/testing/run-program';
import { postgresRun, writeRunFile } from '@tickscope/embedded';
import { ACCOUNTS_TEMPLATE } from '@tickscope/testkit/store/accounts-template';
import { type SharedPostgres, takePostgres } from '@tickscope/testkit/store/shared-postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoKey } from '../up/demo-account.js';

let dataDir: string;
let postgres: SharedPostgres;
let url: string;
let accounts: Accounts;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tickscope-cli-accounts-'));
  postgres = await takePostgres(ACCOUNTS_TEMPLATE);
  url = postgres.appUrl;
  accounts = openAccounts(url);
  await writeRunFile(dataDir, { postgres: postgresRun(postgres.server) });
});
afterAll(async () => {
  await accounts?.close();
  postgres?.giveBack();
  if (dataDir !== undefined) await rm(dataDir, { recursive: true, force: true });
});

/** Runs the CLI with the data folder's run.json, unless the environment names a database. */
function tickscope(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  return runProgram(args, { TICKSCOPE_DATA_DIR: dataDir, ...env });
}

async function json(args: readonly string[]): Promise<unknown> {
  const { code, stdout, stderr } = await tickscope([...args, '--json']);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  return JSON.parse(stdout);
}

test('a key is created, alone on standard output; it works, is listed, and is revoked', async () => {
  const made = await tickscope(['keys', 'create', '--account', 'desk-7', '--name', 'laptop']);
  expect(made.code).toBe(0);
  expect(made.stdout).toMatch(/^sk_live_[1-9A-HJ-NP-Za-km-z]{32,44}\n$/);
  expect(made.stderr).toContain('it cannot be shown again');
  expect(made.stderr).toContain('no subscription yet');
  const secret = made.stdout.trim();
  const caller = await findCaller(accounts, secret);
  expect(caller).toMatchObject({ account: 'desk-7', keyKind: 'live', subscription: null });

  const listed = await tickscope(['keys', 'list', '--account', 'desk-7']);
  expect(listed.stdout).toContain(caller!.keyId!);
  expect(listed.stdout).toContain('laptop');
  expect(listed.stdout).toContain(`${secret.slice(0, 12)}…`);
  expect(listed.stdout).not.toContain(secret);

  const ofAnother = await tickscope(['keys', 'revoke', caller!.keyId!, '--account', 'desk-8']);
  expect(ofAnother).toMatchObject({ code: 3, stdout: '' });
  expect(ofAnother.stderr).toContain('no key with this id');
  expect(await findCaller(accounts, secret)).not.toBeNull();
  expect(await tickscope(['keys', 'revoke', caller!.keyId!, '--account', 'desk-7'])).toMatchObject({
    code: 0,
    stdout: 'Revoked.\n',
  });
  expect(await findCaller(accounts, secret)).toBeNull();
});

test('a test key with an expiry, as JSON, in the database that DATABASE_URL names', async () => {
  const args = [
    'keys',
    'create',
    '--account',
    'desk-9',
    '--name',
    'ci',
    '--test',
    '--expires',
    '2099-12-31',
    '--json',
  ];
  const { code, stdout } = await tickscope(args, { DATABASE_URL: url, TICKSCOPE_DATA_DIR: tmpdir() });
  expect(code).toBe(0);
  const { secret, ...key } = JSON.parse(stdout) as { secret: string };
  expect(secret).toMatch(/^sk_test_/);
  expect(key).toMatchObject({ name: 'ci', kind: 'test', expiresAt: '2099-12-31T00:00:00.000Z' });
  expect(await json(['keys', 'list', '--account', 'desk-9'])).toEqual([key]);
});

test('a subscription is set, shown, and set again in part', async () => {
  expect(await json(['subscription', 'show', '--account', 'desk-7'])).toBeNull();
  const set = ['subscription', 'set', '--account', 'desk-7'];
  expect(
    await json([...set, '--status', 'trial', '--until', '2098-01-01', '--period-until', '2099-01-01']),
  ).toMatchObject({
    status: 'trial',
    plan: 'default',
    trialEndsAt: '2098-01-01T00:00:00.000Z',
    currentPeriodEndsAt: '2099-01-01T00:00:00.000Z',
    graceEndsAt: null,
  });
  expect(await json([...set, '--plan', 'test', '--period-until', 'never'])).toMatchObject({
    status: 'trial',
    plan: 'test',
    currentPeriodEndsAt: null,
  });
  await json([...set, '--status', 'expired']);
  const shown = await tickscope(['subscription', 'show', '--account', 'desk-7']);
  expect(shown.stdout).toMatch(/^status\s+expired$/m);
  expect(shown.stdout).toMatch(/^trial ends\s+2098-01-01 00:00:00 UTC$/m);
});

test.each([
  [
    'a date that has passed',
    ['keys', 'create', '--account', 'a', '--name', 'n', '--expires', '2020-01-01'],
    /has passed/,
  ],
  [
    'an account with an escape',
    ['keys', 'create', '--account', '\u001b[2J', '--name', 'n'],
    /1 to 255 characters/,
  ],
  ['an unknown plan', ['subscription', 'set', '--account', 'a', '--plan', 'gold'], /there are default, test/],
  [
    'no status for the first',
    ['subscription', 'set', '--account', 'a', '--plan', 'test'],
    /status must be given/,
  ],
  [
    'an end of no status',
    ['subscription', 'set', '--account', 'a', '--until', '2099-01-01'],
    /--until is the end/,
  ],
])('refused in one line, and nothing is stored: %s', async (_, args, message) => {
  const { code, stdout, stderr } = await tickscope(args);
  // 2 where the command line is wrong by itself, 1 where the accounts do not allow it.
  expect([1, 2]).toContain(code);
  expect(stdout).toBe('');
  expect(stderr).toMatch(message);
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(await accounts.query("SELECT 1 FROM tickscope.accounts WHERE id = 'a'")).toEqual([]);
});

test('without a running stack or Postgres, the error has no password', async () => {
  const list = ['keys', 'list', '--account', 'a'];
  const none = await tickscope(list, { TICKSCOPE_DATA_DIR: join(dataDir, 'none') });
  expect(none).toMatchObject({ code: 4, stdout: '' });
  expect(none.stderr).toContain('tickscope up');
  const away = await tickscope(list, { DATABASE_URL: 'postgres://app:hunter2@127.0.0.1:1/tickscope' });
  expect(away.stderr).toContain('not available');
  expect(away.stderr).not.toContain('hunter2');
  const wrong = await tickscope(list, { DATABASE_URL: url.replace(/:[^:@]+@/, ':hunter2@') });
  expect(wrong.stderr).toContain('DATABASE_URL refuses');
  expect(wrong.stderr).not.toContain('hunter2');
});

test('the demo key stays the same over restarts; one that was revoked or lost is replaced', async () => {
  const first = await demoKey(url, dataDir);
  expect(await findCaller(accounts, first!)).toMatchObject({
    account: 'demo',
    plan: 'local',
    subscription: { status: 'active', currentPeriodEndsAt: null },
  });
  expect(statSync(join(dataDir, 'demo-key')).mode & 0o777).toBe(0o600);
  const own = await tickscope(['keys', 'create', '--account', 'demo', '--name', 'mine']);
  expect(own.stderr).not.toContain('subscription');
  await json(['subscription', 'set', '--account', 'demo', '--status', 'expired']);

  expect(await demoKey(url, dataDir)).toBe(first);
  // The operator's setting is not reset.
  expect(await findCaller(accounts, first!)).toMatchObject({ subscription: { status: 'expired' } });

  // The plan of earlier versions becomes today's, any other stays.
  for (const [stored, then] of [
    ['default', 'local'],
    ['test', 'test'],
  ]) {
    await json(['subscription', 'set', '--account', 'demo', '--plan', stored!]);
    await demoKey(url, dataDir);
    expect(await findCaller(accounts, first!)).toMatchObject({
      plan: then,
      subscription: { status: 'expired' },
    });
  }

  const { keyId } = (await findCaller(accounts, first!))!;
  await revokeKey(accounts, 'demo', keyId!);
  const second = await demoKey(url, dataDir);
  expect(second).not.toBe(first);
  expect(await findCaller(accounts, second!)).toMatchObject({ account: 'demo' });

  for (const text of ['', 'sk_live_nonsense', own.stdout.replace('sk_', 'xx_')]) {
    await writeFile(join(dataDir, 'demo-key'), text);
    expect(await findCaller(accounts, (await demoKey(url, dataDir))!)).toMatchObject({ account: 'demo' });
  }
  // Earlier demo keys are revoked, other keys of the account are not.
  expect(await findCaller(accounts, second!)).toBeNull();
  const live = (await listKeys(accounts, 'demo')).filter(({ revokedAt }) => revokedAt === null);
  expect(live.map(({ name }) => name)).toEqual(['tickscope up', 'mine']);
});
