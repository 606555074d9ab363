import pg from 'pg';

/** The largest table of accounts, their results of jobs, is written in minutes. */
const STATEMENT_MS = 3_600_000;
const STALL_MS = 120_000;

/**
 * Runs work on a connection of its own, which ends with it. An abort closes the connection: Postgres then rolls back what
 * is open.
 */
export async function withConnection<T>(
  url: string,
  signal: AbortSignal | undefined,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const client = new pg.Client({
    connectionString: url,
    application_name: 'tickscope-backup',
    connectionTimeoutMillis: 10_000,
    statement_timeout: STATEMENT_MS,
    lock_timeout: 30_000,
    idle_in_transaction_session_timeout: STALL_MS,
    keepAlive: true,
  });
  client.on('error', () => {});
  const abort = (): void =>
    void (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  signal?.addEventListener('abort', abort, { once: true });
  try {
    await client.connect();
    return await work(client);
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', abort);
    await client.end().catch(() => {});
  }
}
