import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { migrateAccounts } from '@tickscope/accounts';
import { postgresUrl, startPostgres } from '@tickscope/embedded';
import { Random } from '@tickscope/testkit/flows/random';
import { processOf } from '@tickscope/testkit/processes';
import { startBenchApi } from '../support/api.js';
import { treeUsage, type Usage, watchMemory } from '../support/process-usage.js';
import { count, markdownTable, ms, writeReport } from '../support/report.js';
import { benchStore, clickHouseEnv } from '../support/stack.js';
import { type StoredTable, tablesTable } from '../support/tables.js';
import { type Callers, makeCallers } from './callers.js';
import { httpClient } from './http-client.js';
import { makeLoadData } from './make-data.js';
import { startNodeStandIn } from './node-stand-in.js';
import { openLoop } from './open-loop.js';
import { drawer, type Kind, kindsOf, POPULAR, type Subjects } from './plan.js';
import { chooseSubjects } from './subjects.js';
import { Tally } from './tally.js';

/**
 * A mixed load at a fixed rate, for a while: API, ClickHouse, Postgres, its data and the callers all on this machine.
 * Requests come at times of their own, whether earlier ones are answered or not; a latency counts from the time at which
 * the request was due. Ends with 1 where an answer was a 5xx or did not come.
 *
 *   npx tsx --conditions=tickscope:source bench/load/run.ts [--seconds N] [--per-second N] [--data-dir DIR] [--swaps N]
 *     [--report FILE]
 *
 * The data is that of bench/mev and more, made at the first run, and kept with a data folder.
 */
const { values: flags } = parseArgs({
  options: {
    seconds: { type: 'string', default: '300' },
    'per-second': { type: 'string', default: '200' },
    'data-dir': { type: 'string', default: '.tickscope/bench-load' },
    swaps: { type: 'string', default: '1000000' },
    report: { type: 'string' },
  },
});
const seconds = Number(flags.seconds);
const perSecond = Number(flags['per-second']);
/** Asked about in turn; the API keeps details of a transaction for 5 minutes. Small data sets have fewer to choose from. */
const TRANSACTIONS = Math.min(8_000, Math.floor(Number(flags.swaps) / 800));
const SEED = 20_261_121;

mkdirSync(flags['data-dir'], { recursive: true });
const store = await benchStore(flags['data-dir']);
const folder = await mkdtemp(join(tmpdir(), 'tickscope-bench-load-'));
const postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
const node = await startNodeStandIn();
try {
  const stored = await makeLoadData(store.client, Number(flags.swaps), flags['data-dir']);
  await migrateAccounts(postgresUrl(postgres.url, postgres.users.owner), { appRole: 'app' });
  const databaseUrl = postgresUrl(postgres.url, postgres.users.app);
  const callers = await makeCallers(databaseUrl, folder);
  const api = await startBenchApi({
    ...clickHouseEnv(store.server, 'reader'),
    ...callers.environment,
    ...{ DATABASE_URL: databaseUrl, AUTH: 'on', RPC_URL: node.url },
    // A local node: its calls are free.
    ...{ RPC_MAX_PER_SECOND: '1000', RPC_MAX_PER_DAY: '100000000' },
  });
  try {
    await measure(api, callers, stored);
  } finally {
    await api.stop();
  }
} finally {
  node.close();
  await postgres.stop();
  await store.close();
  await rm(folder, { recursive: true, force: true });
}
process.exit();

