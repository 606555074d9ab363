import { mkdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { load, workOf } from '../support/measure.js';
import { readQueryTimes, slowestQueries } from '../support/query-times.js';
import { count, markdownTable, ms, percentile, writeReport } from '../support/report.js';
import { type BenchStore, benchStore } from '../support/stack.js';
import { storedTables, tablesTable } from '../support/tables.js';
import { type ApiUnderLoad, startApiUnderLoad } from './api-under-load.js';
import { listCases, rankingCases } from './lists.js';
import { makeData, NEWEST_SLOT } from './make-data.js';
import { type Case, cases } from './operations.js';
import { chooseTransactions } from './questions.js';
import { BASE_SLOT } from './shape.js';

/**
 * The operations of the MEV group over HTTP, on 100 million swaps with their sandwiches, made inside ClickHouse: p50, p95
 * and p99, beside a bare ClickHouse read of the rows they are about in the same run, and what the server read for each;
 * lists and rankings of sandwiches among them.
 *
 *   npx tsx --conditions=tickscope:source bench/mev/run.ts [--data-dir DIR] [--swaps N] [--report FILE]
 *     [--requests N] [--jobs N] [--only TEXT] [--make-only] [--node-option OPTION]
 *     [--against CHECKOUT [--against-data DIR]]
 *
 * `--against`: another built checkout answers the same questions from the same store, in turn with this one. Its
 * tables may be others: `--against-data` is a data folder that the other checkout's bench has made.
 * The data is made at the first run with a data folder (some 40 GB and 20 minutes at 100 million swaps), then reused.
 */
const { values: flags } = parseArgs({
  options: {
    'data-dir': { type: 'string', default: '.tickscope/bench-mev' },
    swaps: { type: 'string', default: '100000000' },
    report: { type: 'string' },
    requests: { type: 'string', default: '400' },
    jobs: { type: 'string', default: '24' },
    only: { type: 'string', default: '' },
    'make-only': { type: 'boolean', default: false },
    against: { type: 'string' },
    'against-data': { type: 'string' },
    'node-option': { type: 'string', multiple: true, default: [] },
  },
});

/** Questions whose work at the server is counted. */
const COUNTED = 6;
/** Asked before anything is measured. */
const WARMING = 20;

mkdirSync(flags['data-dir'], { recursive: true });
const store = await benchStore(flags['data-dir']);
try {
  await makeData(store.client, Number(flags.swaps), flags['data-dir']);
  if (!flags['make-only']) await measureAll();
} finally {
  await store.close();
}
process.exit();

async function measureAll(): Promise<void> {
  const total = { fast: Number(flags.requests), jobs: Number(flags.jobs) };
  const transactions = await chooseTransactions(
    store.client,
    Math.max(total.fast, total.jobs * 50),
    Number(flags.swaps),
  );
  const operations = cases(transactions, total);
  const range = { newestSlot: NEWEST_SLOT, slots: NEWEST_SLOT - BASE_SLOT, each: total.fast };
  const lists = await listCases(store.client, range);
  const chosen = [...rankingCases(), ...operations, ...lists].filter(({ name }) => name.includes(flags.only));
  const head = ['operation', 'clients', 'asked', 'p50', 'p95', 'p99', 'goal'];
  const times = [[...head, 'bare read p50', 'bare read p99', 'p50 to bare p50']];
  const work = [['operation', 'queries', 'rows read', 'MB read', 'server CPU', 'job itself p50']];
  const profile = [['operation', 'queries of one answer: ms (runs)']];
  const api = await startApiUnderLoad(store, { nodeOptions: flags['node-option'] });
  const builds: Build[] = [{ name: '', api, store }];
  const otherData = flags['against-data'];
  const other = otherData === undefined ? store : await benchStore(otherData, { isOwn: false });
  const loads: string[] = [];
  try {
    if (flags.against !== undefined)
      builds.push({
        name: ', the other build',
        api: await startApiUnderLoad(other, { checkout: flags.against }),
        store: other,
      });
    // What every process pays once is not the first operation's.
    for (const question of operations[0]!.questions.slice(-WARMING))
      for (const build of builds) await question.ask(build.api);
    for (const one of chosen)
      for (const { timed, worked, queries } of await measure(one, builds)) {
        times.push(...timed);
        work.push(worked);
        profile.push([worked[0]!, queries]);
        loads.push(loadavg()[0]!.toFixed(1));
      }
  } finally {
    for (const build of builds) await build.api.stop();
    if (other !== store) await other.close();
  }
  const sections = [
    tablesTable(await storedTables(store.client)),
    'Times are a caller’s, over HTTP; of jobs from their submission to the answer that holds the result, held until it is there (`?wait=25`, as the client library asks). The bare read is of the rows that the question is about (`SELECT *` of the wallet’s rows of `swaps_by_trader`, of the pools’ rows of `swaps` within the windows, of the transaction and of `sandwich_legs` within the window, a page of `sandwiches`), output thrown away at the server.',
    markdownTable(times),
    `Read by ClickHouse for one answer (mean of ${COUNTED}), by its own counters:`,
    markdownTable(work),
    'Where the time of one answer goes, by the API’s own metrics; queries that run side by side add up:',
    markdownTable(profile),
    `Load average after each operation: ${loads.join(', ')}.`,
  ];
  writeReport('MEV operations', sections, flags.report);
}

/** A build's API on its store. */
interface Build {
  name: string;
  api: ApiUnderLoad;
  store: BenchStore;
}

interface Measured {
  timed: string[][];
  worked: string[];
  queries: string;
}

async function measure(one: Case, builds: readonly Build[]): Promise<Measured[]> {
  process.stderr.write(`${one.name}\n`);
  const counted = one.questions.slice(0, one.counted ?? COUNTED);
  const rest = one.isKept ? one.questions.slice(counted.length) : one.questions;
  const measured = new Map<Build, Measured>();
  const runs = new Map(builds.map((build): [Build, number[]] => [build, []]));
  for (const build of builds) measured.set(build, { timed: [], ...(await countWork(one, build, counted)) });
  for (const clients of one.clients) {
    const https = await inTurns(builds, rest, clients, async (question, build) => {
      const runMs = await question.ask(build.api);
      if (runMs !== null) runs.get(build)!.push(runMs);
    });
    const bares = await inTurns(builds, rest, clients, (question, { store: { client } }) =>
      question.bare(client),
    );
    for (const build of builds)
      measured.get(build)!.timed.push(timesOf(one, clients, build, https.get(build)!, bares.get(build)!));
  }
  for (const [build, { worked }] of measured) {
    const own = runs.get(build)!;
    worked.push(own.length === 0 ? '–' : ms(percentile(own, 0.5)));
    process.stderr.write(`  ${worked.slice(1).join('  ')}\n`);
  }
  return [...measured.values()];
}

/** Counts what the server reads for some questions, one after the other. */
async function countWork(
  one: Case,
  { name, api, store: { client } }: Build,
  questions: Case['questions'],
): Promise<Omit<Measured, 'timed'>> {
  if (questions.length === 0) return { worked: [one.name + name, '–', '–', '–', '–'], queries: '–' };
  const before = await readQueryTimes(api.metricsUrl);
  const done = await workOf(client, async () => {
    for (const question of questions) await question.ask(api);
  });
  const queries = slowestQueries(before, await readQueryTimes(api.metricsUrl), questions.length);
  const per = (value: number): number => value / questions.length;
  const worked = [
    one.name + name,
    count(per(done.queries)),
    count(per(done.rows)),
    (per(done.bytes) / 1e6).toFixed(2),
    ms(per(done.cpuMs)),
  ];
  return { worked, queries };
}

/**
 * The times of all builds. One client asks each question of every build, of each second one in the other order: what a
 * read finds in a cache, and how fast the machine is at the moment, is then the same for all.
 */
async function inTurns<Item>(
  builds: readonly Build[],
  items: readonly Item[],
  clients: number,
  ask: (item: Item, build: Build) => Promise<unknown>,
): Promise<Map<Build, number[]>> {
  const times = new Map(builds.map((build): [Build, number[]] => [build, []]));
  if (clients > 1)
    for (const build of builds) times.set(build, await load(items, clients, (item) => ask(item, build)));
  else
    for (const [at, item] of items.entries())
      for (const build of at % 2 === 0 ? builds : builds.toReversed())
        times.get(build)!.push(...(await load([item], 1, () => ask(item, build))));
  return times;
}

function timesOf(
  one: Case,
  clients: number,
  build: Build,
  http: readonly number[],
  bare: readonly number[],
): string[] {
  const p99 = percentile(http, 0.99);
  const goal = one.goalsMs[clients];
  const row = [
    one.name + build.name,
    String(clients),
    String(http.length),
    ...[0.5, 0.95].map((share) => ms(percentile(http, share))),
    ms(p99),
    goal === undefined ? '–' : `${goal} ms: ${p99 <= goal ? 'met' : 'MISSED'}`,
    ...[0.5, 0.99].map((share) => ms(percentile(bare, share))),
    (percentile(http, 0.5) / percentile(bare, 0.5)).toFixed(1),
  ];
  process.stderr.write(`  ${row.slice(1).join('  ')}\n`);
  return row;
}
