import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BlockWriter } from '@tickscope/store';
import { markdownTable, percentile } from '../support/report.js';
import { benchStore } from '../support/stack.js';
import { makeFormerTables } from './former-tables.js';
import { copiesOf, readRealBlock } from './model-blocks.js';
import { storeAsLargeParts } from './table-bytes.js';

/**
 * What reading costs with the tables of before migration 30 and with those of now, on the same rows, merged: CPU-ms a
 * query of ClickHouse, the lowest quarter of rounds in turn.
 *
 *   npx tsx --conditions=tickscope:source bench/storage/read-costs.ts
 */
const BLOCK = '../shared/data/full-blocks/254170887.getblock.json';
const SLOTS = 64;
const ROUNDS = 24;
const QUERIES_OF_ROUND = 6;
const TIMEOUT = { timeoutMs: 60_000 };

const dataDir = mkdtempSync(join(tmpdir(), 'tickscope-bench-reads-'));
const store = await benchStore(dataDir);
const { client } = store;
try {
  await storeAsLargeParts(client);
  const writer = new BlockWriter(client);
  for (const block of copiesOf(readRealBlock(BLOCK, 254_170_887), SLOTS, () => true))
    await writer.write([block]);
  await makeFormerTables(client);
  const rows = [['', 'before', 'now']];
  for (const [name, before, now] of await queries()) rows.push([name, ...(await costs(before, now))]);
  process.stdout.write(`${markdownTable(rows)}\n`);
} finally {
  await store.close();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit();

type Compared = [name: string, before: string, now: string];

async function queries(): Promise<Compared[]> {
  const [trader, account, pool] = await Promise.all([
    most('swaps_by_trader', 'trader'),
    most('account_locks', 'account'),
    most('swaps', 'pool'),
  ]);
  const [signature] = await client.read.queryRows<[string]>(
    'SELECT max(signature_prefix) FROM signatures',
    TIMEOUT,
  );
  const slots = 'slot BETWEEN 432000010 AND 432000017';
  const range = 'from_slot = 432000010, to_slot = 432000017';
  const all = 'from_slot = 432000000, to_slot = 432000063';
  const same = (name: string, sqlOf: (suffix: string) => string): Compared => [
    name,
    sqlOf('_before'),
    sqlOf(''),
  ];
  const swap = 'slot, block_index, outer_index, inner_index, base58Encode(trader), trader_in, trader_out';
  const legs = '[432000010, 432000010, 432000011], [100, 101, 300]';
  return [
    [
      'analysts: swaps of the busiest pool, 64 slots',
      `SELECT ${swap}, base58Encode(signature) FROM swaps_before FINAL WHERE pool = unhex('${pool}')`,
      `SELECT slot, block_index, outer_index, inner_index, trader, trader_in, trader_out, signature
       FROM pool_swaps(pool = '${await base58(pool)}', ${all})`,
    ],
    [
      'the same without signatures',
      `SELECT ${swap} FROM swaps_before FINAL WHERE pool = unhex('${pool}')`,
      `SELECT slot, block_index, outer_index, inner_index, trader, trader_in, trader_out
       FROM pool_swaps(pool = '${await base58(pool)}', ${all})`,
    ],
    [
      'analysts: swaps of 8 slots, with signatures',
      `SELECT ${swap}, base58Encode(signature) FROM swaps_before FINAL WHERE ${slots}`,
      `SELECT slot, block_index, outer_index, inner_index, trader, trader_in, trader_out, signature FROM swaps_text WHERE ${slots}`,
    ],
    [
      'analysts: swaps by DEX, all',
      'SELECT dex_name, count() FROM swaps_before FINAL GROUP BY dex_name',
      'SELECT dex_name, count() FROM swaps_text GROUP BY dex_name',
    ],
    [
      'analysts: swap_amounts of 8 slots',
      `SELECT count(), any(signature), sum(sol) FROM swap_amounts_before(${range})`,
      `SELECT count(), any(signature), sum(sol) FROM swap_amounts(${range})`,
    ],
    [
      'signatures of the legs of a sandwich',
      `SELECT slot, block_index, signature FROM swaps_before PREWHERE pool = unhex('${pool}') AND ${slots} AND (slot, block_index) IN arrayZip(${legs})`,
      `SELECT slot, block_index, signature FROM transactions PREWHERE ${slots} AND (slot, block_index) IN arrayZip(${legs})`,
    ],
    [
      'trade context: slots of the busiest account',
      `SELECT slot, lock_count, first_poh_tick, last_poh_tick, version FROM account_slots_before WHERE account = unhex('${account}')`,
      `SELECT slot, lock_count, first_tick, tick_span, version FROM account_slots WHERE account = unhex('${account}')`,
    ],
    same(
      'trade context: locks of the busiest account, 8 slots',
      (s) =>
        `SELECT slot, block_index, is_write FROM account_locks${s} WHERE account = unhex('${account}') AND ${slots}`,
    ),
    same(
      'trade context: 100 transactions of 8 slots',
      (s) =>
        `SELECT slot, block_index, entry_index, tx_index, poh_tick, block_time, signature, signer, is_vote, success, fee, jito_tip, markets
         FROM transactions${s} WHERE ${slots} AND block_index IN (5, 20, 50, 100, 150, 170, 200, 250, 300, 320, 400, 500)`,
    ),
    same(
      'find a transaction: its signature',
      (s) => `SELECT slot, block_index FROM signatures${s} WHERE signature_prefix = ${signature![0]}`,
    ),
    same(
      'trades of the busiest wallet',
      (s) => `SELECT slot, block_index, signature FROM swaps_by_trader${s} WHERE trader = unhex('${trader}')`,
    ),
    same(
      'heat: compute units of all locks',
      (s) => `SELECT account, sum(compute_units) FROM account_locks${s} WHERE ${slots} GROUP BY account`,
    ),
    same(
      'heat: compute units of all accounts',
      (s) => `SELECT slot, sum(compute_units) FROM account_slots${s} GROUP BY slot`,
    ),
    same(
      'detection: swaps of 8 slots, 20 columns',
      (s) =>
        `SELECT * EXCEPT (${s === '' ? 'inserted_at' : 'signature'}) FROM swaps${s} FINAL WHERE ${slots}`,
    ),
  ];
}

async function base58(hex: string): Promise<string> {
  const [row] = await client.read.queryRows<[string]>(`SELECT base58Encode(unhex('${hex}'))`, TIMEOUT);
  return row![0];
}

async function most(table: string, key: string): Promise<string> {
  const [row] = await client.read.queryRows<[string]>(
    `SELECT hex(${key}) FROM ${table} GROUP BY ${key} ORDER BY count() DESC LIMIT 1`,
    TIMEOUT,
  );
  return row![0];
}

async function costs(before: string, now: string): Promise<string[]> {
  const used = new Map([before, now].map((sql) => [sql, [] as number[]]));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const sql of round % 2 === 0 ? [before, now] : [now, before]) {
      const startedAt = await cpuUs();
      for (let at = 0; at < QUERIES_OF_ROUND; at += 1) await client.command({ query: `${sql} FORMAT Null` });
      used.get(sql)!.push(((await cpuUs()) - startedAt) / QUERIES_OF_ROUND / 1_000);
    }
  return [before, now].map((sql) => percentile(used.get(sql)!, 0.25).toFixed(2));
}

async function cpuUs(): Promise<number> {
  const [row] = await client.read.queryRows<[string]>(
    "SELECT sum(value) FROM system.events WHERE event IN ('UserTimeMicroseconds', 'SystemTimeMicroseconds')",
    TIMEOUT,
  );
  return Number(row![0]);
}
