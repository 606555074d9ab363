import {
  type Accounts,
  AccountsUnavailableError,
  InvalidAccountError,
  KeyLimitError,
  NoSubscriptionError,
  openAccounts,
  PlansError,
  pendingAccountsMigrations,
} from '@tickscope/accounts';
import { CliError, dataDirOf, runFileOf, UnreachableError } from '@tickscope/command-line';
import { postgresUrl } from '@tickscope/embedded';

/** Errors that the operator can fix: they are printed without a stack. */
const EXPECTED = [
  AccountsUnavailableError,
  InvalidAccountError,
  KeyLimitError,
  NoSubscriptionError,
  PlansError,
];

/**
 * Works on the accounts database: `DATABASE_URL`, else `DATABASE_OWNER_URL`, else that of the stack that runs
 * on the data folder. It changes rows only, so the API's user is enough.
 * @throws CliError where no database is configured, it does not answer, or its tables are older than this
 * program
 */
export async function withAccountsDatabase<T>(
  dataDirFlag: string | undefined,
  work: (accounts: Accounts) => Promise<T>,
): Promise<T> {
  const { url, where } = await findDatabase(dataDirOf(dataDirFlag));
  const accounts = openAccounts(url, { application: 'tickscope-cli', poolSize: 2 });
  try {
    const pending = await pendingAccountsMigrations(accounts);
    if (pending.length > 0)
      throw new CliError(`the tables in ${where} are not at this version: run "tickscope migrate".`);
    return await work(accounts);
  } catch (error) {
    if (EXPECTED.some((type) => error instanceof type)) throw new CliError((error as Error).message);
    const refusal = refusalOf(error);
    throw refusal === null ? error : new CliError(`${where} refuses: ${refusal}`);
  } finally {
    await accounts.close();
  }
}

async function findDatabase(dataDir: string): Promise<{ url: string; where: string }> {
  for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL']) {
    const url = process.env[name];
    if (url) return { url, where: name };
  }
  const running = await runFileOf(dataDir);
  if (running === null)
    throw new UnreachableError(
      `no stack is running on ${dataDir}. Start one with "tickscope up", say where its data folder is with --data-dir, or set DATABASE_URL.`,
    );
  if (running.postgres === undefined)
    throw new CliError(
      `the stack on ${dataDir} has its accounts in a Postgres of your own: set DATABASE_URL to it.`,
    );
  const { url, users } = running.postgres;
  return { url: postgresUrl(url, users.app), where: `the Postgres of the stack on ${dataDir}` };
}

/** The message of Postgres for a wrong password, a missing database or a missing right; null for other errors. */
function refusalOf(error: unknown): string | null {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  const isRefusal = typeof code === 'string' && /^(28|3D|42501)/.test(code);
  return isRefusal && typeof message === 'string' ? message : null;
}
