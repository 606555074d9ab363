import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readRunFile } from '@tickscope/embedded';
import { connectTo, type TestConnection } from '@tickscope/testkit/store/test-connection';
import { ROLES, type Role, stackProcesses } from '../../test/faults/stack-processes.js';
import { cpuSecondsOf } from '../support/process-usage.js';
import { count, markdownTable } from '../support/report.js';
import { perBlock, readServerEvents, type ServerEvents } from '../support/server-events.js';
import { textPlot } from './text-plot.js';

export interface DemoOptions {
  minutes: number;
  /** Another built checkout of this project, to compare with. Absent: this one. */
  checkout?: string;
}

/** Megabytes of each part; memory that several processes share is divided among them. */
type Part = Role | 'tickscope up';
type Sample = { atMs: number } & Record<Part, number>;
/** A moment: CPU seconds of each part, and what ClickHouse has done. */
interface Moment {
  atMs: number;
  cpuSeconds: Record<Part, number>;
  events: ServerEvents;
}

const PARTS: readonly Part[] = ['tickscope up', ...ROLES];
const EVERY_MS = 5_000;
const UP_WITHIN_MS = 300_000;
const GOAL_MB = 1_500;
const GOAL_CORES = 0.12;
/** Caches fill and the first merges come: what is before does not count for the slope. */
const WARM_UP_SHARE = 0.25;
const DAY_HOURS = 24;
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * All that `npm start` runs, left alone for as long as asked: how much memory it takes and how fast that grows, CPU of
 * each process, and what ClickHouse does for each block.
 */
export async function benchDemo({ minutes, checkout = ROOT }: DemoOptions): Promise<string[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tickscope-demo-'));
  const cli = join(checkout, 'apps/cli/bin/tickscope.mjs');
  const stack = spawn(process.execPath, [cli, 'up', '--data-dir', dataDir, '--source', 'simulator'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let client: TestConnection | null = null;
  try {
    await isUp(stack);
    const samples: Sample[] = [];
    const startedAt = Date.now();
    client = await ownerOf(dataDir);
    let warm: Moment | null = null;
    while (Date.now() - startedAt < minutes * 60_000) {
      samples.push({ atMs: Date.now() - startedAt, ...ofParts(stack.pid!, proportionalMb) });
      if (stack.exitCode !== null) throw new Error(`tickscope up ended with ${stack.exitCode}`);
      const isWarm = Date.now() - startedAt >= minutes * 60_000 * WARM_UP_SHARE;
      if (isWarm) warm ??= await momentOf(stack.pid!, client);
      await sleep(EVERY_MS);
    }
    const end = await momentOf(stack.pid!, client);
    return [...report(samples, minutes), ...(warm === null ? [] : work(warm, end))];
  } finally {
    await client?.close();
    const ended = new Promise((resolve) => stack.once('close', resolve));
    if (stack.exitCode === null && stack.kill('SIGTERM')) await ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function isUp(stack: ChildProcess): Promise<void> {
  let output = '';
  const deadline = Date.now() + UP_WITHIN_MS;
  stack.stdout!.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-10_000);
  });
  while (!output.includes('Tickscope is up')) {
    if (stack.exitCode !== null || Date.now() > deadline) throw new Error(`not up:\n${output}`);
    await sleep(200);
  }
}

async function ownerOf(dataDir: string): Promise<TestConnection> {
  const run = await readRunFile(dataDir);
  if (run?.clickhouse === undefined) throw new Error(`${dataDir} has no run.json with a ClickHouse`);
  return connectTo(run.clickhouse, 'owner', { application: 'bench' });
}

async function momentOf(pid: number, client: TestConnection): Promise<Moment> {
  const cpuSeconds = ofParts(pid, cpuSecondsOf);
  return { atMs: Date.now(), cpuSeconds, events: await readServerEvents(client) };
}

/** The sum of a figure over the processes of each part. */
function ofParts(stackPid: number, figureOf: (pid: number) => number): Record<Part, number> {
  const processes = { 'tickscope up': [stackPid], ...stackProcesses(stackPid) };
  const sums = PARTS.map((part) => [part, processes[part].reduce((sum, pid) => sum + figureOf(pid), 0)]);
  return Object.fromEntries(sums) as Record<Part, number>;
}

function work(before: Moment, after: Moment): string[] {
  const seconds = (after.atMs - before.atMs) / 1_000;
  const used = (part: Part): number => (after.cpuSeconds[part] - before.cpuSeconds[part]) / seconds;
  const transactions = after.events.transactions - before.events.transactions;
  return [
    '## CPU',
    `Share of a core, over the last ${Math.round(seconds)} s, at ${count(transactions / seconds)} transactions/s. Goal, ClickHouse ≤ ${GOAL_CORES}: ${used('ClickHouse') <= GOAL_CORES ? 'met' : 'MISSED'}.`,
    markdownTable([['', 'cores'], ...PARTS.map((part) => [part, used(part).toFixed(3)])]),
    '## What ClickHouse did',
    markdownTable(perBlock(before.events, after.events, seconds)),
  ];
}

/** `Pss` of proc_pid_smaps_rollup(5); 0: it has ended. */
function proportionalMb(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / 1_024;
  } catch {
    return 0;
  }
}

function report(samples: readonly Sample[], minutes: number): string[] {
  const totals = samples.map((sample) => PARTS.reduce((sum, part) => sum + sample[part], 0));
  const warm = samples.slice(Math.floor(samples.length * WARM_UP_SHARE));
  const warmTotals = totals.slice(totals.length - warm.length);
  const hours = warm.map(({ atMs }) => atMs / 3_600_000);
  const most = Math.max(...totals);
  const slope = slopeOf(hours, warmTotals);
  const afterADay =
    warmTotals.reduce((sum, mb) => sum + mb, 0) / warmTotals.length + Math.max(0, slope) * DAY_HOURS;
  const rows = PARTS.map((part) => {
    const all = samples.map((sample) => sample[part]);
    const slopeOfPart = slopeOf(
      hours,
      warm.map((sample) => sample[part]),
    );
    return [part, count(all[0]!), count(all.at(-1)!), count(Math.max(...all)), slopeOfPart.toFixed(1)];
  });
  const isMet = most <= GOAL_MB && afterADay <= GOAL_MB;
  return [
    `\`tickscope up\` over its simulator, left alone for ${minutes} minutes. Proportional set sizes, every ${EVERY_MS / 1_000} s; slopes by least squares over all but the first ${WARM_UP_SHARE * 100} %.`,
    markdownTable([
      ['MB', 'first', 'last', 'most', 'MB an hour'],
      ...rows,
      ['all', count(totals[0]!), count(totals.at(-1)!), count(most), slope.toFixed(1)],
    ]),
    `At most ${count(most)} MB; at this slope about ${count(afterADay)} MB after a day. Goal, ${count(GOAL_MB)} MB for a day: ${isMet ? 'met' : 'MISSED'}.`,
    textPlot(totals, { unit: 'MB', minutes }),
  ];
}

/** Least squares. */
function slopeOf(xs: readonly number[], ys: readonly number[]): number {
  const meanX = xs.reduce((sum, x) => sum + x, 0) / xs.length;
  const meanY = ys.reduce((sum, y) => sum + y, 0) / ys.length;
  let up = 0;
  let down = 0;
  for (const [at, x] of xs.entries()) {
    up += (x - meanX) * (ys[at]! - meanY);
    down += (x - meanX) ** 2;
  }
  return down === 0 ? 0 : up / down;
}
