import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKey, migrateAccounts, openAccounts, setSubscription } from '@tickscope/accounts';
import { AUDIENCE, createJwtIssuer, ISSUER } from '@tickscope/api/testing/jwt-issuer';
import { choosePort, postgresUrl, startPostgres } from '@tickscope/embedded';
import { startCheckoutApi } from '../support/checkout-api.js';

const ACCOUNT = 'recorded';
const UNLIMITED = { global: { limit: 1_000_000, seconds: 1 }, endpoints: {} };

export interface RunningApi {
  origin: string;
  key: string;
  jwt: string;
  stop(): Promise<void>;
}

/** The API of a checkout, with one account on a Postgres of its own. */
export async function startCheckout(folder: string, clickHouse: Record<string, string>): Promise<RunningApi> {
  const temporary = await mkdtemp(join(tmpdir(), 'tickscope-answers-'));
  const postgres = await startPostgres({ dataDir: join(temporary, 'postgres') });
  await migrateAccounts(postgresUrl(postgres.url, postgres.users.owner), { appRole: 'app' });
  const databaseUrl = postgresUrl(postgres.url, postgres.users.app);
  const accounts = openAccounts(databaseUrl, { application: 'answers' });
  await setSubscription(accounts, ACCOUNT, { status: 'active', plan: 'default' });
  const made = await createKey(accounts, {
    account: ACCOUNT,
    name: 'answers',
    kind: 'live',
    expiresAt: null,
  });
  await accounts.close();
  const issuer = await createJwtIssuer();
  await issuer.writeJwks(join(temporary, 'jwks.json'));
  await writeFile(join(temporary, 'plans.json'), JSON.stringify({ default: UNLIMITED, test: UNLIMITED }));
  const api = await startCheckoutApi(folder, await choosePort('API'), {
    ...clickHouse,
    DATABASE_URL: databaseUrl,
    AUTH: 'on',
    JWT_ISSUER: ISSUER,
    JWT_AUDIENCE: AUDIENCE,
    JWT_JWKS: join(temporary, 'jwks.json'),
    PLANS_FILE: join(temporary, 'plans.json'),
  });
  return {
    origin: api.origin,
    key: made.secret,
    jwt: await issuer.token(ACCOUNT),
    async stop() {
      await api.stop();
      await postgres.stop();
      await rm(temporary, { recursive: true, force: true });
    },
  };
}
