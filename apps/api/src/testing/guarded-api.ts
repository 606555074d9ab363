import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Accounts,
  type CreatedKey,
  createKey,
  type KeyKind,
  migrateAccounts,
  openAccounts,
  setSubscription,
} from '@tickscope/accounts';
import { type ApiConfig, readApiConfig } from '@tickscope/config';
import { type EmbeddedPostgres, postgresUrl, startPostgres } from '@tickscope/embedded';
import { createLogger } from '@tickscope/log';
import { type RunningApi, type StartOptions, startApi } from '../server.js';
import { AUDIENCE, createJwtIssuer, ISSUER, type JwtIssuer } from './jwt-issuer.js';

/** The API with AUTH on and a real PostgreSQL, without ClickHouse: admitted requests get 503. */
export interface GuardedApi {
  url: string;
  /** The URL of the metrics server. */
  metricsUrl: string;
  config: ApiConfig;
  /** The data directory of Postgres. */
  dataDir: string;
  issuer: JwtIssuer;
  /** The owner's direct access to Postgres. */
  accounts: Accounts;
  postgres: { stop(): Promise<void>; start(): Promise<void> };
  /** Starts another API on the same databases, as another process would. */
  startAnother(overrides?: Partial<ApiConfig>, options?: StartOptions): Promise<RunningApi>;
  /** Creates an account with an active subscription on this plan. */
  account(plan?: string): Promise<string>;
  key(account: string, changed?: { kind?: KeyKind; expiresAt?: Date | null }): Promise<CreatedKey>;
  /** Creates a key of a new account with an active subscription. */
  freshKey(plan?: string): Promise<string>;
  stop(): Promise<void>;
}

export async function startGuardedApi(
  overrides: Partial<ApiConfig> = {},
  options: StartOptions = {},
): Promise<GuardedApi> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tickscope-guarded-'));
  const issuer = await createJwtIssuer();
  const jwks = join(dataDir, 'jwks.json');
  await issuer.writeJwks(jwks);
  let postgres: EmbeddedPostgres = await startPostgres({ dataDir: join(dataDir, 'postgres') });
  const ownerUrl = postgresUrl(postgres.url, postgres.users.owner);
  await migrateAccounts(ownerUrl, { appRole: 'app' });
  const accounts = openAccounts(ownerUrl);
  const config: ApiConfig = {
    ...readApiConfig({
      CLICKHOUSE_URL: 'http://127.0.0.1:1',
      DATABASE_URL: postgresUrl(postgres.url, postgres.users.app),
      API_PORT: '0',
      METRICS_PORT: '0',
      API_ROLE: 'api',
      JWT_ISSUER: ISSUER,
      JWT_AUDIENCE: AUDIENCE,
      JWT_JWKS: jwks,
      // Tests cause more refusals than callers do; the tests of this limit set their own.
      ADDRESS_LIMIT: '1000000',
    }),
    ...overrides,
  };
  const silent = createLogger({ name: 'test', level: 'silent' });
  const started: RunningApi[] = [];
  const startAnother: GuardedApi['startAnother'] = async (changed = {}, more = {}) => {
    const api = await startApi(
      { ...config, ...changed },
      { log: silent, metricsKeptMs: 0, ...options, ...more },
    );
    started.push(api);
    return api;
  };
  const { url, metricsUrl } = await startAnother();
  let count = 0;

  const guarded: GuardedApi = {
    url,
    metricsUrl,
    config,
    dataDir,
    issuer,
    accounts,
    postgres: {
      async stop() {
        await postgres.stop();
      },
      async start() {
        postgres = await startPostgres({ dataDir: join(dataDir, 'postgres'), port: postgres.port });
      },
    },
    startAnother,
    async account(plan = 'default') {
      count += 1;
      const account = `account ${count}`;
      await setSubscription(accounts, account, { status: 'active', plan });
      return account;
    },
    key: (account, { kind = 'live', expiresAt = null } = {}) =>
      createKey(accounts, { account, name: 'of a test', kind, expiresAt }),
    freshKey: async (plan) => (await guarded.key(await guarded.account(plan))).secret,
    async stop() {
      for (const api of started) await api.stop();
      await accounts.close();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return guarded;
}
