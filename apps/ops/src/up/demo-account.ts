import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Accounts,
  createKey,
  findCaller,
  KeyLimitError,
  listKeys,
  openAccounts,
  readSubscription,
  revokeKey,
  setSubscription,
} from '@tickscope/accounts';
import { writePrivateFile } from '@tickscope/embedded';

export const DEMO_ACCOUNT = 'demo';

/** Without the limits of a public service: the API is on this machine only. */
const DEMO_PLAN = 'local';
/** Plan that earlier versions gave the account. */
const FORMER_PLAN = 'default';

/** Distinguishes this program's keys of the account from keys that users made. */
const KEY_NAME = 'tickscope up';
const FILE = 'demo-key';

/**
 * The key of the demo account, for a stack with its own database. It is stored in DATA/demo-key (mode 0600), so
 * that it stays the same over restarts. If it is missing, revoked or of another database, a new one is made and
 * this program's earlier ones are revoked. A subscription that was changed since is kept, but for the plan of earlier
 * versions.
 * @returns `null` where the account has reached its limit of keys
 */
export async function demoKey(databaseUrl: string, dataDir: string): Promise<string | null> {
  const path = join(dataDir, FILE);
  const accounts = openAccounts(databaseUrl, { application: 'tickscope-up', poolSize: 1 });
  try {
    const subscription = await readSubscription(accounts, DEMO_ACCOUNT);
    if (subscription === null)
      await setSubscription(accounts, DEMO_ACCOUNT, { status: 'active', plan: DEMO_PLAN });
    else if (subscription.plan === FORMER_PLAN)
      await setSubscription(accounts, DEMO_ACCOUNT, { plan: DEMO_PLAN });
    const kept = (await readFile(path, 'utf8').catch(() => '')).trim();
    if ((await findCaller(accounts, kept))?.account === DEMO_ACCOUNT) return kept;
    const secret = await newKey(accounts);
    await writePrivateFile(path, `${secret}\n`);
    return secret;
  } catch (error) {
    if (error instanceof KeyLimitError) return null;
    throw error;
  } finally {
    await accounts.close();
  }
}

async function newKey(accounts: Accounts): Promise<string> {
  for (const { id, name, revokedAt } of await listKeys(accounts, DEMO_ACCOUNT))
    if (name === KEY_NAME && revokedAt === null) await revokeKey(accounts, DEMO_ACCOUNT, id);
  const request = { account: DEMO_ACCOUNT, name: KEY_NAME, kind: 'live', expiresAt: null } as const;
  return (await createKey(accounts, request)).secret;
}
