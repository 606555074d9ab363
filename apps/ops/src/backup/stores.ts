import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { CliError, embedded, runFileOf } from '@tickscope/command-line';
import { lockDataDir, postgresUrl, startPostgres } from '@tickscope/embedded';
import type { Store } from '@tickscope/store';
import { openStack } from '../stack.js';

/** Both databases of a store, open for an operator. */
export interface Stores {
  store: Store;
  database: string;
  origin: 'environment' | 'running' | 'own';
  /** Null: none is configured. */
  accounts: { url: string; appRole?: string } | null;
  /** Folders below which ClickHouse may write backups; null: the server's own configuration says. */
  backupDirs: readonly string[] | null;
  close(): Promise<void>;
}

export interface StoresOptions {
  dataDir: string;
  /** Folders that an embedded server started here must reach. */
  backupDirs: readonly string[];
  /** How many embedded servers a new data folder gets; absent: it has to have some. */
  servers?: number;
  /** `mayRun`: beside a running stack; `mustNotRun`: a running stack is an error. */
  running: 'mayRun' | 'mustNotRun';
  /** Whether to start Postgres on a data folder that has none yet. */
  createAccounts: boolean;
  say(line: string): void;
}

/**
 * Opens ClickHouse and Postgres: those of the environment, those of the stack that runs on the data folder, or the
 * embedded ones, started for this command.
 */
export async function openStores(options: StoresOptions): Promise<Stores> {
  const { dataDir, running: allowed, say } = options;
  const accountsUrl = process.env['DATABASE_OWNER_URL'] || process.env['DATABASE_URL'] || null;
  const given = accountsUrl === null ? null : { url: accountsUrl };
  if (process.env['CLICKHOUSE_URL']) {
    const stack = await openStack({ dataDir, startIfNone: false });
    return { ...stack, accounts: given, backupDirs: null };
  }
  const running = await runFileOf(dataDir);
  if (running !== null) {
    if (allowed === 'mustNotRun')
      throw new CliError(
        `a stack is running on ${dataDir} (process ${running.pid}). Stop it first: a restore replaces what it works on.`,
      );
    const stack = await openStack({ dataDir, startIfNone: false });
    const { postgres, clickhouse } = running;
    const own = postgres === undefined ? null : { url: postgresUrl(postgres.url, postgres.users.owner) };
    return { ...stack, accounts: own ?? given, backupDirs: clickhouse?.backupDirs ?? null };
  }
  return openEmbedded(options, given, say);
}

async function openEmbedded(
  { dataDir, backupDirs, servers, createAccounts }: StoresOptions,
  given: Stores['accounts'],
  say: (line: string) => void,
): Promise<Stores> {
  const lock = await embedded(() => lockDataDir(dataDir));
  const closers: (() => Promise<unknown>)[] = [async () => lock.release()];
  const close = async (): Promise<void> => {
    for (const each of closers.splice(0).reverse()) await each();
  };
  try {
    const start = { lock, backupDirs, servers };
    const stack = await openStack({ dataDir, startIfNone: true, start, say });
    closers.push(() => stack.close());
    const hasAccounts = createAccounts || (await exists(join(dataDir, 'postgres')));
    if (given !== null || !hasAccounts) return { ...stack, accounts: given, backupDirs: null, close };
    const postgres = await embedded(() => startPostgres({ dataDir, lock }));
    closers.push(() => postgres.stop());
    const { owner, app } = postgres.users;
    const accounts = { url: postgresUrl(postgres.url, owner), appRole: app.user };
    return { ...stack, accounts, backupDirs: null, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
