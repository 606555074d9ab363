import { join } from 'node:path';
import { migrateAccounts } from '@tickscope/accounts';
import { embedded } from '@tickscope/command-line';
import { type PostgresRun, postgresRun, postgresUrl, startPostgres } from '@tickscope/embedded';
import { askPostgres } from '../supervise/health-questions.js';
import { SupervisedServer } from '../supervise/supervised-server.js';
import { demoKey } from './demo-account.js';
import type { PartsOptions } from './start-options.js';

/** A migrated Postgres. */
export interface RunningAccounts {
  /** For the API: a user who reads and writes rows, and cannot change tables where the server is embedded. */
  url: string;
  /** The current entry for run.json; `null` for an external server. */
  run(): PostgresRun | null;
  /** The demo account's key; `null` for an external server, where no account is created unasked. */
  demoKey: string | null;
}

/** Postgres: the one that DATABASE_URL names, or the embedded one. */
export async function startAccounts(options: PartsOptions): Promise<RunningAccounts> {
  const given = process.env['DATABASE_URL'];
  if (given) {
    await migrateAccounts(process.env['DATABASE_OWNER_URL'] || given);
    return { url: given, run: () => null, demoKey: null };
  }
  const { dataDir, logDir, lock, ports, keptPorts, say, onClose, onRestart, fail } = options;
  const port = await keptPorts.choose('postgres', { wanted: ports.postgres, flag: '--postgres-port' });
  const server = await embedded(() =>
    SupervisedServer.start({
      title: 'Postgres',
      logFile: join(logDir, 'postgres.log'),
      start: () => startPostgres({ dataDir, lock, port }),
      ask: (_, signal) => askPostgres(port, signal),
      onRestart,
      onGivenUp: fail,
      say,
    }),
  );
  onClose(() => server.stop());
  const { url: address, users } = server.current;
  await migrateAccounts(postgresUrl(address, users.owner), { appRole: users.app.user });
  const url = postgresUrl(address, users.app);
  return { url, run: () => postgresRun(server.current), demoKey: await demoKey(url, dataDir) };
}
