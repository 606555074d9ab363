import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { processUsage, watchMemory } from '../support/process-usage.js';
import { count, markdownTable, ms, percentile, writeReport } from '../support/report.js';
import { perBlock, readServerEvents } from '../support/server-events.js';
import { type BenchStore, benchStore, startApp, startIngester, stopApp } from '../support/stack.js';
import { benchRecording, MAINNET_ARGS, MIXES, makeRecording } from './recording.js';

/**
 * Ingest to queryable: from a recording (what `tickscope import` does), through the simulator over gRPC as fast as it
 * goes, and at mainnet's rate with the lag from a block's arrival to its answer. Everything on this machine.
 *
 *   npx tsx --conditions=tickscope:source bench/ingest/run.ts [--slots N] [--recording FILE] [--lag-seconds N]
 *     [--part recording|stream|lag] [--against FOLDER]
 *
 * `--against` imports with another built checkout of this project too, in turn with this one, `--rounds` times. `--mix`
 * takes only that recording (recording.ts).
 */
const { values: flags } = parseArgs({
  options: {
    slots: { type: 'string', default: '160' },
    recording: { type: 'string' },
    'lag-seconds': { type: 'string', default: '60' },
    part: { type: 'string' },
    against: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    mix: { type: 'string' },
  },
});

const TRANSACTIONS_PER_SLOT = 1_600;
/** Until the code that runs is compiled. */
const WARM_UP_SECONDS = 15;
const PORTS = { simulatorPort: 20_101, port: 20_102 };
const slots = Number(flags.slots);
const work = mkdtempSync(join(tmpdir(), 'tickscope-bench-ingest-'));

const sections: string[] = [];
try {
  const isAsked = (part: string): boolean => flags.part === undefined || flags.part === part;
  if (isAsked('recording')) sections.push(...(await recordingSections()));
  if (isAsked('stream')) sections.push(await benchStream());
  if (isAsked('lag')) sections.push(await benchLag());
  writeReport(
    flags.part === undefined ? 'Ingest' : `Ingest ${flags.part}`,
    ['npx tsx --conditions=tickscope:source bench/ingest/run.ts', ...process.argv.slice(2)].join(' '),
    sections,
  );
} finally {
  rmSync(work, { recursive: true, force: true });
}
process.exit();

function simulatorArgs(extra: readonly string[]): string[] {
  return [
    ...[
      '--port',
      String(PORTS.simulatorPort),
      '--transactions',
      String(TRANSACTIONS_PER_SLOT),
      '--log-level',
      'error',
    ],
    ...['--wait', '--confirmed-delay', '0'],
    ...extra,
  ];
}

async function recordingSections(): Promise<string[]> {
  const { recording, against, mix } = flags;
  const asked =
    recording === undefined
      ? MIXES.filter(({ name }) => mix === undefined || name === mix)
      : [{ name: recording, text: '', args: null }];
  const sections: string[] = [];
  for (const { name, text, args } of asked) {
    const path = args === null ? name : join(work, `${name}.bin`);
    if (args !== null)
      await makeRecording({ path, slots, port: PORTS.simulatorPort, args: simulatorArgs(args) });
    sections.push(
      await benchRecording({
        name,
        text,
        path,
        work,
        rounds: Number(flags.rounds),
        ...(against === undefined ? {} : { against }),
      }),
    );
  }
  return sections;
}

async function written(store: BenchStore): Promise<{ blocks: number; transactions: number }> {
  const [row] = await store.client.read.queryRows<[string, string]>(
    'SELECT count(), sum(transaction_count) FROM slots FINAL',
    { timeoutMs: 60_000 },
  );
  return { blocks: Number(row?.[0]), transactions: Number(row?.[1]) };
}

async function benchStream(): Promise<string> {
  const store = await benchStore(join(work, 'store-stream'));
  const simulator = await startApp(
    'simulator',
    {},
    null,
    simulatorArgs([
      '--slot-ms',
      '0',
      '--slots',
      String(slots),
      '--pregenerate',
      String(slots),
      '--queue',
      '100000',
      ...MAINNET_ARGS,
    ]),
  );
  // Making the chain is not what is measured.
  await idle(simulator.pid!);
  const ingester = await startIngester(store, PORTS);
  try {
    const memory = watchMemory(ingester.pid!);
    const pids = { ingester: ingester.pid!, simulator: simulator.pid!, ClickHouse: store.server.pid };
    const before = Object.values(pids).map((pid) => processUsage(pid).cpuSeconds);
    while ((await written(store)).blocks === 0) await sleep(20);
    const first = await written(store);
    const started = performance.now();
    let last = first;
    for (let idleRounds = 0; idleRounds < 40; ) {
      await sleep(50);
      const now = await written(store);
      idleRounds = now.blocks === last.blocks ? idleRounds + 1 : 0;
      if (idleRounds === 0) last = now;
    }
    const seconds = (performance.now() - started - 40 * 50) / 1_000;
    const cpu = Object.values(pids).map((pid, index) => processUsage(pid).cpuSeconds - before[index]!);
    const { peakMb, curveMb } = memory.stop();
    const rate = (last.transactions - first.transactions) / seconds;
    return [
      '## Through the simulator, gRPC, on the same cores',
      `${count(last.transactions)} transactions in ${last.blocks} blocks, made long before, as after an outage: **${count(rate)} transactions/s** to their \`slots\` rows. Goal ≥ 15,000/s: ${rate >= 15_000 ? 'met' : 'MISSED'}.`,
      markdownTable([
        ['process', 'CPU-ms per 1,000 transactions'],
        ...Object.keys(pids).map((name, index) => [
          name,
          ((cpu[index]! * 1e6) / last.transactions).toFixed(1),
        ]),
      ]),
      `Memory of the ingester, MB: ${thin(curveMb).join(' ')} (peak ${peakMb}).`,
    ].join('\n\n');
  } finally {
    await stopApp(ingester);
    await stopApp(simulator);
    await store.close();
  }
}

