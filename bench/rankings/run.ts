import { mkdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { type ApiUnderLoad, startApiUnderLoad } from '../mev/api-under-load.js';
import { load, workOf } from '../mev/measure.js';
import { readQueryTimes, slowestQueries } from '../support/query-times.js';
import { count, markdownTable, ms, percentile, writeReport } from '../support/report.js';
import { benchStore } from '../support/stack.js';
import { makeData } from './make-data.js';
import { type Case, listCases, rankingCases } from './questions.js';

/**
 * Lists and rankings of sandwiches over HTTP, on a store of 35 days of them: `GET /mev/sandwiches`, `/mev/attackers`,
 * `/mev/attackers/{address}`, `/validators`; what a caller waits, and what ClickHouse read for it.
 *
 *   npx tsx --conditions=tickscope:source bench/rankings/run.ts [--data-dir DIR] [--sandwiches N] [--report FILE]
 *     [--requests N] [--only TEXT] [--make-only]
 *
 * The data is made at the first run with a data folder (some 2 GB and five minutes at 3 million sandwiches), then reused.
 */
const { values: flags } = parseArgs({
  options: {
    'data-dir': { type: 'string', default: '.tickscope/bench-rankings' },
    sandwiches: { type: 'string', default: '3000000' },
    report: { type: 'string' },
    requests: { type: 'string', default: '100' },
    only: { type: 'string', default: '' },
    'make-only': { type: 'boolean', default: false },
  },
});

const GOAL_MS = 100;

mkdirSync(flags['data-dir'], { recursive: true });
const store = await benchStore(flags['data-dir']);
try {
  const shape = await makeData(store.client, Number(flags.sandwiches));
  if (!flags['make-only']) await measureAll(shape);
} finally {
  await store.close();
}
process.exit();

async function measureAll(shape: Awaited<ReturnType<typeof makeData>>): Promise<void> {
  const each = Number(flags.requests);
  const cases = [...rankingCases(each), ...(await listCases(store.client, shape, each))].filter(({ name }) =>
    name.includes(flags.only),
  );
  const times = [['question', 'asked', 'p50', 'p95', 'p99', `p99 ≤ ${GOAL_MS} ms`]];
  const work = [
    ['question', 'queries', 'rows read', 'MB read', 'server CPU', 'queries of one answer: ms (runs)'],
  ];
  const loadBefore = loadavg()[0]!.toFixed(1);
  const api = await startApiUnderLoad(store, { fromSource: true, nodeOptions: [] });
  try {
    // What every process pays once is of no question.
    await api.get('status');
    for (const one of cases) {
      process.stderr.write(`${one.name}\n`);
      const { timed, worked } = await measure(one, api);
      times.push(timed);
      work.push(worked);
    }
  } finally {
    await api.close();
  }
  const command = `npx tsx --conditions=tickscope:source bench/rankings/run.ts --sandwiches ${flags.sandwiches}`;
  const sections = [
    await describeData(),
    'Times are a caller’s, over HTTP, one question at a time. `first`: nothing is cached; the other questions are different ones, each asked once.',
    markdownTable(times),
    'Read by ClickHouse for one answer (mean), by its own counters, and the longest of its queries by the API’s metrics; queries that run side by side add up:',
    markdownTable(work),
    `Load average before: ${loadBefore}, after: ${loadavg()[0]!.toFixed(1)}.`,
  ];
  writeReport('Rankings', command, sections, flags.report);
}

async function measure(
  { name, paths }: Case,
  api: ApiUnderLoad,
): Promise<{ timed: string[]; worked: string[] }> {
  const before = await readQueryTimes(api.metrics);
  let times: number[] = [];
  const done = await workOf(store.client, async () => {
    times = await load(paths, 1, (path) => api.get(path));
  });
  const queries = slowestQueries(before, await readQueryTimes(api.metrics), paths.length);
  const p99 = percentile(times, 0.99);
  const timed = [
    name,
    String(paths.length),
    ...[0.5, 0.95, 0.99].map((share) => ms(percentile(times, share))),
    p99 <= GOAL_MS ? 'met' : 'MISSED',
  ];
  const per = (value: number): number => value / paths.length;
  const worked = [
    name,
    per(done.queries).toFixed(1),
    count(per(done.rows)),
    (per(done.bytes) / 1e6).toFixed(2),
    ms(per(done.cpuMs)),
    queries.split(', ').slice(0, 4).join(', '),
  ];
  process.stderr.write(`  ${[...timed.slice(1), ...worked.slice(1)].join('  ')}\n`);
  return { timed, worked };
}

async function describeData(): Promise<string> {
  const rows = await store.client.read.queryRows<[string, string, string, string]>(
    `SELECT table, sum(rows), count(), sum(bytes_on_disk) FROM system.parts
     WHERE active AND database = currentDatabase() GROUP BY table HAVING sum(rows) > 1000 ORDER BY sum(rows) DESC`,
    { timeoutMs: 60_000 },
  );
  return markdownTable([
    ['table', 'rows', 'parts', 'MB on disk'],
    ...rows.map(([table, all, parts, bytes]) => [
      `\`${table}\``,
      count(Number(all)),
      parts,
      (Number(bytes) / 1e6).toFixed(0),
    ]),
  ]);
}
