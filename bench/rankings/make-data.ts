import { sqlFile } from '@tickscope/store';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { count } from '../support/report.js';

const BASE_SLOT = 300_000_000;
/** 35 days, the time for which sandwiches are kept; every 20th slot is skipped. */
const BLOCKS = (35 * 216_000 * 19) / 20;
const INSERTS = 35;
/** Of the made-up slots: 0.4 s each. */
const FIRST_TIME = 1_700_000_000 - BASE_SLOT * 0.4;

const sql = (path: string): string => sqlFile(import.meta.url, path);
const TABLES = ['sandwiches', 'sandwich_legs', 'sandwich_legs_by_trader', 'actor_trips'];
const INSERT_SETTINGS = { max_insert_threads: '1', optimize_on_insert: '0' } as const;

export interface Shape {
  sandwiches: number;
  fromSlot: number;
  toSlot: number;
}

/** Fills the tables inside ClickHouse, a day at a time; data that is there whole is left as it is. */
export async function makeData(client: TestConnection, sandwiches: number): Promise<Shape> {
  const shape = { sandwiches, fromSlot: BASE_SLOT, toSlot: slotOfBlock(BLOCKS - 1) };
  const [stored, slots] = [await rowsOf(client, 'sandwiches'), await rowsOf(client, 'slots')];
  if (stored === sandwiches && slots === BLOCKS) return shape;
  if (stored > 0) throw new Error(`the folder holds ${count(stored)} sandwiches: take another one`);
  const run = async (query: string, params: Record<string, unknown> = {}): Promise<void> => {
    const settings = /^INSERT/m.test(query) ? INSERT_SETTINGS : {};
    await client.command({ query, query_params: params, clickhouse_settings: settings });
  };
  // The data may be used for as long as one likes.
  for (const table of TABLES) await run(`ALTER TABLE ${table} REMOVE TTL`);
  const each = Math.ceil(sandwiches / INSERTS);
  const blockOf = (at: number): number => Math.floor((at * BLOCKS) / sandwiches);
  for (let first = 0; first < sandwiches; first += each) {
    const rows = Math.min(each, sandwiches - first);
    const scale = { all: sandwiches, blocks: BLOCKS, base_slot: BASE_SLOT, first_time: FIRST_TIME };
    await run(sql('./make-sandwiches.sql'), { first, count: rows, ...scale });
    const range = {
      from_slot: slotOfBlock(blockOf(first)),
      to_slot: slotOfBlock(blockOf(first + rows - 1)),
    };
    for (const make of ['legs', 'legs-by-trader', 'trips']) await run(sql(`./make-${make}.sql`), range);
    process.stderr.write(`${count(first + rows)} of ${count(sandwiches)} sandwiches\n`);
  }
  await run(sql('../mev/make-slots.sql'), {
    ...{ base_slot: BASE_SLOT, newest_slot: shape.toSlot, first_block: 0, blocks: BLOCKS },
  });
  await run(sql('../mev/make-detected-slots.sql'));
  await run(sql('../load/make-leaders.sql'), { transactions_from: BASE_SLOT });
  await run(sql('../load/make-validators.sql'));
  await run(sql('../load/make-tokens.sql'));
  return shape;
}

function slotOfBlock(block: number): number {
  return BASE_SLOT + block + Math.floor(block / 19);
}

async function rowsOf(client: TestConnection, table: string): Promise<number> {
  const [row] = await client.read.queryRows<[string]>(`SELECT count() FROM ${table}`, { timeoutMs: 60_000 });
  return Number(row?.[0]);
}
