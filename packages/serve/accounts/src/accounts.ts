import { createHash } from 'node:crypto';
import pg from 'pg';
import { type AccountsLog, SILENT } from './log.js';
import { isUnavailable, translated } from './unavailable.js';

export interface AccountsOptions {
  readonly log?: AccountsLog;
  readonly poolSize?: number;
  /** How long to wait for a connection, from the pool or new. */
  readonly connectTimeoutMs?: number;
  /** Deadline of a statement. */
  readonly statementTimeoutMs?: number;
  /** Shown in Postgres's own views. */
  readonly application?: string;
}

/** Runs statements with `$1` parameters, one after another on one connection. */
export interface Transaction {
  query<Row extends object>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** The database of accounts, keys, limits and jobs. Every call has a deadline. */
export interface Accounts {
  /**
   * Retries after a deadlock.
   * @throws AccountsUnavailableError
   */
  query<Row extends object>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /**
   * Runs `work` in a transaction. It is run again after a deadlock, so it must not change anything outside the
   * database.
   * @throws AccountsUnavailableError; if the commit throws it, the work may or may not have been done
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** A connection of its own, outside the pool, for LISTEN. The caller connects and ends it. */
  dedicatedClient(): pg.Client;
  close(): Promise<void>;
}

const TRIES = 10;
/** deadlock_detected, serialization_failure: Postgres rolled everything back, so it may be retried. */
const UNDONE = new Set(['40P01', '40001']);
/** Added to the server's deadline, for the network. */
const NETWORK_MS = 2_000;

/** Opens the accounts database. Connects on first use. `url` is `postgres://user:password@host:port/database`. */
export function openAccounts(url: string, options: AccountsOptions = {}): Accounts {
  const log = options.log ?? SILENT;
  const statementTimeoutMs = options.statementTimeoutMs ?? 10_000;
  const connection: pg.ClientConfig = {
    connectionString: url,
    application_name: options.application ?? 'tickscope',
    connectionTimeoutMillis: options.connectTimeoutMs ?? 5_000,
    statement_timeout: statementTimeoutMs,
    lock_timeout: Math.ceil(statementTimeoutMs / 2),
    idle_in_transaction_session_timeout: statementTimeoutMs * 3,
    // For a server that no longer answers at all.
    query_timeout: statementTimeoutMs + NETWORK_MS,
    keepAlive: true,
  };
  const pool = new pg.Pool({ ...connection, max: options.poolSize ?? 10, idleTimeoutMillis: 30_000 });
  // An error on an idle connection would otherwise end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle connection to Postgres broke'));
  pool.on('connect', (client) => client.on('error', () => {}));
  let closing: Promise<void> | null = null;

  async function once<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    let broken = false;
    try {
      await client.query('BEGIN');
      const result = await work(transactionOn(client));
      await client.query('COMMIT');
      return result;
    } catch (error) {
      broken = isUnavailable(error) || !(await rolledBack(client));
      throw error;
    } finally {
      // A connection in an unknown state is not reused: a late answer may still arrive on it.
      client.release(broken);
    }
  }

  async function repeated<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        const mayRepeat = attempt < TRIES && UNDONE.has(stateOf(error));
        if (!mayRepeat) throw translated(error);
      }
    }
  }

  return {
    async query<Row extends object>(sql: string, values: readonly unknown[] = []) {
      const statement = { name: nameOf(sql), text: sql, values: [...values] };
      return (await repeated(() => pool.query<Row>(statement))).rows;
    },
    transaction: (work) => repeated(() => once(work)),
    dedicatedClient() {
      const client = new pg.Client(connection);
      client.on('error', () => {});
      return client;
    },
    close() {
      closing ??= pool.end();
      return closing;
    },
  };
}

const names = new Map<string, string>();

/**
 * A named statement is planned once per connection, because every request runs the same two or three. Only for
 * this package's few texts.
 */
function nameOf(sql: string): string {
  const known = names.get(sql);
  if (known !== undefined) return known;
  const name = createHash('sha256').update(sql).digest('hex').slice(0, 32);
  names.set(sql, name);
  return name;
}

function transactionOn(client: pg.PoolClient): Transaction {
  return {
    async query<Row extends object>(sql: string, values: readonly unknown[] = []) {
      return (await client.query<Row>(sql, [...values])).rows;
    },
  };
}

async function rolledBack(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query('ROLLBACK');
    return true;
  } catch {
    return false;
  }
}

function stateOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}
