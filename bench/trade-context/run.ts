import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { toBase58 } from '@tickscope/chain';
import { importFile } from '@tickscope/pipeline';
import { BlockWriter, sqlFile, writeGaps } from '@tickscope/store';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { count, markdownTable, ms, percentile, writeReport } from '../support/report.js';
import { benchStore, clickHouseEnv, startApp, stopApp } from '../support/stack.js';

/**
 * `/analyze-trade` over HTTP on 150 million account locks: p50 and p99 with 1 and 4 clients, ±4 and ±100 slots, hot
 * and cold accounts, beside the bare ClickHouse read of the same range of `account_locks` in the same run.
 *
 *   npx tsx --conditions=tickscope:source bench/trade-context/run.ts [--data-dir DIR] [--requests N] [--block FILE]
 */
const { values: flags } = parseArgs({
  options: {
    'data-dir': { type: 'string', default: '.tickscope/bench-trade-context' },
    requests: { type: 'string', default: '400' },
    block: { type: 'string', default: '../shared/data/full-blocks/254170887.getblock.json' },
  },
});

const SEED_SLOT = 254_170_887;
const PARTITIONS = 31;
const PARTITION_SLOTS = 32_768;
const FIRST_PARTITION = 9_156;
const INSERTS_PER_PARTITION = 4;
/** With two copies of the block in a slot, 1,204 transactions: mainnet's density. */
const SLOTS_PER_INSERT = 57;
const COPIES = 2;
/** Ranks, by how many transactions of a block touch them, of the accounts asked about. */
const RANKS = [0, 1, 4, 20, 100, 500];
const GOAL_MS = 40;
const API_PORT = 18_787;

const store = await benchStore(flags['data-dir']);
const { client } = store;
try {
  await makeData();
  const accounts = await chooseAccounts();
  const api = await startApp(
    'api',
    {
      ...clickHouseEnv(store.server, 'reader'),
      API_PORT: String(API_PORT),
      METRICS_PORT: '0',
      AUTH: 'off',
      LOG_LEVEL: 'error',
    },
    `http://127.0.0.1:${API_PORT}/readyz`,
  );
  try {
    await measure(accounts);
  } finally {
    await stopApp(api);
  }
} finally {
  await store.close();
}
process.exit();

interface Account {
  hex: string;
  base58: string;
  rank: number;
  locksPerSlot: number;
}

interface Question {
  account: Account;
  signature: string;
  slot: number;
}

async function makeData(): Promise<void> {
  const [row] = await client.read.queryRows<[string]>('SELECT count() FROM account_locks', {
    timeoutMs: 60_000,
  });
  if (Number(row?.[0]) > 150_000_000) return;
  if (!existsSync(flags.block))
    throw new Error(`${flags.block} is not there: the data is made from that block`);
  // Parts stay as they were inserted: a table that is never merged is the worst case.
  for (const table of ['account_locks', 'account_slots', 'transactions'])
    await run(
      client,
      `ALTER TABLE ${table} MODIFY SETTING max_bytes_to_merge_at_max_space_in_pool = 1, max_bytes_to_merge_at_min_space_in_pool = 1`,
    );
  await importFile(flags.block, {
    writer: new BlockWriter(client),
    writeGaps: (gaps) => writeGaps(client.write, gaps),
  });
  for (let partition = 0; partition < PARTITIONS; partition += 1)
    for (let part = 0; part < INSERTS_PER_PARTITION; part += 1) {
      const from = (FIRST_PARTITION + partition) * PARTITION_SLOTS + 1_000 + part * SLOTS_PER_INSERT;
      const params = { seed: SEED_SLOT, copies: COPIES, from, slots: SLOTS_PER_INSERT };
      for (const table of ['locks', 'transactions', 'signatures', 'account-slots', 'slots'])
        await run(client, sqlFile(import.meta.url, `./make-${table}.sql`), params);
      process.stderr.write(`\rmaking data: partition ${partition + 1} of ${PARTITIONS}`);
    }
  for (const table of ['signatures', 'slots']) await run(client, `OPTIMIZE TABLE ${table} FINAL`);
  process.stderr.write('\n');
}

async function run(on: TestConnection, query: string, params: Record<string, unknown> = {}): Promise<void> {
  await on.command({ query, query_params: params });
}

async function chooseAccounts(): Promise<Account[]> {
  const rows = await client.read.queryRows<[string, number]>(
    `SELECT hex(account), toUInt32(count()) FROM account_locks FINAL WHERE slot = ${SEED_SLOT} GROUP BY account ORDER BY count() DESC, account`,
    { timeoutMs: 60_000 },
  );
  return RANKS.map((rank) => {
    const [hex, uses] = rows[rank]!;
    return { hex, base58: toBase58(Buffer.from(hex, 'hex')), rank, locksPerSlot: uses * COPIES };
  });
}

