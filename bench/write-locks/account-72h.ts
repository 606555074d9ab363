import { mkdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { type RunningApi, startApi } from '@tickscope/api';
import { toBase58 } from '@tickscope/chain';
import { readApiConfig } from '@tickscope/config';
import { refreshHeat, sqlFile } from '@tickscope/store';
import { workOf } from '../mev/measure.js';
import { count, markdownTable, percentile, writeReport } from '../support/report.js';
import { benchStore, clickHouseEnv } from '../support/stack.js';

/**
 * One account over 72 hours of stored blocks, over HTTP. The account is locked as often as the hottest ones of mainnet,
 * 24 times for writing in each slot; all others together 20 times, so that the hours fit on a disk.
 *
 *   npx tsx --conditions=tickscope:source bench/write-locks/account-72h.ts [--data-dir DIR] [--hours N] [--repeat N]
 *     [--report FILE]
 *
 * The data is made at the first run, and gone on with by the next. ClickHouse drops rows after 4 days.
 */
const { values: flags } = parseArgs({
  options: {
    'data-dir': { type: 'string', default: '.tickscope/bench-account-72h' },
    hours: { type: 'string', default: '72' },
    repeat: { type: 'string', default: '5' },
    report: { type: 'string' },
  },
});
const SLOTS = Math.round(Number(flags.hours) * 12_000);
const FIRST_SLOT = 442_400_000;
const START_TIME = 1_788_220_800;
const SLOTS_OF_INSERT = 8_192;
const ACCOUNT = 'a7'.repeat(32);
const LOCKS_OF_SLOT = 50;

const sql = (name: string): string => sqlFile(import.meta.url, `./${name}.sql`);
const MAKE = ['make-long-locks', 'make-account-slots', 'make-slot-heat', 'make-slots'].map(sql);
const MAKE_TRANSACTIONS = sql('make-transactions');

mkdirSync(flags['data-dir'], { recursive: true });
const store = await benchStore(flags['data-dir']);
const { client } = store;
try {
  await makeData();
  await measureAll();
} finally {
  await store.close();
}
process.exit();

async function makeData(): Promise<void> {
  const [row] = await client.read.queryRows<[string]>('SELECT max(slot) FROM slots', { timeoutMs: 60_000 });
  const made = Math.max(0, Number(row?.[0]) + 1 - FIRST_SLOT);
  for (let done = made; done < SLOTS; done += SLOTS_OF_INSERT) {
    const part = { from: FIRST_SLOT + done, slots: Math.min(SLOTS_OF_INSERT, SLOTS - done) };
    // A run that was stopped in here makes the same rows again, which count once.
    for (const query of MAKE) await run(query, part);
    process.stderr.write(`made ${count(done + part.slots)} of ${count(SLOTS)} slots\n`);
  }
  if (made < SLOTS) await run(MAKE_TRANSACTIONS, { from: FIRST_SLOT + SLOTS - 64, slots: 64 });
  for (let isMore = true; isMore; ) ({ isMore } = await refreshHeat(client, { settleSeconds: 0 }));
}

async function run(query: string, part: { from: number; slots: number }): Promise<void> {
  await client.command({
    query,
    query_params: {
      ...{ ...part, account: ACCOUNT, first: FIRST_SLOT },
      ...{ start_time: START_TIME, transactions: LOCKS_OF_SLOT },
    },
  });
}

async function measureAll(): Promise<void> {
  const rows = [['question', 'first', 'median', 'slowest', 'rows read', 'MB read', 'server CPU']];
  const api = await startApi(
    readApiConfig({
      ...clickHouseEnv(store.server, 'reader'),
      ...{ API_PORT: '0', METRICS_PORT: '0', AUTH: 'off', LOG_LEVEL: 'error', JOB_QUERY_TIMEOUT_MS: '60000' },
    }),
  );
  try {
    for (const hours of ['1h', '12h', '24h', '72h']) rows.push(await measure(api, hours));
  } finally {
    await api.stop();
  }
  writeReport(
    'Write locks of one account',
    `npx tsx --conditions=tickscope:source bench/write-locks/account-72h.ts --hours ${flags.hours}`,
    [
      `${count(SLOTS)} slots of 300 ms (${flags.hours} hours), ${count(SLOTS * LOCKS_OF_SLOT)} locks, of them ${count(SLOTS * 30)} of the account that is asked about. Each question ${flags.repeat} times, over HTTP, API and benchmark in one process; what is read is of one answer.`,
      markdownTable(rows),
      `Load average at the end: ${loadavg()[0]!.toFixed(1)}.`,
    ],
    flags.report,
  );
}

async function measure(api: RunningApi, hours: string): Promise<string[]> {
  const times: number[] = [];
  for (let each = 0; each < Number(flags.repeat); each += 1) {
    const startedAt = performance.now();
    await ask(api, hours);
    times.push(performance.now() - startedAt);
  }
  const work = await workOf(client, () => ask(api, hours));
  const row = [
    `account, ${hours}`,
    ...[times[0]!, percentile(times, 0.5), Math.max(...times)].map((time) => `${count(time)} ms`),
    ...[count(work.rows), (work.bytes / 1e6).toFixed(1), `${count(work.cpuMs)} ms`],
  ];
  process.stderr.write(`${row.join('  ')}\n`);
  return row;
}

/** Asks, and sees that every write lock of the hours is counted. */
async function ask(api: RunningApi, hours: string): Promise<void> {
  const response = await fetch(`${api.url}/api/write-locks/account`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account: toBase58(Buffer.from(ACCOUNT, 'hex')), time_range: hours }),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`HTTP ${response.status}: ${text}`);
  const { slot_range, summary } = (JSON.parse(text) as Answer).data;
  const locks = (slot_range.max - slot_range.min + 1) * 24;
  if (summary.total_write_locks !== locks)
    throw new Error(`${hours}: ${summary.total_write_locks} write locks, not ${locks}`);
}

interface Answer {
  data: { slot_range: { min: number; max: number }; summary: { total_write_locks: number } };
}
