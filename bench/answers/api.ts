import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createKey, migrateAccounts, openAccounts, setSubscription } from '@tickscope/accounts';
import { AUDIENCE, createJwtIssuer, ISSUER } from '@tickscope/api/testing/jwt-issuer';
import { postgresUrl, startPostgres } from '@tickscope/embedded';

const PORT = 18_795;
const ACCOUNT = 'recorded';
const UNLIMITED = { global: { limit: 1_000_000, seconds: 1 }, endpoints: {} };

export interface RunningApi {
  origin: string;
  key: string;
  jwt: string;
  stop(): Promise<void>;
}

/** The API of a checkout, from its sources, with one account on a Postgres of its own. */
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

  const home = resolve(folder, 'apps/api');
  const origin = `http://127.0.0.1:${PORT}`;
  const child = spawn(
    process.execPath,
    ['--conditions', 'tickscope:source', '--import', 'tsx', 'src/main.ts'],
    {
      cwd: home,
      env: {
        PATH: process.env['PATH'] ?? '',
        ...clickHouse,
        DATABASE_URL: databaseUrl,
        API_PORT: String(PORT),
        METRICS_PORT: '0',
        AUTH: 'on',
        JWT_ISSUER: ISSUER,
        JWT_AUDIENCE: AUDIENCE,
        JWT_JWKS: join(temporary, 'jwks.json'),
        PLANS_FILE: join(temporary, 'plans.json'),
        LOG_LEVEL: 'error',
      },
      stdio: ['ignore', process.stderr, 'inherit'],
    },
  );
  const exited = new Promise((done) => child.once('exit', done));
  for (let tries = 0; !(await isReady(origin)); tries += 1) {
    if (tries > 600 || child.exitCode !== null) throw new Error(`the API of ${home} does not become ready`);
    await sleep(100);
  }
  return {
    origin,
    key: made.secret,
    jwt: await issuer.token(ACCOUNT),
    async stop() {
      child.kill('SIGTERM');
      await exited;
      await postgres.stop();
      await rm(temporary, { recursive: true, force: true });
    },
  };
}

async function isReady(origin: string): Promise<boolean> {
  const response = await fetch(`${origin}/readyz`).catch(() => null);
  return response?.ok === true;
}
