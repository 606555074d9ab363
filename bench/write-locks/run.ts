import { mkdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { toBase58 } from '@tickscope/chain';
import { BUCKET_SLOTS } from '@tickscope/store';
import { type BenchApi, startBenchApi } from '../support/api.js';
import { postText } from '../support/http.js';
import { load, workOf } from '../support/measure.js';
import { count, markdownTable, percentile, writeReport } from '../support/report.js';
import { numberOf, rowsOf } from '../support/rows.js';
import { benchStore, clickHouseEnv } from '../support/stack.js';
import { REAL_BLOCK, storedTables, tablesTable } from '../support/tables.js';
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
 * Hot accounts over 1 h, 3 h, 6 h and 12 h, of one slot, one account over 72 h, and the fees of some, over HTTP, on locks at mainnet's
 * density made inside ClickHouse from a real block; with the chain ending after a sixth, a third, a half and all of it.
 *
 *   npx tsx --conditions=tickscope:source bench/write-locks/run.ts [--data-dir DIR] [--rows N] [--make-only]
 *     [--keep-free-gb N] [--repeat N] [--block FILE] [--report FILE]
 *
 * `--rows`: locks of account_slots; 2 billion are six hours of mainnet. The data is kept with a data folder, and grown when more
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
    block: { type: 'string', default: REAL_BLOCK },
    report: { type: 'string' },
  },
});

const SHARES = [1 / 6, 1 / 3, 1 / 2, 1];
/** Slots in the newest bucket, which is open: they are answered from the locks. */
const OPEN_SLOTS = 88;
const HEAT_BUCKETS = 16;
const GOALS_MS: Record<string, number> = {
  'hot accounts, 1h': 1_000,
  'hot accounts, 6h': 2_500,
  'fees of 16 accounts, 150 slots': 60,
};

const HEAD = [
  'hours stored',
  'locks stored',
  'question',
  'goal',
  'first',
  'median',
  'p99',
  'slowest',
  'rows read',
];
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
    keepFreeGb: Number(flags['keep-free-gb']),
    signal: stopped.signal,
  };
  const ended = await makeSlots(client, asked, options, cost);
  const made = await showAllSlots(client);
  process.stderr.write(
    `${count(made * locksPerSlot)} locks are there${ended === null ? '' : `: ${ended}`}\n`,
  );
  if (flags['make-only']) process.stdout.write(`${await sizes()}\n`);
  else if (!stopped.signal.aborted) await measureSizes(made, locksPerSlot, ended);
} finally {
  await store.close();
}
process.exit();

async function measureSizes(made: number, locksPerSlot: number, ended: string | null): Promise<void> {
  const heat = await measureHeat(client, HEAT_BUCKETS);
  const tables = await sizes();
  const api = await startBenchApi({
    ...clickHouseEnv(store.server, 'reader'),
    ...{ AUTH: 'off', JOB_QUERY_TIMEOUT_MS: '60000' },
  });
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
    [
      `${count(made)} slots of 300 ms (${(made / SLOTS_AN_HOUR).toFixed(2)} hours, ${count(made * locksPerSlot)} locks), made inside ClickHouse from block 254170887${ended === null ? '' : `; no more, for ${ended}`}. The tables hold all of it at every size: the later slots are hidden, as if their blocks were not stored. Each question ${flags.repeat} times, over HTTP; what is read is of one answer.`,
      markdownTable(rows),
      tables,
      `Making account_heat of the newest buckets, with all of the data there: ${count(heat.ms / heat.buckets)} ms each (a bucket is 38 seconds of the chain).`,
      checks.map((check) => `- ${check}`).join('\n'),
      `Load average at the end: ${loadavg()[0]!.toFixed(1)}.`,
    ],
    flags.report,
  );
}

async function measureSize(api: BenchApi, slots: number, locksPerSlot: number): Promise<void> {
  const hours = slots / SLOTS_AN_HOUR;
  for (const question of await questionsOf(hours)) {
    const { name } = question;
    const times = await load(new Array(Number(flags.repeat)).fill(question), 1, () => post(api, question));
    const work = await workOf(client, () => post(api, question));
    rows.push([
      ...[hours.toFixed(2), count(slots * locksPerSlot), name],
      GOALS_MS[name] === undefined ? '' : `${count(GOALS_MS[name])} ms`,
      ...[times[0]!, percentile(times, 0.5), percentile(times, 0.99), Math.max(...times)].map(
        (time) => `${count(time)} ms`,
      ),
      ...[count(work.rows), (work.bytes / 1e6).toFixed(1), `${count(work.cpuMs)} ms`],
    ]);
    process.stderr.write(`${rows.at(-1)!.join('  ')}\n`);
  }
  const time = [1, 3, 6, 12].findLast((each) => each * 0.95 <= hours) ?? 1;
  const answer = await post<HotAnswer>(api, hot({ time_range: `${time}h` }));
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

function hot(body: object, name = ''): Question {
  return { name: `hot accounts, ${name}`, path: '/write-locks/hot-accounts', body };
}

async function questionsOf(hours: number): Promise<Question[]> {
  const newest = await numberOf(client, 'SELECT max(slot) FROM slots');
  const accounts = await hottestAccounts();
  const [hottest, cold] = [accounts[0]!, accounts.at(-1)!];
  // A range that reaches far beyond what is stored says nothing more than the one before it.
  const times = [1, 3, 6, 12].filter((_, at, all) => (all[at - 1] ?? 0) < hours * 0.95);
  const one = (name: string, body: object): Question => ({ name, path: '/write-locks/account', body });
  return [
    ...times.map((time) => hot({ time_range: `${time}h` }, `${time}h`)),
    hot({ time_range: `${times.at(-1)}h`, limit: 100 }, `${times.at(-1)}h, 100 of them`),
    hot({ slot: newest }, 'one slot'),
    one('hottest account, 1h', { account: hottest, time_range: '1h' }),
    one('hottest account, 72h', { account: hottest, time_range: '72h' }),
    one('account of rank 400, 72h', { account: cold, time_range: '72h' }),
    ...[
      [1, 50],
      [16, 150],
      [64, 300],
    ].map(([count, slots]) => ({
      name: `fees of ${count} accounts, ${slots} slots`,
      path: '/fees/estimate',
      body: { accounts: accounts.slice(0, count), slots },
    })),
  ];
}

/** Hottest first. */
async function hottestAccounts(): Promise<string[]> {
  const found = await rowsOf<[string]>(
    client,
    'SELECT hex(account) FROM account_heat GROUP BY account ORDER BY sum(compute_units) DESC LIMIT 400',
  );
  return found.map(([hex]) => toBase58(Buffer.from(hex, 'hex')));
}

/** Asks the API; its answer, as it was sent. */
async function post<Answer>(api: BenchApi, { path, body }: Pick<Question, 'path' | 'body'>): Promise<Answer> {
  return JSON.parse(await postText(`${api.origin}/api${path}`, JSON.stringify(body))) as Answer;
}

async function sizes(): Promise<string> {
  const tables = ['account_slots', 'slot_heat', 'account_heat', 'account_heat_buckets'];
  return tablesTable(await storedTables(client), tables);
}
