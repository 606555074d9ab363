import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type RunningApi, startApi } from '@tickscope/api';
import { toBase58 } from '@tickscope/chain';
import { readApiConfig } from '@tickscope/config';
import { queryRows, sqlFile } from '@tickscope/store';
import { count, markdownTable, percentile, writeReport } from '../support/report.js';
import { benchStore, clickHouseEnv } from '../support/stack.js';
import { FIRST_SLOT, type HeatCost, madeSlots, makeSeed, makeSlots, SLOTS_AN_HOUR } from './make-data.js';

/**
 * Hot accounts over 1 h, 3 h, 6 h and 12 h, of one slot, and one account over 72 h, over HTTP, on locks at mainnet's
 * density made inside ClickHouse from a real block; at a quarter, half and all of the hours.
 *
 *   npx tsx --conditions=tickscope:source bench/write-locks/run.ts [--data-dir DIR] [--hours N] [--repeat N]
 *     [--block FILE] [--report FILE]
 *
 * An hour is some 330 million rows of account_locks. The data is kept with a data folder, and grown when more hours are
 * asked for.
 */
const { values: flags } = parseArgs({
  options: {
    'data-dir': { type: 'string', default: '.tickscope/bench-write-locks' },
    hours: { type: 'string', default: '6' },
    repeat: { type: 'string', default: '5' },
    block: { type: 'string', default: '../shared/data/full-blocks/254170887.getblock.json' },
    report: { type: 'string' },
  },
});

/** Beyond it the plain ranking takes too long, and too much memory. */
const MOST_PLAIN_ROWS = 150_000_000;
const GOALS_MS: Record<string, number> = { '1h': 2_000, '6h': 10_000 };

const HEAD = ['hours stored', 'locks', 'question', 'first', 'median', 'slowest', 'goal'];
const rows: string[][] = [HEAD];
const checks: string[] = [];
const cost: HeatCost = { buckets: 0, ms: 0 };

mkdirSync(flags['data-dir'], { recursive: true });
const store = await benchStore(flags['data-dir']);
const { client } = store;
const api = await startApi(
  readApiConfig({
    ...clickHouseEnv(store.server, 'reader'),
    ...{ API_PORT: '0', AUTH: 'off', LOG_LEVEL: 'error', JOB_QUERY_TIMEOUT_MS: '60000' },
  }),
);
try {
  await makeSeed(client, flags.block);
  const slots = Math.round(Number(flags.hours) * SLOTS_AN_HOUR);
  for (const size of [slots / 4, slots / 2, slots].map(Math.ceil)) {
    if ((await madeSlots(client)) > size) continue;
    await makeSlots(client, size, cost);
    await measureAll(api);
  }
  await report();
} finally {
  await api.stop();
  await store.close();
}
process.exit();

async function measureAll(of: RunningApi): Promise<void> {
  const made = await madeSlots(client);
  const hours = made / SLOTS_AN_HOUR;
  const locks = await ask<[string]>(
    `SELECT sum(rows) FROM system.parts WHERE active AND database = currentDatabase() AND table = 'account_locks'`,
  );
  const newest = FIRST_SLOT + made - 1;
  const [hottest, cold] = await chooseAccounts();
  // A range that reaches far beyond what is stored says nothing more than the one before it.
  const times = [1, 3, 6, 12].filter((time, at, all) => time <= hours * 1.01 || (all[at - 1] ?? 0) < hours);
  const questions: [string, string, object][] = [
    ...times.map((time): [string, string, object] => [
      `hot accounts, ${time}h`,
      '/write-locks/hot-accounts',
      { time_range: `${time}h` },
    ]),
    ['hot accounts, one slot', '/write-locks/hot-accounts', { slot: newest }],
    ['hottest account, 1h', '/write-locks/account', { account: hottest, time_range: '1h' }],
    ['hottest account, 72h', '/write-locks/account', { account: hottest, time_range: '72h' }],
    ['account of rank 400, 72h', '/write-locks/account', { account: cold, time_range: '72h' }],
  ];
  for (const [name, path, body] of questions) {
    const times: number[] = [];
    for (let run = 0; run < Number(flags.repeat); run += 1) {
      const startedAt = performance.now();
      await post(of, path, body);
      times.push(performance.now() - startedAt);
    }
    const goal = GOALS_MS[name.split(', ')[1]!];
    rows.push([
      hours.toFixed(2),
      count(Number(locks[0]?.[0])),
      name,
      ...[times[0]!, percentile(times, 0.5), Math.max(...times)].map((time) => `${count(time)} ms`),
      goal === undefined || !name.startsWith('hot accounts') ? '' : `${count(goal)} ms`,
    ]);
  }
  if (Number(locks[0]?.[0]) <= MOST_PLAIN_ROWS) await comparePlain(of, hours);
}

