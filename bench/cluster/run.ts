import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { ask } from '../answers/ask.js';
import { startOfRun } from '../answers/normalise.js';
import { type Asked, makeRequests } from '../answers/requests.js';
import { readSubjects } from '../answers/subjects.js';
import { type AccountApi, startAccountApi } from '../support/api.js';
import { load } from '../support/measure.js';
import { count, markdownTable, ms, percentile, writeReport } from '../support/report.js';
import { storedTables } from '../support/tables.js';
import { blocksOf, derive, type Ingest, measureIngest } from './fill.js';
import { difference, type MeasuredStore, oneServer, severalShards, type Work } from './stores.js';

/**
 * One server and several shards on this machine, in one run, with the same blocks and questions: what spreading costs, and
 * how evenly the work falls on the shards. On one machine it cannot show a gain.
 *
 *   npx tsx --conditions=tickscope:source bench/cluster/run.ts [--shards 2] [--slots 240] [--transactions 600]
 *     [--report FILE]
 */
const { values: flags } = parseArgs({
  options: {
    shards: { type: 'string', default: '2' },
    slots: { type: 'string', default: '240' },
    transactions: { type: 'string', default: '600' },
    report: { type: 'string' },
  },
});

interface Asking {
  times: number[];
  servers: Work[];
}

const SECTIONS = {
  ingest:
    'Blocks of the simulator, written in batches of 8 by one process, in four rounds by turns. CPU of the servers with the 5 s after each round.',
  rows: 'Of the tables that are spread, merged or not: what each shard holds.',
  operations:
    'The recorded requests (bench/answers), over HTTP, one at a time; every one is asked of both. CPU, rows and bytes are of ClickHouse, for one answer (mean), of each server; jobs include the polling for them.',
};

const loadBefore = loadavg()[0]!.toFixed(1);
const stores = [await oneServer(), await severalShards(Number(flags.shards))];
const apis: AccountApi[] = [];
try {
  const blocks = blocksOf(Number(flags.slots), Number(flags.transactions));
  const transactions = blocks.reduce((sum, block) => sum + block.transactions.length, 0);
  const ingest = await measureIngest(stores, blocks);
  const rows = await rowsTable(stores[1]!);
  for (const store of stores) await derive(store, blocks);
  for (const { environment } of stores) apis.push(await startAccountApi(environment));
  startOfRun();
  const requests = makeRequests(await readSubjects(stores[0]!.shards[0]!));
  writeReport(
    'Cluster',
    [
      `${count(transactions)} transactions in ${blocks.length} blocks.`,
      `## Ingest\n\n${SECTIONS.ingest}\n\n${ingestTable(ingest, transactions)}`,
      `## Rows\n\n${SECTIONS.rows}\n\n${rows}`,
      `## Operations\n\n${SECTIONS.operations}\n\n${await operationsTable(requests)}`,
      `Load average before: ${loadBefore}, after: ${loadavg()[0]!.toFixed(1)}.`,
    ],
    flags.report,
  );
} finally {
  for (const api of apis) await api.stop();
  for (const store of stores) await store.close();
}
process.exit();

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function ratio(of: number, to: number): string {
  return (of / to).toFixed(2);
}

function ingestTable([one, several]: readonly Ingest[], transactions: number): string {
  const perThousand = (value: number): number => (1_000 * value) / transactions;
  const serverCpu = ({ servers }: Ingest): number => sum(servers.map(({ cpuMs }) => cpuMs));
  const line = (name: string, of: (ingest: Ingest) => number): string[] => [
    name,
    ...[one!, several!].map((ingest) => of(ingest).toFixed(1)),
    ratio(of(several!), of(one!)),
  ];
  return markdownTable([
    ['', stores[0]!.name, stores[1]!.name, 'ratio'],
    line('transactions/s', ({ seconds }) => transactions / seconds),
    line('writer: CPU-ms per 1,000 transactions', ({ writerCpuMs }) => perThousand(writerCpuMs)),
    line('ClickHouse: CPU-ms per 1,000 transactions', (ingest) => perThousand(serverCpu(ingest))),
    [
      'of it each server',
      '',
      several!.servers.map(({ cpuMs }) => perThousand(cpuMs).toFixed(1)).join(' + '),
      '',
    ],
  ]);
}

async function rowsTable({ shards }: MeasuredStore): Promise<string> {
  const stored = await Promise.all(shards.map((shard) => storedTables(shard, 'tickscope_local')));
  const of = (table: string, figure: 'rows' | 'bytes'): number[] =>
    stored.map((list) => list.find((each) => each.table === table)?.[figure] ?? 0);
  const tables = [...new Set(stored.flatMap((list) => list.map(({ table }) => table)))];
  const shares = (values: readonly number[]): string =>
    values.map((value) => `${((100 * value) / sum(values)).toFixed(0)} %`).join(' + ');
  return markdownTable([
    ['table', 'rows', 'of each shard', 'bytes', 'of each shard'],
    ...tables.map((table) => [
      table,
      ...(['rows', 'bytes'] as const).flatMap((figure) => [
        count(sum(of(table, figure))),
        shares(of(table, figure)),
      ]),
    ]),
  ]);
}

async function operationsTable(requests: readonly Asked[]): Promise<string> {
  const operations = new Map<string, Asked[]>();
  for (const asked of requests)
    if (asked.follow !== 'stream' && asked.credential === 'key')
      operations.set(asked.operation, [...(operations.get(asked.operation) ?? []), asked]);
  const lines = [
    ['operation', 'asked', 'p50, one server', 'shards', 'ratio', 'CPU ms', 'ratio', 'rows read', 'kB read'],
  ];
  for (const [operation, list] of operations) {
    if (list.length < 10) continue;
    const [one, several] = [await askAll(list, 0), await askAll(list, 1)];
    const p50 = [one, several].map(({ times }) => percentile(times, 0.5));
    const cpu = [one, several].map(({ servers }) => sum(servers.map(({ cpuMs }) => cpuMs)));
    const mean = (value: number): number => value / list.length;
    const each = (of: (work: Work) => number): string =>
      `${count(mean(sum(one.servers.map(of))))} → ${several.servers.map((work) => count(mean(of(work)))).join(' + ')}`;
    lines.push([
      operation,
      String(list.length),
      ...p50.map(ms),
      ratio(p50[1]!, p50[0]!),
      `${mean(cpu[0]!).toFixed(1)} → ${several.servers.map(({ cpuMs }) => mean(cpuMs).toFixed(1)).join(' + ')}`,
      ratio(cpu[1]!, cpu[0]!),
      each(({ rows }) => rows),
      each(({ bytes }) => bytes / 1_000),
    ]);
  }
  return markdownTable(lines);
}

async function askAll(requests: readonly Asked[], at: number): Promise<Asking> {
  const caller = { ...apis[at]!, feedStart: '' };
  const before = await stores[at]!.work();
  const times = await load(requests, 1, (asked) => ask(asked, caller));
  return { times, servers: difference(before, await stores[at]!.work()) };
}
