import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '@tickscope/testkit/random';
import { printedQuestion, tickscope, type UpStack, up } from '../support/cli.js';
import { type FailedRequest, Load, type Question, within } from './load.js';
import { ROLES, type Role, stackProcesses } from './stack-processes.js';
import { storedRange, undetectedSlots, unrepairedGaps } from './stored.js';

export interface KillOptions {
  dataDir: string;
  seed: number;
  /** Every role is killed at least once; it goes on until this time is over. */
  minutes: number;
  requestsPerSecond: number;
  /** Longest pause between a recovery and the next kill. */
  mostPauseMs: number;
  say(line: string): void;
}

export interface Kill {
  role: Role;
  atMs: number;
  /** From the kill until all processes were there and all questions were answered; `null`: never. */
  answeredMs: number | null;
  /** Until new blocks were stored, too. */
  backMs: number | null;
}

export interface KillReport {
  kills: Kill[];
  asked: number;
  failed: FailedRequest[];
  /** Those of `failed` that did not overlap with a time in which something was down. */
  failedWhileUp: FailedRequest[];
  gaps: string[];
  verified: { code: number | null; text: string };
  exitCode: number | null;
}

/** Longer than any recovery: what takes longer is reported as not back. */
const BACK_WITHIN_MS = 90_000;
const GAPS_WITHIN_MS = 180_000;
/** A repaired slot is detected a few seconds after it is stored. */
const DETECTED_WITHIN_MS = 60_000;
/** `verify` looks 20 slots beyond its range, and the children of the newest blocks are not stored yet. */
const UNSETTLED_SLOTS = 30;
/** An account may ask as often as the load does: what is tested is not the limits. */
const MANY = { limit: 1_000_000, seconds: 60 };

/** Kills every process of `tickscope up` but itself, over and over, while it is asked questions. */
export async function killRounds(options: KillOptions): Promise<KillReport> {
  const { dataDir, say } = options;
  const stack = await up(['--data-dir', dataDir, '--source', 'simulator'], {
    PLANS_FILE: plansFile(dataDir),
  });
  try {
    const load = new Load(stack.origin, keyOf(stack), await questionsOf(stack));
    if (!(await within(BACK_WITHIN_MS, () => load.isAnswered()))) throw new Error('no answers at the start');
    load.start(options.requestsPerSecond);
    const kills = await killAll(options, stack, load);
    await load.stop();
    await within(GAPS_WITHIN_MS, async () => (await unrepairedGaps(dataDir)).length === 0);
    const gaps = await unrepairedGaps(dataDir);
    const { first, last } = await storedRange(dataDir);
    await within(DETECTED_WITHIN_MS, async () => (await undetectedSlots(dataDir, last)).length === 0);
    const range = ['--from', String(first), '--to', String(last - UNSETTLED_SLOTS)];
    const verify = await tickscope(['verify', '--data-dir', dataDir, ...range, '--poh']);
    const report: KillReport = {
      kills,
      asked: load.asked,
      failed: load.failed,
      failedWhileUp: load.failed.filter((request) => !isWhileDown(request, kills)),
      gaps,
      verified: { code: verify.code, text: verify.stdout.trim().split('\n').slice(-12).join('\n') },
      exitCode: await stack.stop(),
    };
    printReport(report, say);
    return report;
  } catch (error) {
    say(stack.output());
    await stack.stop();
    throw error;
  }
}

async function killAll(options: KillOptions, stack: UpStack, load: Load): Promise<Kill[]> {
  const { minutes, seed, mostPauseMs, say } = options;
  const random = new Random(seed);
  const endAt = Date.now() + minutes * 60_000;
  const kills: Kill[] = [];
  let deck: Role[] = [];
  while (kills.length < ROLES.length || Date.now() < endAt) {
    if (deck.length === 0) deck = [...ROLES];
    const [role] = deck.splice(random.below(deck.length), 1) as [Role];
    const kill = await killOne(options.dataDir, stack, load, role, random);
    kills.push(kill);
    say(
      `${kills.length}: killed ${role}: answers after ${seconds(kill.answeredMs)}, new blocks after ${seconds(kill.backMs)}`,
    );
    if (kill.backMs === null || stack.process.exitCode !== null) break;
    await sleep(random.below(mostPauseMs));
  }
  return kills;
}

