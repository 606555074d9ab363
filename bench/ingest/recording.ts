import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startClickHouse } from '@tickscope/embedded';
import { record } from '@tickscope/pipeline';
import { connectTo } from '@tickscope/testkit/store/test-connection';
import { cpuSecondsOf } from '../support/process-usage.js';
import { count, markdownTable, percentile } from '../support/report.js';
import { numberOf } from '../support/rows.js';
import { migrateWith, startApp, stopApp } from '../support/stack.js';
import { type ImportRun, importInChild } from './import-in-child.js';

/**
 * Mix of the recordings and streams. Mainnet's is that of block 254170887 of ../shared/data: of its 444 transactions
 * that are no votes 323 (73 %) call a DEX program and 305 (69 %) failed. None of its 71 swaps is on a program without a
 * layout, so with 95 % confidence less than 3 of 71 (4 %) are: 5 % of the transactions that are neither votes nor DEX
 * swaps give that share of the successful swaps. The 71 swaps are in 63 pools, none with more than two: with as many
 * pools as the simulator can have, the busiest still has a tenth of the swaps. Votes are 65 %, as in all of the
 * simulator's chains.
 */
export const MAINNET_ARGS = '--dex 0.73 --failures 0.69 --unlisted 0.05 --pools 20000'.split(' ');
export const MIXES = [
  {
    name: 'mainnet',
    text: "Mainnet's mix, by block 254170887: of what is no vote 73 % call DEX programs, and 69 % of the swaps of users fail; 4 % of the swaps that succeed are on unlisted programs; 20,000 pools.",
    args: MAINNET_ARGS,
  },
  {
    name: 'former',
    text: 'The mix of former reports: of what is no vote 25 % call DEX programs, and 41 % trade on unlisted programs.',
    args: [],
  },
] as const;

export async function makeRecording(options: {
  path: string;
  slots: number;
  port: number;
  args: readonly string[];
}): Promise<void> {
  const { path, slots, port, args } = options;
  const url = `http://127.0.0.1:${port}`;
  const length = ['--slot-ms', '0', '--slots', String(slots + 20)];
  const simulator = await startApp('simulator', {}, null, [...args, ...length]);
  try {
    for (let tries = 1; ; tries += 1) {
      await sleep(2_000);
      try {
        await record({
          endpoint: { url, xToken: null, compression: 'none' },
          mode: 'blocks',
          content: 'full',
          commitment: 'processed',
          fromSlot: null,
          ...{ slots, path, stallMs: 60_000 },
        });
        return;
      } catch (error) {
        // The simulator is still starting.
        if (tries === 15) throw error;
      }
    }
  } finally {
    await stopApp(simulator);
  }
}

/** CPU-ms per 1,000 transactions, and transactions/s. */
interface Figures {
  importer: number;
  server: number;
  rate: number;
  run: ImportRun;
}

const GOAL_CPU_MS = 90;
const HERE = fileURLToPath(new URL('../..', import.meta.url));
/** ClickHouse goes on merging for a while. */
const SETTLE_MS = 5_000;

export async function benchRecording(options: {
  name: string;
  text: string;
  path: string;
  work: string;
  rounds: number;
  against?: string;
}): Promise<string> {
  const { name, text, path, work, rounds, against } = options;
  if (!existsSync(path)) throw new Error(`${path} is not there`);
  const sides = [...(against === undefined ? [] : [{ label: 'before', checkout: against }])];
  sides.push({ label: 'now', checkout: HERE });
  const figures = new Map(sides.map(({ label }) => [label, [] as Figures[]]));
  for (let round = 0; round < rounds; round += 1)
    for (const { label, checkout } of round % 2 === 0 ? sides : sides.toReversed())
      figures.get(label)!.push(await importOnce(path, checkout, work));
  const median = (label: string, of: (one: Figures) => number): number =>
    percentile(figures.get(label)!.map(of), 0.5);
  const labels = sides.map(({ label }) => label);
  const row = (title: string, of: (one: Figures) => number, digits = 1): string[] => [
    title,
    ...labels.map((label) => median(label, of).toFixed(digits)),
  ];
  const { run } = figures.get('now')![0]!;
  const sum = median('now', ({ importer, server }) => importer + server);
  const rate = median('now', (one) => one.rate);
  return [
    `## From a recording: ${name}`,
    `${text} ${count(run.transactions)} transactions in ${run.slots} blocks, ${count(run.rows)} rows${rounds > 1 ? `; medians of ${rounds} rounds in turn` : ''}: **${sum.toFixed(0)} CPU-ms per 1,000 transactions** (goal ≤ ${GOAL_CPU_MS}: ${sum <= GOAL_CPU_MS ? 'met' : 'MISSED'}) and ${count(rate)} transactions/s (goal ≥ 30,000, on a machine that does nothing else: ${rate >= 30_000 ? 'met' : 'MISSED'}).`,
    markdownTable([
      ['CPU-ms per 1,000 transactions', ...labels],
      row('importer', (one) => one.importer),
      row(`ClickHouse, and ${SETTLE_MS / 1_000} s after`, (one) => one.server),
      row('sum', ({ importer, server }) => importer + server),
      row('transactions/s', (one) => one.rate, 0),
      row('most memory of the importer, MB', (one) => one.run.peakMb, 0),
    ]),
  ].join('\n\n');
}

/** With a server of its own, whose tables are those of the checkout. */
async function importOnce(path: string, checkout: string, work: string): Promise<Figures> {
  const dataDir = mkdtempSync(join(work, 'store-'));
  const server = await startClickHouse({ dataDir });
  const client = connectTo(server, 'owner', { application: 'bench' });
  try {
    migrateWith(checkout, server);
    const before = cpuSecondsOf(server.pid);
    const run = await importInChild(path, server, checkout);
    await sleep(SETTLE_MS);
    const used = cpuSecondsOf(server.pid) - before;
    const rows = await numberOf(client, 'SELECT count() FROM transactions FINAL');
    if (rows !== run.transactions) throw new Error(`${rows} rows of ${run.transactions} transactions`);
    const per = (seconds: number): number => (seconds * 1e6) / run.transactions;
    return { importer: per(run.cpuSeconds), server: per(used), rate: run.transactions / run.seconds, run };
  } finally {
    await client.close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
