import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sqlFile } from '@tickscope/store';
import { type Answer, type Peer, TABLES } from './peer.js';

/** What is used of `@duckdb/node-api`, which only this benchmark installs (package.json beside this file). */
interface DuckDb {
  DuckDBInstance: { create(path: string, options: Record<string, string>): Promise<Instance> };
}
interface Instance {
  connect(): Promise<Connection>;
  closeSync(): void;
}
interface Connection {
  run(sql: string): Promise<unknown>;
  runAndReadAll(sql: string, params: Record<string, unknown>): Promise<{ getRowsJson(): Answer }>;
}

const sql = (name: string): string => sqlFile(import.meta.url, `./sql/duckdb/${name}.sql`);
const QUERIES = {
  find: sql('find-transaction'),
  context: sql('trade-context'),
  check: sql('fast-check'),
  scan: sql('wallet-scan'),
  hot: sql('hot-accounts'),
};
export const DUCKDB_FILE = 'peer.duckdb';
/** Copies in the order of other questions, as the product has them. */
const COPIES = [
  'CREATE OR REPLACE TABLE swaps_by_slot AS SELECT * FROM swaps ORDER BY slot, block_index, pool',
  'CREATE OR REPLACE TABLE swaps_by_trader AS SELECT * FROM swaps ORDER BY trader, slot, block_index',
];

/** @param folder with a Parquet file a table, in the order of its key; the database file is put beside them */
export async function duckDbPeer(folder: string): Promise<Peer> {
  const library = '@duckdb/node-api';
  const { DuckDBInstance }: DuckDb = await import(library);
  const file = join(folder, DUCKDB_FILE);
  const instance = await DuckDBInstance.create(file, { threads: '2', memory_limit: '6GB' });
  const connection = await instance.connect();
  const ask = async (query: string, params: Record<string, unknown>): Promise<Answer> =>
    (await connection.runAndReadAll(query, params)).getRowsJson();
  const find = async (signature: string): Promise<{ slot: number; blockIndex: number }> => {
    const [row] = await ask(QUERIES.find, { signature });
    return { slot: Number(row?.[0]), blockIndex: Number(row?.[1]) };
  };
  return {
    name: 'DuckDB',
    async load() {
      for (const statement of sql('schema').split(';\n').filter(Boolean)) await connection.run(statement);
      for (const table of TABLES)
        await connection.run(
          `INSERT INTO ${table} SELECT * FROM read_parquet('${join(folder, table)}.parquet')`,
        );
      for (const copy of COPIES) await connection.run(copy);
      for (const statement of sql('indexes').split(';\n').filter(Boolean)) await connection.run(statement);
      await connection.run('CHECKPOINT');
    },
    bytes: async () =>
      readdirSync(folder)
        .filter((name) => name.startsWith('peer.duckdb'))
        .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0),
    async tradeContext({ signature, account, range }) {
      const { slot } = await find(signature);
      const rows = await ask(QUERIES.context, { account, from: slot - range, to: slot + range });
      return rows.map(([hex, rowSlot, index, tick, isWrite, total]) => [
        ...[hex!, Number(rowSlot), Number(index), Number(tick), String(isWrite), Number(total)],
      ]);
    },
    async fastCheck({ signature }) {
      const { slot, blockIndex } = await find(signature);
      const rows = await ask(QUERIES.check, { slot, block_index: blockIndex });
      return rows.map(([pool, rowSlot, index, ...rest]) => [pool!, Number(rowSlot), Number(index), ...rest]);
    },
    async walletScan({ wallet, from, to }) {
      const rows = await ask(QUERIES.scan, { wallet, from, to });
      return rows.map(([slot, index, ...rest]) => [Number(slot), Number(index), ...rest]);
    },
    async hotAccounts({ from, to }) {
      const rows = await ask(QUERIES.hot, { from, to });
      return rows.map(([account, writes, slots]) => [account!, Number(writes), Number(slots)]);
    },
    close: async () => instance.closeSync(),
  };
}
