import { mkdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { type RunningApi, startApi } from '@tickscope/api';
import { toBase58 } from '@tickscope/chain';
import { readApiConfig } from '@tickscope/config';
import { BUCKET_SLOTS } from '@tickscope/store';
import { workOf } from '../mev/measure.js';
import { count, markdownTable, percentile, writeReport } from '../support/report.js';
import { benchStore, clickHouseEnv } from '../support/stack.js';
import { checkAnswer, type HotAnswer } from './check.js';
import {
  type HeatCost,
  type MakeOptions,
  makeSeed,
  makeSlots,
  measureHeat,
  SLOTS_AN_HOUR,
  showAllSlots,
  showSlots,
} from './make-data.js';

/**
 * Hot accounts over 1 h, 3 h, 6 h and 12 h, of one slot, and one account over 72 h, over HTTP, on locks at mainnet's
 * density made inside ClickHouse from a real block; with the chain ending after a sixth, a third, a half and all of it.
 *
 *   npx tsx --conditions=tickscope:source bench/write-locks/run.ts [--data-dir DIR] [--rows N] [--make-only]
 *     [--keep-free-gb N] [--repeat N] [--block FILE] [--report FILE]
 *
 * `--rows`: of account_locks; 2 billion are six hours of mainnet. The data is kept with a data folder, and grown when more
 * are asked for; a run that is stopped is gone on with by the next. `--make-only` measures nothing. Before less than
 * `--keep-free-gb` are left on the disk it makes no more, and measures what is there. ClickHouse drops rows after 4 days.
 */
const { values: flags } = parseArgs({
  options: {
    'data-dir': { type: 'string', default: '.tickscope/bench-write-locks' },
    rows: { type: 'string', default: '2000000000' },
    'make-only': { type: 'boolean', default: false },
    'keep-free-gb': { type: 'string', default: '12' },
    repeat: { type: 'string', default: '5' },
    block: { type: 'string', default: '../shared/data/full-blocks/254170887.getblock.json' },
    report: { type: 'string' },
  },
});

const SHARES = [1 / 6, 1 / 3, 1 / 2, 1];
/** Of the newest bucket, which is open: its slots are answered from the locks. */
const OPEN_SLOTS = 88;
const HEAT_BUCKETS = 16;
const GOALS_MS: Record<string, number> = { 'hot accounts, 1h': 1_000, 'hot accounts, 6h': 2_500 };

const HEAD = ['hours stored', 'locks stored', 'question', 'goal', 'first', 'median', 'slowest', 'rows read'];
const rows: string[][] = [[...HEAD, 'MB read', 'server CPU']];
const checks: string[] = [];

mkdirSync(flags['data-dir'], { recursive: true });
const store = await benchStore(flags['data-dir']);
const { client } = store;
const stopped = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopped.abort());
try {
  const cost: HeatCost = { buckets: 0, ms: 0 };
  await showAllSlots(client);
  const locksPerSlot = await makeSeed(client, flags.block);
  const asked = Math.ceil(Number(flags.rows) / locksPerSlot);
  const options: MakeOptions = {
    dataDir: flags['data-dir'],
    keepFreeBytes: Number(flags['keep-free-gb']) * 1e9,
    signal: stopped.signal,
  };
  const ended = await makeSlots(client, asked, options, cost);
  const made = await showAllSlots(client);
  process.stderr.write(
    `${count(made * locksPerSlot)} locks are there${ended === null ? '' : `: ${ended}`}\n`,
  );
  if (flags['make-only']) process.stdout.write(`${markdownTable(await tableSizes(made))}\n`);
  else if (!stopped.signal.aborted) await measureSizes(made, locksPerSlot, ended);
} finally {
  await store.close();
}
process.exit();

async function measureSizes(made: number, locksPerSlot: number, ended: string | null): Promise<void> {
  const heat = await measureHeat(client, HEAT_BUCKETS);
  const sizes = await tableSizes(made);
  const api = await startApi(
    readApiConfig({
      ...clickHouseEnv(store.server, 'reader'),
      ...{ API_PORT: '0', METRICS_PORT: '0', AUTH: 'off', LOG_LEVEL: 'error', JOB_QUERY_TIMEOUT_MS: '60000' },
    }),
  );
  try {
    for (const share of SHARES) {
      const slots = Math.floor((made * share) / BUCKET_SLOTS - 1) * BUCKET_SLOTS + OPEN_SLOTS;
      await showSlots(client, slots);
      await measureSize(api, slots, locksPerSlot);
    }
  } finally {
    await showAllSlots(client);
    await api.stop();
  }
  writeReport(
    'Write locks',
    `npx tsx --conditions=tickscope:source bench/write-locks/run.ts --rows ${flags.rows}`,
    [
      `${count(made)} slots of 300 ms (${(made / SLOTS_AN_HOUR).toFixed(2)} hours, ${count(made * locksPerSlot)} locks), made inside ClickHouse from block 254170887${ended === null ? '' : `; no more, for ${ended}`}. The tables hold all of it at every size: the later slots are hidden, as if their blocks were not stored. Each question ${flags.repeat} times, over HTTP, API and benchmark in one process; what is read is of one answer.`,
      markdownTable(rows),
      markdownTable(sizes),
      `Making account_heat of the newest buckets, with all of the data there: ${count(heat.ms / heat.buckets)} ms each (a bucket is 38 seconds of the chain).`,
      checks.map((check) => `- ${check}`).join('\n'),
      `Load average at the end: ${loadavg()[0]!.toFixed(1)}.`,
    ],
    flags.report,
  );
}

