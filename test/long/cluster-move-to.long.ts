import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { startTestCluster, type TestCluster } from '@tickscope/testkit/store/test-cluster';
import { afterAll, expect, it } from 'vitest';
import { misplacedRows } from '../cluster/moved-rows.js';
import { type StackQuestion, stackAnswers } from '../cluster/stack-answers.js';
import { storedRange } from '../faults/stored.js';
import { type Finished, firstQuestion, newDataDir, tickscope, type UpStack, up } from '../support/cli.js';
import { within } from '../support/within.js';

/** How many slots are stored before the move. */
const SLOTS = Number(process.env['CLUSTER_MOVE_SLOTS'] ?? '200');
const WITHIN_MS = 600_000;
const WAIT = { timeoutMs: 10_000 };
/** Newest slots of the simulator: their sandwiches may still change. */
const UNSETTLED_SLOTS = 100;

const { dataDir, remove } = newDataDir();
let stack: UpStack | null = null;
let cluster: TestCluster | null = null;
afterAll(async () => {
  await stack?.stop();
  await cluster?.stop();
  remove();
});

const start = async (env?: Record<string, string>): Promise<UpStack> => {
  stack = await up(['--data-dir', dataDir, '--source', 'simulator'], env);
  return stack;
};
const answers = (question: StackQuestion): Promise<string[]> => stackAnswers(dataDir, question);

it('tickscope cluster move --to, interrupted and killed, moves an embedded server to two of the operator', async () => {
  const running = await start();
  cluster = await startTestCluster(2, { isMigrated: false });
  const { servers, shards } = cluster;
  const to = servers.map(({ url }) => url).join(',');
  const { user, password } = servers[0]!.users.owner;
  const account = { CLICKHOUSE_USER: user, CLICKHOUSE_PASSWORD: password };
  const own = { ...account, CLICKHOUSE_URL: to };
  const newest = async (): Promise<number> => {
    const [row] = await cluster!.store.read.queryRows<[string]>('SELECT max(slot) FROM slots', WAIT);
    return Number(row![0]);
  };
  const move = (args: readonly string[] = [], onStart?: (child: ChildProcess) => void): Promise<Finished> =>
    tickscope(
      ['cluster', 'move', '--to', to, '--range-slots', '128', '--data-dir', dataDir, ...args],
      account,
      onStart,
    );
  /** Ends with a signal while rows of blocks are copied. */
  const interrupted = (signal: NodeJS.Signals): Promise<Finished> =>
    move([], (child) => {
      child.stderr!.on('data', (chunk: Buffer) => {
        if (/; swaps from slot/.test(chunk.toString())) child.kill(signal);
      });
    });

  const question = await firstQuestion(running);
  const { first } = await storedRange(dataDir);
  expect(await within(WITHIN_MS, async () => (await storedRange(dataDir)).blocks > SLOTS)).toBe(true);
  const before = await answers(question);
  expect(before.filter((answer) => / 200 /.test(answer))).toEqual(before);

  const stopped = await interrupted('SIGINT');
  expect(stopped.code, stopped.stderr).toBe(1);
  expect(stopped.stderr).toContain('what is copied stays. Run the same command again');
  const killed = await interrupted('SIGKILL');
  expect(killed.code, killed.stderr).toBe(null);
  const tooEarly = await tickscope(['up', '--data-dir', join(dataDir, 'other'), '--source', 'none'], own);
  expect(tooEarly.code).not.toBe(0);
  expect(tooEarly.stderr).toMatch(/half of a move/);
  expect(await answers(question)).toEqual(before);

  const copied = await move();
  expect(copied.code, copied.stderr).toBe(0);
  expect(copied.stdout).toContain('Next: stop the ingester, and run the same command with --finish.');
  expect(await answers(question)).toEqual(before);
  const { last } = await storedRange(dataDir);
  await running.stop();
  const finished = await move(['--finish']);
  expect(finished.code, finished.stderr).toBe(0);
  expect(finished.stdout).toContain(`CLICKHOUSE_URL=${to}`);
  process.stdout.write(copied.stdout + finished.stdout);
  expect(await misplacedRows(shards)).toEqual([]);
  expect(await newest()).toBeGreaterThanOrEqual(last);

  await start(own);
  expect(await answers(question)).toEqual(before);
  expect(await within(WITHIN_MS, async () => (await newest()) > last + UNSETTLED_SLOTS)).toBe(true);
  const range = ['--from', `${first}`, '--to', `${last}`];
  const verified = await tickscope(['verify', '--poh', '--data-dir', dataDir, ...range], own);
  expect(verified.code, verified.stdout + verified.stderr).toBe(0);
  expect(await answers(question)).toEqual(before);
}, 1_800_000);
