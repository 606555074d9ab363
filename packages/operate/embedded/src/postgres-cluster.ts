import { createHash } from 'node:crypto';
import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PostgresBinaries } from './postgres-binaries.js';
import {
  createStatements,
  type PostgresUser,
  passwordStatements,
  renderHostAccess,
  renderPostgresConfig,
} from './postgres-config.js';
import type { PostgresHome } from './postgres-home.js';
import { runTool } from './postgres-tool.js';
import { writePrivateFile } from './private-file.js';
import { scramVerifier } from './scram.js';

const INIT_TIMEOUT_MS = 60_000;

/**
 * Creates the cluster in a temporary folder and moves it into place whole, so that a partial cluster is never started.
 */
export async function createCluster(
  home: PostgresHome,
  binaries: PostgresBinaries,
  lockFd: number,
): Promise<void> {
  const ready = join(home.path, 'data');
  if (await exists(join(ready, 'PG_VERSION'))) return;
  await rm(join(home.path, 'data.new'), { recursive: true, force: true });
  const folder = join(home.seenAs, 'data.new');
  const { env } = binaries;
  await runTool(home, {
    file: binaries.initdb,
    args: [
      ...['-D', folder, '--username=postgres', '--auth=reject', '--encoding=UTF8', '--locale=C'],
      ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions'],
    ],
    env,
    lockFd,
    timeoutMs: INIT_TIMEOUT_MS,
  });
  await runTool(home, {
    file: binaries.postgres,
    args: singleUser(folder),
    env,
    lockFd,
    timeoutMs: INIT_TIMEOUT_MS,
    input: createStatements(),
  });
  await rm(passwordMark(home), { force: true });
  await rename(join(home.path, 'data.new'), ready);
}

/** Sets the passwords of passwords.json if the users have others: at the first start, or after the file was lost. */
export async function setPasswords(
  home: PostgresHome,
  binaries: PostgresBinaries,
  lockFd: number,
  passwords: Readonly<Record<PostgresUser, string>>,
): Promise<void> {
  const mark = passwordMark(home);
  const hash = createHash('sha256').update(JSON.stringify(passwords)).digest('hex');
  if ((await readFile(mark, 'utf8').catch(() => '')) === hash) return;
  await runTool(home, {
    file: binaries.postgres,
    args: singleUser(join(home.seenAs, 'data')),
    env: binaries.env,
    lockFd,
    timeoutMs: INIT_TIMEOUT_MS,
    input: passwordStatements({
      owner: scramVerifier(passwords.owner),
      app: scramVerifier(passwords.app),
    }),
  });
  await writePrivateFile(mark, hash);
}

/** Records which passwords the cluster has. They are long and random, so their hash reveals nothing. */
function passwordMark(home: PostgresHome): string {
  return join(home.path, 'passwords.sha256');
}

/** Runs statements from standard input as the superuser, without a server. Stops at the first error. */
function singleUser(folder: string): string[] {
  return ['--single', '-D', folder, '-j', '-c', 'exit_on_error=on', 'postgres'];
}

/** Rewrites the server's configuration at every start, which discards manual changes. */
export async function writePostgresFiles(home: PostgresHome, port: number): Promise<void> {
  const write = (name: string, text: string) =>
    writePrivateFile(join(home.path, 'data', name), text, home.runAs);
  await write('postgresql.conf', renderPostgresConfig(port));
  await write('pg_hba.conf', renderHostAccess());
}

async function exists(path: string): Promise<boolean> {
  return readFile(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return false;
      throw error;
    },
  );
}