async function measureSize(api: RunningApi, slots: number, locksPerSlot: number): Promise<void> {
  const hours = slots / SLOTS_AN_HOUR;
  for (const { name, path, body } of await questionsOf(hours)) {
    const times: number[] = [];
    for (let run = 0; run < Number(flags.repeat); run += 1) {
      const startedAt = performance.now();
      await post(api, path, body);
      times.push(performance.now() - startedAt);
    }
    const work = await workOf(client, () => post(api, path, body));
    rows.push([
      ...[hours.toFixed(2), count(slots * locksPerSlot), name],
      GOALS_MS[name] === undefined ? '' : `${count(GOALS_MS[name])} ms`,
      ...[times[0]!, percentile(times, 0.5), Math.max(...times)].map((time) => `${count(time)} ms`),
      ...[count(work.rows), (work.bytes / 1e6).toFixed(1), `${count(work.cpuMs)} ms`],
    ]);
    process.stderr.write(`${rows.at(-1)!.join('  ')}\n`);
  }
  const time = [1, 3, 6, 12].findLast((each) => each * 0.95 <= hours) ?? 1;
  const answer = await post<HotAnswer>(api, '/write-locks/hot-accounts', { time_range: `${time}h` });
  checks.push(
    `${hours.toFixed(2)} h stored, ${time} h asked: ${await checkAnswer(client, answer, locksPerSlot)}`,
  );
  process.stderr.write(`${checks.at(-1)}\n`);
}

interface Question {
  name: string;
  path: string;
  body: object;
}

async function questionsOf(hours: number): Promise<Question[]> {
  const [newest] = await ask<[string]>('SELECT max(slot) FROM slots');
  const [hottest, cold] = await chooseAccounts();
  // A range that reaches far beyond what is stored says nothing more than the one before it.
  const times = [1, 3, 6, 12].filter((_, at, all) => (all[at - 1] ?? 0) < hours * 0.95);
  const hot = (name: string, body: object): Question => ({
    name: `hot accounts, ${name}`,
    path: '/write-locks/hot-accounts',
    body,
  });
  const one = (name: string, body: object): Question => ({ name, path: '/write-locks/account', body });
  return [
    ...times.map((time) => hot(`${time}h`, { time_range: `${time}h` })),
    hot(`${times.at(-1)}h, 100 of them`, { time_range: `${times.at(-1)}h`, limit: 100 }),
    hot('one slot', { slot: Number(newest?.[0]) }),
    one('hottest account, 1h', { account: hottest, time_range: '1h' }),
    one('hottest account, 72h', { account: hottest, time_range: '72h' }),
    one('account of rank 400, 72h', { account: cold, time_range: '72h' }),
  ];
}

/** The hottest account, and one far down. */
async function chooseAccounts(): Promise<[string, string]> {
  const found = await ask<[string]>(
    'SELECT hex(account) FROM account_heat GROUP BY account ORDER BY sum(compute_units) DESC LIMIT 400',
  );
  const base58 = (row: readonly [string] | undefined): string => toBase58(Buffer.from(row![0], 'hex'));
  return [base58(found[0]), base58(found.at(-1))];
}

async function ask<Row extends readonly unknown[]>(query: string): Promise<Row[]> {
  return client.read.queryRows<Row>(query, { timeoutMs: 600_000 });
}

async function post<Answer>(api: RunningApi, path: string, body: object): Promise<Answer> {
  const response = await fetch(`${api.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as Answer;
  if (response.status !== 200) throw new Error(`HTTP ${response.status}: ${JSON.stringify(answer)}`);
  return answer;
}

async function tableSizes(slots: number): Promise<string[][]> {
  const sizes = await ask<[table: string, rows: string, bytes: string, parts: string]>(
    `SELECT table, sum(rows), sum(bytes_on_disk), count() FROM system.parts
    WHERE active AND database = currentDatabase() AND table IN ('account_locks', 'account_slots', 'slot_heat', 'account_heat', 'account_heat_buckets')
    GROUP BY table ORDER BY sum(bytes_on_disk) DESC`,
  );
  return [
    ['table', 'rows', 'parts', 'GB on disk', 'bytes a row', 'bytes a slot'],
    ...sizes.map(([table, tableRows, bytes, parts]) => [
      table,
      count(Number(tableRows)),
      parts,
      (Number(bytes) / 1e9).toFixed(2),
      (Number(bytes) / Number(tableRows)).toFixed(1),
      count(Number(bytes) / slots),
    ]),
  ];
}
