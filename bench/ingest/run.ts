import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { processOf } from '@tickscope/testkit/processes';
import { cpuSecondsOf, watchMemory } from '../support/process-usage.js';
import { count, markdownTable, percentile, writeReport } from '../support/report.js';
import { storedBlocks } from '../support/server-events.js';
import { benchStore, startApp, startIngester, stopApp } from '../support/stack.js';
import { benchRecording, MAINNET_ARGS, MIXES, makeRecording } from './recording.js';

/**
 * Ingest to queryable, as fast as it goes: from a recording (what `tickscope import` does), and through the simulator
 * over gRPC. Everything on this machine. At mainnet's rate: bench/soak.
 *
 *   npx tsx --conditions=tickscope:source bench/ingest/run.ts [--slots N] [--recording FILE]
 *     [--part recording|stream] [--against FOLDER]
 *
 * `--against` imports with another built checkout of this project too, in turn with this one, `--rounds` times. `--mix`
 * takes only that recording (recording.ts).
 */
const { values: flags } = parseArgs({
  options: {
    slots: { type: 'string', default: '160' },
    recording: { type: 'string' },
    part: { type: 'string' },
    against: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    mix: { type: 'string' },
  },
});

const TRANSACTIONS_PER_SLOT = 1_600;
const PORTS = { simulatorPort: 20_101, port: 20_102 };
const slots = Number(flags.slots);
const work = mkdtempSync(join(tmpdir(), 'tickscope-bench-ingest-'));

const sections: string[] = [];
try {
  const isAsked = (part: string): boolean => flags.part === undefined || flags.part === part;
  if (isAsked('recording')) sections.push(...(await recordingSections()));
  if (isAsked('stream')) sections.push(await benchStream());
  writeReport(flags.part === undefined ? 'Ingest' : `Ingest ${flags.part}`, sections);
} finally {
  rmSync(work, { recursive: true, force: true });
}
process.exit();

function simulatorArgs(extra: readonly string[]): string[] {
  return [
    ...['--port', String(PORTS.simulatorPort), '--transactions', String(TRANSACTIONS_PER_SLOT)],
    ...['--log-level', 'error', '--wait', '--confirmed-delay', '0'],
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

async function benchStream(): Promise<string> {
  const store = await benchStore(join(work, 'store-stream'));
  const simulator = await startApp(
    'simulator',
    {},
    null,
    simulatorArgs([
      ...['--slot-ms', '0', '--slots', String(slots), '--pregenerate', String(slots), '--queue', '100000'],
      ...MAINNET_ARGS,
    ]),
  );
  // Making the chain is not what is measured.
  await idle(simulator.pid!);
  const ingester = await startIngester(store, PORTS);
  try {
    const memory = watchMemory(() => processOf(ingester.pid!)?.rssBytes);
    const pids = { ingester: ingester.pid!, simulator: simulator.pid!, ClickHouse: store.server.pid };
    const before = Object.values(pids).map((pid) => cpuSecondsOf(pid));
    while ((await storedBlocks(store.client)).blocks === 0) await sleep(20);
    const first = await storedBlocks(store.client);
    const started = performance.now();
    let last = first;
    for (let idleRounds = 0; idleRounds < 40; ) {
      await sleep(50);
      const now = await storedBlocks(store.client);
      idleRounds = now.blocks === last.blocks ? idleRounds + 1 : 0;
      if (idleRounds === 0) last = now;
    }
    const seconds = (performance.now() - started - 40 * 50) / 1_000;
    const cpu = Object.values(pids).map((pid, index) => cpuSecondsOf(pid) - before[index]!);
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

/** Waits until a process does no work any more. */
async function idle(pid: number): Promise<void> {
  const recent: number[] = [];
  for (let last = cpuSecondsOf(pid); ; ) {
    await sleep(1_000);
    const now = cpuSecondsOf(pid);
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
