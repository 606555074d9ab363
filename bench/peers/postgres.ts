import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sqlFile } from '@tickscope/store';
import pg from 'pg';
import { type Answer, type Peer, TABLES } from './peer.js';

/** What is used of `pg-copy-streams`, which only this benchmark installs (package.json beside this file). */
interface CopyStreams {
  from(sql: string): pg.Submittable & NodeJS.WritableStream;
}

const sql = (name: string): string => sqlFile(import.meta.url, `./sql/postgres/${name}.sql`);
const QUERIES = {
  context: sql('trade-context'),
  check: sql('fast-check'),
  scan: sql('wallet-scan'),
  hot: sql('hot-accounts'),
};
const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');

/** @param folder with a CSV file a table, in the order of its key */
export async function postgresPeer(url: string, folder: string): Promise<Peer> {
  const library = 'pg-copy-streams';
  const copy: CopyStreams = await import(library);
  const pool = new pg.Pool({ connectionString: url, max: 4, statement_timeout: 600_000 });
  /** Prepared once a connection, as a service would. */
  const ask = async (name: keyof typeof QUERIES, values: unknown[]): Promise<Answer> =>
    (await pool.query({ name, text: QUERIES[name], values, rowMode: 'array' })).rows;
  return {
    name: 'PostgreSQL',
    async load() {
      await pool.query(sql('schema'));
      const client = await pool.connect();
      try {
        await client.query("SET maintenance_work_mem = '1GB'");
        for (const table of TABLES)
          await pipeline(
            createReadStream(join(folder, `${table}.csv`)),
            client.query(copy.from(`COPY ${table} FROM STDIN (FORMAT csv, NULL '\\N')`)),
          );
        await client.query(sql('indexes'));
        for (const table of TABLES) await client.query(`VACUUM (ANALYZE) ${table}`);
      } finally {
        client.release();
      }
    },
    async bytes() {
      const sizes = TABLES.map((table) => `pg_total_relation_size('${table}')`).join(' + ');
      const { rows } = await pool.query<[string]>({ text: `SELECT ${sizes}`, rowMode: 'array' });
      return Number(rows[0]?.[0]);
    },
    async tradeContext({ signature, account, range }) {
      const rows = await ask('context', [bytes(signature), bytes(account), range]);
      return rows.map(([hex, slot, index, tick, isWrite, total]) => [
        ...[hex!, Number(slot), Number(index), Number(tick), String(isWrite), Number(total)],
      ]);
    },
    async fastCheck({ signature }) {
      const rows = await ask('check', [bytes(signature)]);
      return rows.map(([traded, slot, index, ...rest]) => [traded!, Number(slot), Number(index), ...rest]);
    },
    async walletScan({ wallet, from, to }) {
      const rows = await ask('scan', [bytes(wallet), from, to]);
      return rows.map(([slot, index, ...rest]) => [Number(slot), Number(index), ...rest]);
    },
    async hotAccounts({ from, to }) {
      const rows = await ask('hot', [from, to]);
      return rows.map(([account, writes, slots]) => [account!, Number(writes), Number(slots)]);
    },
    close: () => pool.end(),
  };
}
