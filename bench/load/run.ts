import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { migrateAccounts } from '@tickscope/accounts';
import { postgresUrl, startPostgres } from '@tickscope/embedded';
import { loadOpenApi } from '@tickscope/schemas';
import { sqlFile } from '@tickscope/store';
import { makeData } from '../mev/make-data.js';
import { chooseTransactions } from '../mev/questions.js';
import { processUsage, watchMemory } from '../support/process-usage.js';
import { count, markdownTable, writeReport } from '../support/report.js';
import { benchStore, clickHouseEnv } from '../support/stack.js';
import { startApi } from './api.js';
import { type Callers, makeCallers } from './callers.js';
import { httpClient } from './http-client.js';
import { openLoop, randomOf } from './open-loop.js';
import { drawer, type Kind, planOf } from './plan.js';
import { Tally } from './tally.js';

/**
 * A mixed load at a fixed rate, for a while: API, ClickHouse, Postgres, its data and the callers all on this machine.
 * Requests come at times of their own, whether earlier ones are answered or not; a latency counts from the time at which
 * the request was due. Ends with 1 where an answer was a 5xx or did not come.
 *
 *   npx tsx --conditions=tickscope:source bench/load/run.ts [--seconds N] [--per-second N] [--data-dir DIR] [--swaps N]
 *     [--report FILE] [--from-source]
 *
 * The data is that of bench/mev (its folder may be given here, with the same --swaps), made at the first run.
 */
const { values: flags } = parseArgs({
  options: {
    seconds: { type: 'string', default: '300' },
    'per-second': { type: 'string', default: '200' },
    'data-dir': { type: 'string', default: '.tickscope/bench-load' },
    swaps: { type: 'string', default: '1000000' },
    report: { type: 'string' },
    'from-source': { type: 'boolean', default: false },
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
try {
  await makeData(store.client, Number(flags.swaps), flags['data-dir']);
  // Again is no harm: a newer row takes the place of its like.
  await store.client.command({ query: sqlFile(import.meta.url, './make-validators.sql') });
  await migrateAccounts(postgresUrl(postgres.url, postgres.users.owner), { appRole: 'app' });
  const databaseUrl = postgresUrl(postgres.url, postgres.users.app);
  const callers = await makeCallers(databaseUrl, folder);
  const environment = {
    ...clickHouseEnv(store.server, 'reader'),
    ...callers.environment,
    DATABASE_URL: databaseUrl,
    AUTH: 'on',
  };
  const api = await startApi(environment, flags['from-source']);
  try {
    await measure(api, callers);
  } finally {
    await api.stop();
  }
} finally {
  await postgres.stop();
  await store.close();
  await rm(folder, { recursive: true, force: true });
}
process.exit();

async function measure(api: { url: string; pid: number }, callers: Callers): Promise<void> {
  const random = randomOf(SEED);
  const transactions = await chooseTransactions(store.client, TRANSACTIONS, Number(flags.swaps));
  const kinds = planOf(transactions, callers, random, new Set(Object.keys(loadOpenApi().paths)));
  const draw = drawer(kinds, random);
  const client = httpClient(api.url);
  const tally = new Tally();

  await warmUp(kinds, callers, client);
  const watched = Object.entries({
    API: api.pid,
    ClickHouse: store.server.pid,
    Postgres: postgres.pid,
    'the callers': process.pid,
  }).map(([name, pid]) => ({ name, pid, before: processUsage(pid), memory: watchMemory(pid, 1_000) }));
  process.stderr.write(`${perSecond} requests a second for ${seconds} s\n`);
  const arrivals = await openLoop({ perSecond, seconds, random }, async (dueAt) => {
    const kind = draw();
    const sent = kind.make();
    const got = await client.send(sent);
    tally.add(kind.name, got, performance.now() - dueAt);
    kind.learn?.(sent, got);
  });
  const processes = watched.map(({ name, pid, before, memory }) => {
    const after = processUsage(pid);
    const mb = (bytes: number) => count(bytes / 1_048_576);
    const cpu = (100 * (after.cpuSeconds - before.cpuSeconds)) / seconds;
    return [
      name,
      mb(before.rssBytes),
      mb(after.rssBytes),
      count(memory.stop().peakMb),
      `${cpu.toFixed(0)} %`,
    ];
  });
  client.close();

  const command = `npx tsx --conditions=tickscope:source bench/load/run.ts --seconds ${seconds} --per-second ${perSecond} --swaps ${flags.swaps}`;
  writeReport(
    'Load',
    command,
    [
      `${count(arrivals.sent)} requests in ${seconds} s (${(arrivals.sent / seconds).toFixed(1)} a second), open loop: each is sent at its time, whether others are answered or not; latencies count from that time. At most ${arrivals.mostAtOnce} were under way at once; the sender itself was at most ${arrivals.worstDelayMs.toFixed(0)} ms late. API, ClickHouse, Postgres, ${count(Number(flags.swaps))} swaps and the callers are on this machine; load average at the end ${loadavg()[0]!.toFixed(1)}.`,
      tally.table(kinds.map(({ name }) => name)),
      `Goal: no 5xx, every request answered. Here: ${tally.failures} that were a 5xx or not answered${tally.failures === 0 ? ', met' : ', MISSED'}.`,
      ...(tally.failureTexts.length === 0
        ? []
        : [`The first 5xx:\n\n${tally.failureTexts.map((text) => `- ${text}`).join('\n')}`]),
      `Memory in MB (resident) before the first request, after the last, and at most in between; CPU time of one core:`,
      markdownTable([['process', 'before', 'after', 'most', 'CPU'], ...processes]),
    ],
    flags.report,
  );
  if (tally.failures > 0) process.exitCode = 1;
}

/** Each credential and each kind once, one after the other: what is measured is a server that runs. */
async function warmUp(
  kinds: readonly Kind[],
  { generous, jwts }: Callers,
  client: ReturnType<typeof httpClient>,
): Promise<void> {
  for (const token of [...generous, ...jwts])
    await client.send({ method: 'GET', path: '/api/subscription', token });
  for (const kind of kinds) {
    const sent = kind.make();
    kind.learn?.(sent, await client.send(sent));
  }
}
