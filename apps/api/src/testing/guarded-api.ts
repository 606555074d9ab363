import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Accounts,
  type CreatedKey,
  createKey,
  type KeyKind,
  openAccounts,
  setSubscription,
} from '@tickscope/accounts';
import { type ApiConfig, readApiConfig } from '@tickscope/config';
import { ACCOUNTS_TEMPLATE } from '@tickscope/testkit/store/accounts-template';
import { takePostgres } from '@tickscope/testkit/store/shared-postgres';
import { type RunningApi, type StartOptions, startApi } from '../server.js';
import { AUDIENCE, createJwtIssuer, ISSUER, type JwtIssuer, jwtAccount } from './jwt-issuer.js';
import { quiet } from './quiet.js';

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
  const postgres = await takePostgres(ACCOUNTS_TEMPLATE);
  const folder = await mkdtemp(join(tmpdir(), 'tickscope-guarded-'));
  const issuer = await createJwtIssuer();
  const jwks = join(folder, 'jwks.json');
  await issuer.writeJwks(jwks);
  const accounts = openAccounts(postgres.ownerUrl);
  const config: ApiConfig = {
    ...readApiConfig({
      CLICKHOUSE_URL: 'http://127.0.0.1:1',
      DATABASE_URL: postgres.appUrl,
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
  const started: RunningApi[] = [];
  const startAnother: GuardedApi['startAnother'] = async (changed = {}, more = {}) => {
    const api = await startApi({ ...config, ...changed }, { ...quiet, ...options, ...more });
    started.push(api);
    return api;
  };
  const { url, metricsUrl } = await startAnother();
  let count = 0;

  const guarded: GuardedApi = {
    url,
    metricsUrl,
    config,
    dataDir: postgres.dataDir,
    issuer,
    accounts,
    postgres,
    startAnother,
    async account(plan = 'default') {
      count += 1;
      const account = jwtAccount(`account ${count}`);
      await setSubscription(accounts, account, { status: 'active', plan });
      return account;
    },
    key: (account, { kind = 'live', expiresAt = null } = {}) =>
      createKey(accounts, { account, name: 'of a test', kind, expiresAt }),
    freshKey: async (plan) => (await guarded.key(await guarded.account(plan))).secret,
    async stop() {
      for (const api of started) await api.stop();
      await accounts.close();
      postgres.giveBack();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return guarded;
}