interface HotAnswer {
  data: {
    slot_range: { min: number; max: number };
    hot_accounts: { account_id: string; compute_units: number; write_count: number }[];
    is_ranking_exact: boolean;
  };
}

/** The accounts of an answer against those of a count over every lock, and what that count takes. */
async function comparePlain(of: RunningApi, hours: number): Promise<void> {
  const time = [1, 3, 6, 12].find((each) => each >= hours) ?? 12;
  const { data } = await post<HotAnswer>(of, '/write-locks/hot-accounts', { time_range: `${time}h` });
  const startedAt = performance.now();
  const plain = await queryRows<[string, string, string]>(
    client,
    sqlFile(import.meta.url, './plain-ranking.sql'),
    { params: { from: data.slot_range.min, to: data.slot_range.max }, timeoutMs: 600_000 },
  );
  const tookMs = performance.now() - startedAt;
  const same = plain.every(([hex, units, writes], at) => {
    const hot = data.hot_accounts[at];
    return (
      hot?.account_id === toBase58(Buffer.from(hex, 'hex')) &&
      hot.compute_units === Number(units) &&
      hot.write_count === Number(writes)
    );
  });
  checks.push(
    `${hours.toFixed(2)} h: the 50 accounts, their compute units and write locks are ${same ? 'the same' : 'NOT the same'}; \`is_ranking_exact\` is ${data.is_ranking_exact}. The count over every lock took ${count(tookMs)} ms.`,
  );
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
  return queryRows<Row>(client, query, { timeoutMs: 600_000 });
}

async function post<Answer>(of: RunningApi, path: string, body: object): Promise<Answer> {
  const response = await fetch(`${of.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as Answer;
  if (response.status !== 200) throw new Error(`HTTP ${response.status}: ${JSON.stringify(answer)}`);
  return answer;
}

async function report(): Promise<void> {
  const sizes = await ask<[table: string, rows: string, bytes: string, parts: string]>(
    `SELECT table, sum(rows), sum(bytes_on_disk), count() FROM system.parts
    WHERE active AND database = currentDatabase() AND table IN ('account_locks', 'account_slots', 'slot_heat', 'account_heat', 'account_heat_buckets')
    GROUP BY table ORDER BY sum(bytes_on_disk) DESC`,
  );
  const slots = await madeSlots(client);
  const sizeRows = sizes.map(([table, tableRows, bytes, parts]) => [
    table,
    count(Number(tableRows)),
    parts,
    `${count(Number(bytes) / 2 ** 20)} MB`,
    count(Number(bytes) / slots),
  ]);
  writeReport(
    'Write locks',
    `npx tsx --conditions=tickscope:source bench/write-locks/run.ts --hours ${flags.hours}`,
    [
      `${count(slots)} slots of 300 ms (${(slots / SLOTS_AN_HOUR).toFixed(2)} hours), made inside ClickHouse from block 254170887, two copies a slot. Each question ${flags.repeat} times, over HTTP, API and benchmark in one process.`,
      markdownTable(rows),
      markdownTable([['table', 'rows', 'parts', 'on disk', 'bytes a slot'], ...sizeRows]),
      `Making account_heat behind the writer: ${count(cost.buckets)} buckets, ${count(cost.ms / Math.max(1, cost.buckets))} ms each (a bucket is 38 seconds of the chain).`,
      checks.join('\n'),
    ],
    flags.report,
  );
}
