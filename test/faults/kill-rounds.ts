import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadOpenApi, operationsById } from '@tickscope/schemas';
import { Random } from '@tickscope/testkit/random';
import { firstQuestion } from '../support/cli.js';
import { within } from '../support/within.js';
import { DisturbedStack } from './disturbed-stack.js';
import { type FailedRequest, Load, type Question } from './load.js';
import { ROLES, type Role, stackProcesses } from './stack-processes.js';

export interface KillOptions {
  seed: number;
  /** Every role is killed once before any is killed again. */
  kills: number;
  /** All of them where none is given. */
  roles?: readonly Role[];
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
  /** Requests that failed and did not overlap with a time in which something was down. */
  failedWhileUp: FailedRequest[];
  verified: Awaited<ReturnType<DisturbedStack['verified']>>;
  exitCode: number | null;
}

/** Longer than any start. */
const ANSWERED_WITHIN_MS = 300_000;
/** An account may ask as often as the load does: what is tested is not the limits. */
const MANY = { limit: 1_000_000, seconds: 60 };

/** Kills every process of `tickscope up` but itself, over and over, while it is asked questions. */
export async function killRounds(options: KillOptions): Promise<KillReport> {
  const { say } = options;
  const stack = await DisturbedStack.start({ env: (dataDir) => ({ PLANS_FILE: plansFile(dataDir) }) });
  try {
    const load = new Load(stack.up.origin, stack.up.key, await questionsOf(stack));
    if (!(await within(ANSWERED_WITHIN_MS, () => load.isAnswered())))
      throw new Error('no answers at the start');
    load.start(options.requestsPerSecond);
    const kills = await killAll(options, stack, load);
    await load.stop();
    const verified = await stack.verified();
    const failedWhileUp = load.failed.filter((request) => !isWhileDown(request, kills));
    say(
      `${load.asked} requests, ${load.failed.length} failed, ${failedWhileUp.length} while nothing was down`,
    );
    for (const { what, how } of failedWhileUp.slice(0, 10)) say(`  ${what}: ${how}`);
    say(verified.text);
    return { kills, failedWhileUp, verified, exitCode: await stack.up.stop() };
  } catch (error) {
    say(stack.up.output());
    throw error;
  } finally {
    await stack.remove();
  }
}

async function killAll(options: KillOptions, stack: DisturbedStack, load: Load): Promise<Kill[]> {
  const { seed, mostPauseMs, say, roles = ROLES } = options;
  const random = new Random(seed);
  const kills: Kill[] = [];
  let deck: Role[] = [];
  while (kills.length < options.kills) {
    if (deck.length === 0) deck = [...roles];
    const [role] = deck.splice(random.below(deck.length), 1) as [Role];
    const kill = await killOne(stack, load, role, random);
    kills.push(kill);
    say(
      `${kills.length}: killed ${role}: answers after ${seconds(kill.answeredMs)}, new blocks after ${seconds(kill.backMs)}`,
    );
    if (kill.backMs === null || stack.up.process.exitCode !== null) break;
    await sleep(random.below(mostPauseMs));
  }
  return kills;
}

async function killOne(stack: DisturbedStack, load: Load, role: Role, random: Random): Promise<Kill> {
  const pid = random.pick(stack.pidsOf(role));
  const atMs = Date.now();
  process.kill(pid, 'SIGKILL');
  let answeredMs: number | null = null;
  const isBack = await stack.comesBack(async () => {
    const processes = Object.values(stackProcesses(stack.up.process.pid!));
    const isWhole = processes.every((pids) => pids.length > 0) && !processes.flat().includes(pid);
    if (!isWhole || !(await load.isAnswered())) return false;
    answeredMs ??= Date.now() - atMs;
    return true;
  });
  return { role, atMs, answeredMs, backMs: isBack ? Date.now() - atMs : null };
}

function isWhileDown({ fromMs, toMs }: FailedRequest, kills: readonly Kill[]): boolean {
  return kills.some(
    ({ atMs, backMs }) => fromMs <= atMs + (backMs ?? Number.POSITIVE_INFINITY) && toMs >= atMs,
  );
}

function plansFile(dataDir: string): string {
  const names = [...operationsById(loadOpenApi()).keys()];
  const plan = { global: MANY, endpoints: Object.fromEntries(names.map((name) => [name, MANY])) };
  const path = join(dataDir, 'plans.json');
  writeFileSync(path, JSON.stringify({ default: plan, test: plan }));
  return path;
}

/** About a transaction that was stored before the first kill: any answer but 200 is a failure. */
async function questionsOf(stack: DisturbedStack): Promise<Question[]> {
  const body = await firstQuestion(stack.up);
  const { signature } = body;
  return [
    { what: 'analyze-trade', path: '/api/analyze-trade', body },
    { what: 'transaction', path: `/api/transaction/${signature}` },
    { what: 'check-sandwich-fast', path: '/api/mev/check-sandwich-fast', body: { signatures: [signature] } },
    { what: 'subscription', path: '/api/subscription' },
  ];
}

function seconds(ms: number | null): string {
  return ms === null ? 'NEVER' : `${(ms / 1_000).toFixed(1)} s`;
}
