import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Accounts } from '@tickscope/accounts';
import { column, defineQuery, param } from '@tickscope/store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Operation } from '../operation.js';
import { callerOf } from '../request-context.js';
import { type JobsUnderTest, startJobsUnderTest } from '../testing/jobs-under-test.js';
import { type TestCaller, twoAccounts } from '../testing/two-accounts.js';

const SLEEP = defineQuery({
  name: 'sleep',
  sql: 'SELECT sleep({seconds:Float64})',
  params: { seconds: param.float },
  row: { slept: column.integer },
});

/** The accounts whose questions were asked, and answered, in this order. */
const [asked, answered]: [string[], string[]] = [[], []];
const question: Operation = {
  id: 'listAttackers',
  async answer({ rangeDatabase, context }) {
    const { account } = callerOf(context);
    asked.push(account);
    await rangeDatabase.rows(SLEEP, { seconds: 0.1 }, context);
    answered.push(account);
    return {};
  },
};

const MANY = 29;
const VISITORS = 50;
/** Questions over ranges that run at once at most. */
const PLACES = availableParallelism();

let api: JobsUnderTest;
let accounts: Accounts;
let [greedy, modest]: [TestCaller, TestCaller] = [] as never;
beforeAll(async () => {
  const open = { auth: 'on', explorerPlan: 'explorer', trustProxy: 1 } as const;
  api = await startJobsUnderTest(open, { operations: [question] });
  ({
    accounts,
    callers: [greedy, modest],
  } = await twoAccounts(api.url, api.databaseUrl));
});
afterAll(async () => {
  await accounts?.close();
  await api?.stop();
});

const visit = (address: string, signal: AbortSignal) =>
  fetch(`${api.url}/api/mev/attackers`, { headers: { 'x-forwarded-for': address }, signal });

test('a question over a range waits for one of each other account, and all visitors are one', async () => {
  const leave = new AbortController();
  const visits = Array.from({ length: VISITORS }, (_, at) =>
    visit(`198.51.100.${at}`, leave.signal).catch(() => null),
  );
  const many = Array.from({ length: MANY }, () => greedy.get('/mev/attackers'));
  while (asked.length < MANY + VISITORS) await sleep(5);
  const before = answered.length;
  expect((await modest.get('/mev/attackers')).status).toBe(200);
  const meanwhile = answered.slice(before).filter((account) => account !== modest.account);
  leave.abort();
  await Promise.all(visits);
  // Those that ran when it came, and one of each other account in its round.
  expect(meanwhile.length).toBeLessThanOrEqual(PLACES + 2);
  await Promise.all(many);
});
