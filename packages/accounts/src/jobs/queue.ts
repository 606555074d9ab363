import type pg from 'pg';
import PgBoss from 'pg-boss';
import type { Accounts, Transaction } from '../accounts.js';

/** The schema of pg-boss's tables. */
export const QUEUE_SCHEMA = 'tickscope_queue';

/**
 * The queue of startable jobs, stored by pg-boss, one queue per kind. next.sql decides which job starts next:
 * pg-boss would return the oldest of a kind, and does not know accounts. See README.md for the other features
 * that are not used. Every call is part of the caller's transaction, so that queue and jobs always agree.
 */
export interface JobQueue {
  put(tx: Transaction, kind: string, jobId: string): Promise<void>;
  remove(tx: Transaction, kind: string, jobId: string): Promise<void>;
}

export function openQueue(): JobQueue {
  // Never started: it opens no connection and no timer.
  const boss = new PgBoss({
    schema: QUEUE_SCHEMA,
    supervise: false,
    schedule: false,
    migrate: false,
    db: {
      executeSql: () => Promise.reject(new Error('a pg-boss method was called without a transaction')),
    },
  });
  boss.on('error', () => {});
  return {
    async put(tx, kind, jobId) {
      const id = await withExecutor(tx, (db) => boss.send(kind, {}, { id: jobId, db }));
      if (id === null)
        throw new Error(`there is no queue for jobs of kind "${kind}", or job ${jobId} is in it already`);
    },
    async remove(tx, kind, jobId) {
      await withExecutor(tx, (db) => boss.deleteJob(kind, jobId, { db }));
    },
  };
}

/** Throws the first error of a statement, even if pg-boss swallows it. */
async function withExecutor<T>(tx: Transaction, work: (db: PgBoss.Db) => Promise<T>): Promise<T> {
  const failures: unknown[] = [];
  const result = await work({
    async executeSql(text: string, values: unknown[]) {
      try {
        return { rows: await tx.query(text, values) };
      } catch (error) {
        failures.push(error);
        throw error;
      }
    },
  });
  if (failures.length > 0) throw failures[0];
  return result;
}

/** Creates or upgrades pg-boss's tables, and a queue for each kind. Runs as the owner. */
export async function installQueues(client: pg.Client, kinds: readonly string[]): Promise<void> {
  const boss = new PgBoss({
    schema: QUEUE_SCHEMA,
    supervise: false,
    schedule: false,
    migrate: true,
    db: { executeSql: async (text: string, values: unknown[]) => client.query(text, values) },
  });
  boss.on('error', () => {});
  await boss.start();
  for (const kind of kinds) await boss.createQueue(kind);
  await boss.stop({ graceful: false });
}

/** Lists what the queue lacks for these kinds. */
export async function missingQueues(accounts: Accounts, kinds: readonly string[]): Promise<string[]> {
  const [found] = await accounts.query<{ has_table: boolean }>(
    `SELECT to_regclass('${QUEUE_SCHEMA}.queue') IS NOT NULL AS has_table`,
  );
  if (found?.has_table !== true) return ['pg-boss'];
  const rows = await accounts.query<{ name: string }>(`SELECT name FROM ${QUEUE_SCHEMA}.queue`);
  const names = new Set(rows.map(({ name }) => name));
  return kinds.filter((kind) => !names.has(kind)).map((kind) => `queue ${kind}`);
}
