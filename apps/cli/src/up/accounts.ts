import { migrateAccounts } from '@tickscope/accounts';
import { type PostgresRun, postgresRun, postgresUrl, startPostgres } from '@tickscope/embedded';
import { embedded } from '../stack.js';
import { makeDemoKey } from './demo-account.js';
import type { PartsOptions } from './parts.js';

/** A migrated Postgres. */
export interface RunningAccounts {
  /** For the API: a user who reads and writes rows, and changes no tables where the server is ours. */
  url: string;
  /** For run.json; `null` where the server is not ours. */
  run: PostgresRun | null;
  /** Of the demo account, for this run; `null` where the server is not ours: nobody gets in there unasked. */
  demoKey: string | null;
}

/** Postgres: the one that DATABASE_URL names, or the embedded one. */
export async function startAccounts(options: PartsOptions): Promise<RunningAccounts> {
  const given = process.env['DATABASE_URL'];
  if (given) {
    await migrateAccounts(process.env['DATABASE_OWNER_URL'] || given);
    return { url: given, run: null, demoKey: null };
  }
  const { dataDir, lock, ports, say, onClose, signal } = options;
  const server = await embedded(() =>
    startPostgres({ dataDir, lock, ...(ports.postgres === undefined ? {} : { port: ports.postgres }) }),
  );
  onClose(() => server.stop());
  void server.exited.then(() => {
    if (!signal.aborted) say('Postgres ended unasked; stop with Ctrl-C and start again.');
  });
  await migrateAccounts(postgresUrl(server.url, server.users.owner), { appRole: server.users.app.user });
  const url = postgresUrl(server.url, server.users.app);
  return { url, run: postgresRun(server), demoKey: await makeDemoKey(url) };
}