/** A transaction that touches the account, in the middle slot of a partition's run, so that ±100 slots are all dense. */
async function questionsOf(account: Account, total: number): Promise<Question[]> {
  const questions: Question[] = [];
  for (let index = 0; questions.length < total; index += 1) {
    const partition = FIRST_PARTITION + (index % PARTITIONS);
    const slot = partition * PARTITION_SLOTS + 1_000 + 104 + (index % 20);
    const rows = await client.read.queryRows<[string]>(
      `SELECT hex(signature) FROM transactions WHERE slot = ${slot} AND block_index IN
        (SELECT block_index FROM account_locks WHERE account = unhex('${account.hex}') AND slot = ${slot}) ORDER BY block_index`,
      { timeoutMs: 60_000 },
    );
    for (let each = 0; each < 4 && questions.length < total; each += 1) {
      const row = rows[Math.floor((rows.length * each) / 4)];
      if (row !== undefined)
        questions.push({ account, slot, signature: toBase58(Buffer.from(row[0], 'hex')) });
    }
  }
  return questions;
}

async function measure(accounts: readonly Account[]): Promise<void> {
  const perAccount = Math.ceil(Number(flags.requests) / accounts.length);
  const questions: Question[] = [];
  for (const account of accounts) questions.push(...(await questionsOf(account, perAccount)));
  const hot = questions.filter(({ account }) => account.rank === 0);
  const mixed = [...questions].sort((a, b) => (a.signature < b.signature ? -1 : 1));

  const rows = [
    ['asked', 'slots', 'clients', 'p50', 'p99', 'bare read p50', 'bare read p99', 'p99 to bare p99'],
  ];
  let worst = 0;
  for (const [name, set] of [
    ['hottest account', hot],
    ['all ranks', mixed],
  ] as const)
    for (const range of [4, 100])
      for (const clients of [1, 4]) {
        await load(set.slice(0, 20), clients, (question) => ask(question, range));
        const http = await load(set, clients, (question) => ask(question, range));
        const bare = await load(set, clients, (question) => bareRead(question, range));
        worst = Math.max(worst, percentile(http, 0.99));
        const ratio = percentile(http, 0.99) / percentile(bare, 0.99);
        rows.push([
          name,
          `±${range}`,
          String(clients),
          ...[
            percentile(http, 0.5),
            percentile(http, 0.99),
            percentile(bare, 0.5),
            percentile(bare, 0.99),
          ].map(ms),
          ratio.toFixed(2),
        ]);
      }
  const [sizes] = await client.read.queryRows<[string, string, string]>(
    `SELECT sum(rows), count(), uniqExact(partition) FROM system.parts WHERE active AND database = currentDatabase() AND table = 'account_locks'`,
    { timeoutMs: 60_000 },
  );
  writeReport('Trade context', 'npx tsx --conditions=tickscope:source bench/trade-context/run.ts', [
    `\`account_locks\`: ${count(Number(sizes?.[0]))} rows in ${sizes?.[1]} parts and ${sizes?.[2]} partitions, made inside ClickHouse from block ${SEED_SLOT} (${COPIES} copies a slot). Accounts asked, by rank and locks a slot: ${accounts.map(({ rank, locksPerSlot }) => `${rank + 1}: ${locksPerSlot}`).join(', ')}. ${questions.length} transactions; limit 100, page 1.`,
    `Bare read: \`SELECT slot, block_index, is_write FROM account_locks WHERE account = … AND slot BETWEEN …\`, output thrown away, from the same client process.`,
    markdownTable(rows),
    `Goal: p99 ≤ ${GOAL_MS} ms. Worst p99 here: ${ms(worst)}, ${worst <= GOAL_MS ? 'met' : 'MISSED'}.`,
  ]);
}

/** Runs every item once, `clients` at a time; milliseconds of each. */
async function load<T>(
  items: readonly T[],
  clients: number,
  one: (item: T) => Promise<void>,
): Promise<number[]> {
  const times: number[] = [];
  const queue = [...items];
  const client = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      const started = performance.now();
      await one(item);
      times.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return times;
}

async function ask({ account, signature }: Question, range: number): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${API_PORT}/api/analyze-trade`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ signature, account_id: account.base58, slot_range: range }),
  });
  const answer = (await response.json()) as { data?: { results_by_slot: unknown[] } };
  if (response.status !== 200 || answer.data?.results_by_slot.length === 0)
    throw new Error(`HTTP ${response.status}: ${JSON.stringify(answer).slice(0, 500)}`);
}

async function bareRead({ account, slot }: Question, range: number): Promise<void> {
  const { stream } = await client.exec({
    query: `SELECT slot, block_index, is_write FROM account_locks WHERE account = unhex('${account.hex}') AND slot BETWEEN ${slot - range} AND ${slot + range} FORMAT Null`,
  });
  stream.resume();
  await new Promise((resolve) => stream.once('end', resolve));
}
