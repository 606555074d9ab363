import {
  createKey,
  KeyLimitError,
  listKeys,
  openAccounts,
  readSubscription,
  revokeKey,
  setSubscription,
} from '@tickscope/accounts';

export const DEMO_ACCOUNT = 'demo';

/** Tells the keys of this program from those that somebody made for the same account. */
const KEY_NAME = 'tickscope up';

/**
 * The demo account of a stack of its own database, and a new key of it. The keys of earlier starts are revoked: nothing
 * that opens the API outlasts the stack on disk. A subscription that was set since stays as it is.
 * @returns `null` where somebody made so many keys of the account that there is no room for one
 */
export async function makeDemoKey(databaseUrl: string): Promise<string | null> {
  const accounts = openAccounts(databaseUrl, { application: 'tickscope-up', poolSize: 1 });
  try {
    if ((await readSubscription(accounts, DEMO_ACCOUNT)) === null)
      await setSubscription(accounts, DEMO_ACCOUNT, { status: 'active', plan: 'default' });
    for (const { id, name, revokedAt } of await listKeys(accounts, DEMO_ACCOUNT))
      if (name === KEY_NAME && revokedAt === null) await revokeKey(accounts, DEMO_ACCOUNT, id);
    const request = { account: DEMO_ACCOUNT, name: KEY_NAME, kind: 'live', expiresAt: null } as const;
    return (await createKey(accounts, request)).secret;
  } catch (error) {
    if (error instanceof KeyLimitError) return null;
    throw error;
  } finally {
    await accounts.close();
  }
}
