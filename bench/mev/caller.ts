import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createKey, openAccounts, setSubscription } from '@tickscope/accounts';

const UNLIMITED = { global: { limit: 1_000_000, seconds: 1 }, endpoints: {} };

/**
 * Who asks, and what lets it ask as often as a benchmark does: a key of an account of its own, and plans without limits,
 * so that each request is let in the way every other is. The one place to change with how callers authenticate.
 *
 * @returns variables for the API's environment, and headers for each request
 */
export async function benchCaller(
  databaseUrl: string,
  folder: string,
): Promise<{ environment: Record<string, string>; headers: Record<string, string> }> {
  const accounts = openAccounts(databaseUrl, { application: 'bench' });
  try {
    // An account has few keys: each run is another.
    const account = `bench ${new Date().toISOString()}`;
    await setSubscription(accounts, account, { status: 'active', plan: 'default' });
    const { secret } = await createKey(accounts, { account, name: 'bench', kind: 'live', expiresAt: null });
    const plans = join(folder, 'plans.json');
    writeFileSync(plans, JSON.stringify({ default: UNLIMITED, test: UNLIMITED }));
    return { environment: { PLANS_FILE: plans }, headers: { authorization: `Bearer ${secret}` } };
  } finally {
    await accounts.close();
  }
}