async function measure(
  api: { origin: string; pid: number },
  { groups }: Callers,
  stored: readonly StoredTable[],
): Promise<void> {
  const generator = new Random(SEED);
  const random = (): number => generator.next();
  const subjects = await chooseSubjects(store.client, TRANSACTIONS, Number(flags.swaps));
  const kinds = kindsOf(subjects, random);
  const client = httpClient(api.origin);
  const servers = { API: api.pid, ClickHouse: store.server.pid, Postgres: postgres.pid };

  await warmUp(kinds, groups, subjects, client);
  const sections = await load();
  client.close();

  writeReport('Load', [...sections, 'Stored:', tablesTable(stored)], flags.report);

  async function load(): Promise<string[]> {
    const draw = drawer(groups, kinds, random);
    const tally = new Tally();
    const usages: [string, () => Usage][] = [
      ...Object.entries(servers).map(([name, pid]): [string, () => Usage] => [name, () => treeUsage(pid)]),
      // The servers are its children.
      ['the callers', () => processOf(process.pid)!],
    ];
    const watched = usages.map(([name, usage]) => ({
      ...{ name, usage, before: usage(), memory: watchMemory(() => usage().rssBytes, 2_000) },
    }));
    process.stderr.write(`${perSecond} requests a second for ${seconds} s\n`);
    const arrivals = await openLoop({ perSecond, seconds, random }, async (dueAt) => {
      const request = draw();
      const got = await client.send(request.sent);
      tally.add(request, got, performance.now() - dueAt);
      request.kind.learn?.(request.caller, got);
    });
    const processes = watched.map(({ name, usage, before, memory }) => {
      const after = usage();
      const mb = (bytes: number) => count(bytes / 1_048_576);
      const cpuSeconds = after.cpuSeconds - before.cpuSeconds;
      return [
        ...[name, mb(before.rssBytes), mb(after.rssBytes), count(memory.stop().peakMb)],
        `${((100 * cpuSeconds) / arrivals.tookSeconds).toFixed(0)} %`,
        ms((1_000 * cpuSeconds) / arrivals.sent),
      ];
    });
    if (tally.failures > 0) process.exitCode = 1;
    return [
      `${count(arrivals.sent)} requests in ${seconds} s (${(arrivals.sent / seconds).toFixed(1)} a second), open loop: each is sent at its time, whether others are answered or not; latencies count from that time. At most ${arrivals.mostAtOnce} were under way at once; the sender itself was at most ${arrivals.worstDelayMs.toFixed(0)} ms late. API, ClickHouse, Postgres, ${count(Number(flags.swaps))} swaps and the callers are on this machine; load average at the end ${loadavg()[0]!.toFixed(1)}.`,
      'Who asks, and what they are answered. Every operation of the interface is asked for; what is over a limit, unknown or wrong is part of the load. Backfills wait: no ingester runs that would do them.',
      tally.groups(new Map(groups.map(({ name, about }) => [name, about]))),
      'By operation; 2xx are successful answers, others were refused, invalid or not found; kept: answered from a cache (`X-Cache: hit`).',
      tally.operations,
      `Goal: no 5xx, every request answered. Here: ${tally.failures} that were a 5xx or not answered${tally.failures === 0 ? ', met' : ', MISSED'}.`,
      ...(tally.failureTexts.length === 0
        ? []
        : [`The first 5xx:\n\n${tally.failureTexts.map((text) => `- ${text}`).join('\n')}`]),
      'By kind of request:',
      tally.kinds,
      'Memory in MB (resident; of Postgres the sum of its processes, what they share counted in each) before the first request, after the last, and at most in between; CPU time of one core, and a request:',
      markdownTable([['process', 'before', 'after', 'most', 'CPU', 'CPU a request'], ...processes]),
    ];
  }
}

/**
 * Each credential, each kind and what many ask about once, one after the other: what is measured is a server that runs.
 * What is kept of it for five minutes runs out in the run.
 */
async function warmUp(
  kinds: readonly Kind[],
  groups: Callers['groups'],
  { transactions }: Subjects,
  client: ReturnType<typeof httpClient>,
): Promise<void> {
  for (const { callers } of groups)
    for (const { address, key, jwt } of callers)
      for (const token of [key, jwt])
        await client.send({ method: 'GET', path: '/api/subscription', address, token });
  const caller = groups[0]!.callers[0]!;
  for (const kind of kinds) kind.learn?.(caller, await client.send(kind.make(caller)));
  const { address, key: token } = caller;
  for (const { signature } of transactions.slice(0, POPULAR))
    await client.send({ method: 'GET', path: `/api/transaction/${signature}`, address, token });
}