/** The time from a block's arrival at the ingester to the first answer that shows it, as a reader polls for it. */
async function benchLag(): Promise<string> {
  const seconds = Number(flags['lag-seconds']);
  const store = await benchStore(join(work, 'store-lag'));
  const madeSlots = String(Math.ceil((seconds + WARM_UP_SECONDS) / 0.3) + 60);
  const simulator = await startApp(
    'simulator',
    {},
    null,
    simulatorArgs([
      ...['--slot-ms', '300', '--slots', madeSlots, '--pregenerate', madeSlots, ...MAINNET_ARGS],
      // After all blocks are made. Blocks that come late are written in larger batches.
      ...['--start-time', String(Math.ceil(Date.now() / 1_000) + 600)],
    ]),
  );
  // In production, the chain is not generated on the machine of the ingester.
  await idle(simulator.pid!);
  const ingester = await startIngester(store, PORTS);
  try {
    const name = 'tickscope_arrival_to_answer_seconds';
    const pids = { ingester: ingester.pid!, simulator: simulator.pid!, ClickHouse: store.server.pid };
    const state = async () => ({
      lags: await buckets(name),
      cpu: Object.values(pids).map((pid) => processUsage(pid).cpuSeconds),
      events: await readServerEvents(store.client.read),
    });
    await sleep(WARM_UP_SECONDS * 1_000);
    const cold = await state();
    await sleep(seconds * 1_000);
    const warm = await state();
    const lags = percentiles(
      warm.lags.map((bucket, at) => ({ ...bucket, total: bucket.total - cold.lags[at]!.total })),
    );
    const first = percentiles(cold.lags);
    const transactions = warm.events.transactions - cold.events.transactions;
    return [
      '## Lag at mainnet rate',
      `${count(transactions)} transactions in ${warm.events.blocks - cold.events.blocks} blocks over ${seconds} s (${count(transactions / seconds)}/s, 3.3 slots/s): from a block whole in memory to its \`slots\` row p50 ${lags.p50}, p99 ${lags.p99}, all ${lags.most} (of ${lags.count} batches, the oldest block of each; upper bounds of the histogram's buckets). Goal p99 ≤ 0.5 s. In the ${WARM_UP_SECONDS} s before, of a process just started: p50 ${first.p50}, all ${first.most}.`,
      markdownTable([
        ['process', 'cores'],
        ...Object.keys(pids).map((process, at) => [
          process,
          ((warm.cpu[at]! - cold.cpu[at]!) / seconds).toFixed(2),
        ]),
      ]),
      markdownTable(perBlock(cold.events, warm.events, seconds)),
    ].join('\n\n');
  } finally {
    await stopApp(ingester);
    await stopApp(simulator);
    await store.close();
  }
}

interface Bucket {
  /** Seconds. */
  bound: number;
  /** How many were no more. */
  total: number;
}

async function buckets(name: string): Promise<Bucket[]> {
  const text = await (await fetch(`http://127.0.0.1:${PORTS.port}/metrics`)).text();
  return [...text.matchAll(new RegExp(`${name}_bucket\\{le="([^"]+)"\\} (\\d+)`, 'g'))].map(
    ([, bound, total]) => ({
      bound: Number(bound),
      total: Number(total),
    }),
  );
}

/** Upper bounds of the buckets in which the median, the 99th percentile and the greatest fall. */
function percentiles(lags: readonly Bucket[]): { p50: string; p99: string; most: string; count: number } {
  const all = lags.at(-1)?.total ?? 0;
  const at = (share: number): string => {
    const bound = lags.find(({ total }) => total >= share * all)?.bound ?? Number.NaN;
    return `≤ ${ms(bound * 1_000)}`;
  };
  return { p50: at(0.5), p99: at(0.99), most: at(1), count: all };
}

/** Waits until a process does no work any more. */
async function idle(pid: number): Promise<void> {
  const recent: number[] = [];
  for (let last = processUsage(pid).cpuSeconds; ; ) {
    await sleep(1_000);
    const now = processUsage(pid).cpuSeconds;
    recent.push(now - last);
    last = now;
    if (recent.length >= 3 && percentile(recent.slice(-2), 1) < 0.1) return;
  }
}

/** At most 40 points of a curve. */
function thin(curve: readonly number[]): number[] {
  const step = Math.max(1, Math.ceil(curve.length / 40));
  return curve.filter((_, index) => index % step === 0);
}
