import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createKey, loadPlans, openAccounts, setSubscription } from '@tickscope/accounts';
import { AUDIENCE, createJwtIssuer, ISSUER } from '../../apps/api/src/testing/jwt-issuer.js';

const GENEROUS = { global: { limit: 1_000_000, seconds: 60 }, endpoints: {} };
const GENEROUS_KEYS = 20;
const DEFAULT_KEYS = 10;
/** A token must outlast the run. */
const TOKEN_SECONDS = 7_200;

/** Who asks. */
export interface Callers {
  /** Variables of the API. */
  environment: Record<string, string>;
  /** Keys of accounts of their own, which may ask as often as they like. */
  generous: string[];
  /** Keys of the plan `default`: most of what they ask is too much. */
  limited: string[];
  /** JWTs of the accounts of the generous keys. */
  jwts: string[];
}

export async function makeCallers(databaseUrl: string, folder: string): Promise<Callers> {
  const plans = join(folder, 'plans.json');
  writeFileSync(plans, JSON.stringify({ ...loadPlans(), generous: GENEROUS }));
  const issuer = await createJwtIssuer();
  const jwks = join(folder, 'jwks.json');
  await issuer.writeJwks(jwks);
  const accounts = openAccounts(databaseUrl, { application: 'bench' });
  const keyOf = async (account: string, plan: string): Promise<string> => {
    await setSubscription(accounts, account, { status: 'active', plan });
    return (await createKey(accounts, { account, name: 'bench', kind: 'live', expiresAt: null })).secret;
  };
  const names = (kind: string, count: number) => Array.from({ length: count }, (_, at) => `${kind} ${at}`);
  try {
    const [generous, limited, jwts]: [string[], string[], string[]] = [[], [], []];
    const exp = Math.floor(Date.now() / 1_000) + TOKEN_SECONDS;
    for (const account of names('generous', GENEROUS_KEYS)) {
      generous.push(await keyOf(account, 'generous'));
      jwts.push(await issuer.token(account, { claims: { exp } }));
    }
    for (const account of names('limited', DEFAULT_KEYS)) limited.push(await keyOf(account, 'default'));
    return {
      environment: {
        PLANS_FILE: plans,
        JWT_ISSUER: ISSUER,
        JWT_AUDIENCE: AUDIENCE,
        JWT_JWKS: jwks,
      },
      generous,
      limited,
      jwts,
    };
  } finally {
    await accounts.close();
  }
}
