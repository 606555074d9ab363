import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createKey, migrateAccounts, openAccounts, setSubscription } from '@tickscope/accounts';
import { AUDIENCE, createJwtIssuer, ISSUER } from '@tickscope/api/testing/jwt-issuer';
import { choosePort, postgresUrl, startPostgres } from '@tickscope/embedded';
import { API_MEMORY } from '@tickscope/ops/memory-settings';
import { ROOT } from './report.js';
import { startApp, stopApp } from './stack.js';

export interface BenchApi {
  origin: string;
  /** Where its metrics are. */
  metricsUrl: string;
  pid: number;
  stop(): Promise<void>;
}

export interface ApiOptions {
  /** Another built checkout. */
  checkout?: string;
  /** For example `--cpu-prof`. */
  nodeOptions?: readonly string[];
}

/** The built API with the memory that it has in production. So two builds can answer from one store. */
export async function startBenchApi(
  environment: Record<string, string>,
  options: ApiOptions = {},
): Promise<BenchApi> {
  const [port, metricsPort] = [await choosePort('API'), await choosePort('metrics')];
  const origin = `http://127.0.0.1:${port}`;
  const ports = { API_PORT: String(port), METRICS_PORT: String(metricsPort) };
  const env = { ...ports, LOG_LEVEL: 'error', ...API_MEMORY, ...environment };
  const child = await startApp('api', env, `${origin}/readyz`, [], options);
  return {
    origin,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    pid: child.pid!,
    stop: () => stopApp(child),
  };
}

export interface AccountApi extends BenchApi {
  /** The key of an account whose plan has no limits, so that each request is let in the way every other is. */
  key: string;
  jwt: string;
}

const ACCOUNT = 'recorded';
const UNLIMITED = { global: { limit: 1_000_000, seconds: 1 }, endpoints: {} };

/** The API and its jobs, with one account on a Postgres of its own. */
export async function startAccountApi(
  clickHouse: Record<string, string>,
  options: ApiOptions = {},
): Promise<AccountApi> {
  const folder = await mkdtemp(join(tmpdir(), 'tickscope-bench-api-'));
  const [jwks, plans] = [join(folder, 'jwks.json'), join(folder, 'plans.json')];
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
  const ownerUrl = postgresUrl(postgres.url, postgres.users.owner);
  await (await migrationOf(options.checkout))(ownerUrl, { appRole: 'app' });
  const accounts = openAccounts(ownerUrl, { application: 'bench' });
  await setSubscription(accounts, ACCOUNT, { status: 'active', plan: 'default' });
  const made = await createKey(accounts, { account: ACCOUNT, name: 'bench', kind: 'live', expiresAt: null });
  await accounts.close();
  const issuer = await createJwtIssuer();
  await issuer.writeJwks(jwks);
  await writeFile(plans, JSON.stringify({ default: UNLIMITED, test: UNLIMITED }));
  const environment = {
    ...{ ...clickHouse, DATABASE_URL: postgresUrl(postgres.url, postgres.users.app), AUTH: 'on' },
    ...{ JWT_ISSUER: ISSUER, JWT_AUDIENCE: AUDIENCE, JWT_JWKS: jwks, PLANS_FILE: plans },
  };
  const api = await startBenchApi(environment, options);
  return {
    ...api,
    key: made.secret,
    jwt: await issuer.token(ACCOUNT),
    async stop() {
      await api.stop();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The accounts' tables as another build makes them. */
async function migrationOf(checkout = ROOT): Promise<typeof migrateAccounts> {
  if (checkout === ROOT) return migrateAccounts;
  const built = pathToFileURL(resolve(checkout, 'node_modules/@tickscope/accounts/dist/index.js')).href;
  const accounts: typeof import('@tickscope/accounts') = await import(built);
  return accounts.migrateAccounts;
}
