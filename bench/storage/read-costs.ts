import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BlockWriter } from '@tickscope/store';
import { markdownTable, percentile } from '../support/report.js';
import { benchStore } from '../support/stack.js';
import { copiesOf, readRealBlock } from './model-blocks.js';

/**
 * What reading costs with the codecs of before migration 27 and with those of now, on the same rows, merged: CPU-ms a
 * query of ClickHouse, medians of rounds in turn.
 *
 *   npx tsx --conditions=tickscope:source bench/storage/read-costs.ts
 */
const BLOCK = '../shared/data/full-blocks/254170887.getblock.json';
const SLOTS = 64;
const ROUNDS = 9;
const QUERIES_OF_ROUND = 12;
const BEFORE: Readonly<Record<string, readonly string[]>> = {
  swaps_by_trader: ['signature CODEC(NONE)'],
  account_locks: ['block_index CODEC(ZSTD)', 'compute_unit_price CODEC(ZSTD)'],
  account_slots: ['compute_units CODEC(ZSTD)'],
  transactions: ['signer', 'compute_unit_price', 'compute_units', 'cost_units', 'sol_change'].map(
    (name) => `${name} CODEC(Default)`,
  ),
};
const TIMEOUT = { timeoutMs: 60_000 };

const dataDir = mkdtempSync(join(tmpdir(), 'tickscope-bench-reads-'));
const store = await benchStore(dataDir);
const { client } = store;
try {
  const writer = new BlockWriter(client);
  for (const block of copiesOf(readRealBlock(BLOCK, 254_170_887), SLOTS, () => true))
    await writer.write([block]);
  for (const [table, columns] of Object.entries(BEFORE)) await copyAsBefore(table, columns);
  const rows = [['', 'before', 'now']];
  for (const [name, sqlOf] of await queries()) rows.push([name, ...(await costs(sqlOf))]);
  process.stdout.write(`${markdownTable(rows)}\n`);
} finally {
  await store.close();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit();

async function copyAsBefore(table: string, columns: readonly string[]): Promise<void> {
  const old = `${table}_before`;
  for (const query of [
    `CREATE TABLE ${old} AS ${table}`,
    ...columns.map((column) => `ALTER TABLE ${old} MODIFY COLUMN ${column}`),
    `INSERT INTO ${old} SELECT * FROM ${table}`,
    `OPTIMIZE TABLE ${table} FINAL`,
    `OPTIMIZE TABLE ${old} FINAL`,
  ])
    await client.command({ query });
}

type SqlOf = (suffix: string) => string;

async function queries(): Promise<[string, SqlOf][]> {
  const trader = await most('swaps_by_trader', 'trader');
  const account = await most('account_locks', 'account');
  return [
    [
      'trades of the busiest wallet',
      (suffix) =>
        `SELECT slot, block_index, hex(signature), trader_in FROM swaps_by_trader${suffix} WHERE trader = unhex('${trader}')`,
    ],
    [
      'locks of the busiest account',
      (suffix) =>
        `SELECT slot, block_index, is_write, compute_units, compute_unit_price FROM account_locks${suffix} WHERE account = unhex('${account}')`,
    ],
    ['all locks', (suffix) => `SELECT sum(block_index), sum(compute_unit_price) FROM account_locks${suffix}`],
    ['compute units of all accounts', (suffix) => `SELECT sum(compute_units) FROM account_slots${suffix}`],
    [
      'transactions of 8 slots, all columns',
      (suffix) => `SELECT * FROM transactions${suffix} WHERE slot BETWEEN 432000010 AND 432000017`,
    ],
    [
      'all signatures of swaps_by_trader',
      (suffix) => `SELECT sum(cityHash64(signature)) FROM swaps_by_trader${suffix}`,
    ],
  ];
}

async function most(table: string, key: string): Promise<string> {
  const [row] = await client.read.queryRows<[string]>(
    `SELECT hex(${key}) FROM ${table} GROUP BY ${key} ORDER BY count() DESC LIMIT 1`,
    TIMEOUT,
  );
  return row![0];
}

async function costs(sqlOf: SqlOf): Promise<string[]> {
  const suffixes = ['_before', ''];
  const used = new Map(suffixes.map((suffix) => [suffix, [] as number[]]));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const suffix of round % 2 === 0 ? suffixes : suffixes.toReversed()) {
      const startedAt = await cpuUs();
      for (let at = 0; at < QUERIES_OF_ROUND; at += 1)
        await client.command({ query: `${sqlOf(suffix)} FORMAT Null` });
      used.get(suffix)!.push(((await cpuUs()) - startedAt) / QUERIES_OF_ROUND / 1_000);
    }
  return suffixes.map((suffix) => percentile(used.get(suffix)!, 0.5).toFixed(2));
}

async function cpuUs(): Promise<number> {
  const [row] = await client.read.queryRows<[string]>(
    "SELECT sum(value) FROM system.events WHERE event IN ('UserTimeMicroseconds', 'SystemTimeMicroseconds')",
    TIMEOUT,
  );
  return Number(row![0]);
}