async function killOne(
  dataDir: string,
  stack: UpStack,
  load: Load,
  role: Role,
  random: Random,
): Promise<Kill> {
  const before = await storedRange(dataDir);
  const pid = random.pick(stackProcesses(stack.process.pid!).get(role) ?? []);
  const atMs = Date.now();
  process.kill(pid, 'SIGKILL');
  let answeredMs: number | null = null;
  const isBack = await within(BACK_WITHIN_MS, async () => {
    const processes = stackProcesses(stack.process.pid!);
    const isWhole = ROLES.every((each) => (processes.get(each) ?? []).length > 0);
    if (!isWhole || [...processes.values()].flat().includes(pid) || !(await load.isAnswered())) return false;
    answeredMs ??= Date.now() - atMs;
    // What was on its way when it was killed may be stored without the chain going on.
    return (await storedRange(dataDir)).last > before.last + 2;
  });
  return { role, atMs, answeredMs, backMs: isBack ? Date.now() - atMs : null };
}

function isWhileDown({ fromMs, toMs }: FailedRequest, kills: readonly Kill[]): boolean {
  return kills.some(
    ({ atMs, backMs }) => fromMs <= atMs + (backMs ?? Number.POSITIVE_INFINITY) && toMs >= atMs,
  );
}

function plansFile(dataDir: string): string {
  const names = [
    ...['analyzeTrade', 'getTransaction', 'backfillTransaction', 'getBackfillStatus', 'walletSignatures'],
    ...['enhanceMetadata', 'checkSandwichFast', 'checkSandwich', 'checkWallet', 'checkAttacker'],
    ...['validateCompetition', 'findHotAccounts', 'getAccountWriteLocks', 'getJobStatus'],
  ];
  const plan = { global: MANY, endpoints: Object.fromEntries(names.map((name) => [name, MANY])) };
  const path = join(dataDir, 'plans.json');
  writeFileSync(path, JSON.stringify({ default: plan, test: plan }));
  return path;
}

function keyOf(stack: UpStack): string {
  return /your key +(sk_live_\S+)/.exec(stack.output())?.[1] ?? '';
}

/** About a transaction that was stored before the first kill: any answer but 200 is a failure. */
async function questionsOf(stack: UpStack): Promise<Question[]> {
  const body = await printedQuestion(stack);
  const { signature } = body;
  return [
    { what: 'analyze-trade', path: '/api/analyze-trade', body },
    { what: 'transaction', path: `/api/transaction/${signature}` },
    { what: 'check-sandwich-fast', path: '/api/mev/check-sandwich-fast', body: { signatures: [signature] } },
    { what: 'subscription', path: '/api/subscription' },
  ];
}

function printReport(report: KillReport, say: (line: string) => void): void {
  const { kills, asked, failed, failedWhileUp, gaps, verified } = report;
  for (const role of ROLES) {
    const own = kills.filter((kill) => kill.role === role);
    if (own.length === 0) continue;
    const answers = spread(own.map(({ answeredMs }) => answeredMs));
    say(
      `${role}: ${own.length} kills; answers ${answers}; new blocks ${spread(own.map(({ backMs }) => backMs))}`,
    );
  }
  say(`${asked} requests, ${failed.length} failed, ${failedWhileUp.length} of them while nothing was down`);
  for (const { what, how } of failedWhileUp.slice(0, 10)) say(`  ${what}: ${how}`);
  say(`gaps not repaired: ${gaps.length}${gaps.map((gap) => `\n  ${gap}`).join('')}`);
  say(verified.text);
}

function spread(times: readonly (number | null)[]): string {
  const sorted = times.map((ms) => ms ?? Number.POSITIVE_INFINITY).sort((left, right) => left - right);
  return `after ${seconds(sorted[sorted.length >> 1]!)} (median), ${seconds(sorted.at(-1)!)} at most`;
}

function seconds(ms: number | null): string {
  return ms === null || !Number.isFinite(ms) ? 'NEVER' : `${(ms / 1_000).toFixed(1)} s`;
}
