import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestAccounts, type TestAccounts } from '../testing/test-accounts.js';
import { cleanWindows } from './take-windows.js';
import type { RateDecision, Window } from './types.js';

let database: TestAccounts;
beforeAll(async () => {
  database = await startTestAccounts();
});
afterAll(async () => database?.stop());
beforeEach(() => database.asOwner('TRUNCATE tickscope.rate_windows'));

interface Taker {
  take(): Promise<RateDecision[]>;
  child: ChildProcess;
}

/** Starts a process that has connected and waits for the start signal. */
async function startTaker(calls: readonly Window[][]): Promise<Taker> {
  const script = fileURLToPath(new URL('../testing/window-process.ts', import.meta.url));
  const argument = JSON.stringify({ url: database.appUrl, calls, poolSize: 10 });
  const child = spawn(
    process.execPath,
    ['--conditions', 'tickscope:source', '--import', 'tsx', script, argument],
    { cwd: fileURLToPath(new URL('../..', import.meta.url)), stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const next = async () => {
    const [line] = (await Promise.race([
      once(lines, 'line'),
      once(child, 'exit').then(() => Promise.reject(new Error('the process ended early'))),
    ])) as [string];
    return line;
  };
  expect(await next()).toBe('ready');
  return {
    child,
    async take() {
      const answer = next();
      child.stdin?.write('go\n');
      return JSON.parse(await answer) as RateDecision[];
    },
  };
}

/** Makes these calls in two processes at the same time, half of them in each. */
async function takeInTwoProcesses(calls: readonly Window[][]): Promise<RateDecision[]> {
  const half = Math.ceil(calls.length / 2);
  const takers = await Promise.all([startTaker(calls.slice(0, half)), startTaker(calls.slice(half))]);
  try {
    return (await Promise.all(takers.map((taker) => taker.take()))).flat();
  } finally {
    for (const { child } of takers) child.kill('SIGKILL');
  }
}

const used = () =>
  database.asOwner<{ name: string; used: number }>(
    'SELECT name, used FROM tickscope.rate_windows ORDER BY name COLLATE "C"',
  );

const window = (name: string, limit: number): Window => ({ name, subject: 's', limit, seconds: 3_600 });

test('of 500 calls at once from two processes exactly the limit is let through, each with its own remainder', async () => {
  const decisions = await takeInTwoProcesses(Array.from({ length: 500 }, () => [window('all', 123)]));
  const allowed = decisions.filter((one) => one.allowed);
  expect(allowed.length).toBe(123);
  const remainders = allowed.map(({ windows }) => windows[0]!.remaining).sort((a, b) => a - b);
  expect(remainders).toEqual(Array.from({ length: 123 }, (_, left) => left));
  // One window: the same end for all, including refused calls, an hour after the first.
  expect(new Set(decisions.map(({ windows }) => windows[0]!.resetAt)).size).toBe(1);
  const first = Math.min(...allowed.map(({ now }) => Date.parse(now as unknown as string)));
  expect(Date.parse(decisions[0]!.windows[0]!.resetAt as unknown as string)).toBe(first + 3_600_000);
  expect(await used()).toEqual([{ name: 'all', used: 123 }]);
});

test('of 500 calls over shared windows, named in any order, each counts in all of its windows or in none', async () => {
  // Three operations of 100 each under one key of 250: of 170, 165 and 165 calls 250 can pass.
  const operations = ['x', 'a', 'm'];
  const calls = Array.from({ length: 500 }, (_, n) => {
    const both = [window(operations[n % 3]!, 100), window('key', 250), window('zone', 10_000)];
    return n % 2 === 0 ? both : both.reverse();
  });
  const decisions = await takeInTwoProcesses(calls);
  const allowed = decisions.filter((one) => one.allowed);
  expect(allowed.length).toBe(250);
  const passed = (name: string) =>
    allowed.filter(({ windows }) => windows.some((state) => state.name === name)).length;
  expect(await used()).toEqual(['a', 'key', 'm', 'x', 'zone'].map((name) => ({ name, used: passed(name) })));
  for (const name of operations) expect(passed(name)).toBeLessThanOrEqual(100);
});

test('while windows that end are deleted all the time, no count is lost', async () => {
  // Windows of one second: they end and are deleted while other calls recreate them.
  const calls = Array.from({ length: 500 }, (_, n) => [
    { name: 'short', subject: `s${n % 7}`, limit: 1_000, seconds: 1 },
    window('long', 10_000),
  ]);
  const accounts = database.open();
  let [isDone, cleaned] = [false, 0];
  const cleaning = (async () => {
    while (!isDone) cleaned += await cleanWindows(accounts, { now: new Date(Date.now() + 60_000) });
  })();
  const decisions: RateDecision[] = [];
  // Windows that are being counted in are left alone: a round may be over before one could be deleted.
  while (decisions.length === 0 || cleaned === 0) decisions.push(...(await takeInTwoProcesses(calls)));
  isDone = true;
  await cleaning;
  expect(decisions.every((one) => one.allowed)).toBe(true);
  expect((await used()).filter(({ name }) => name === 'long')).toEqual([
    { name: 'long', used: decisions.length },
  ]);
});
