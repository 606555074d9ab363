import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKey, setSubscription } from '@tickscope/accounts';
import type { ApiProcess } from '@tickscope/api/testing/api-process';
import { AUDIENCE, createJwtIssuer, ISSUER, type JwtIssuer } from '@tickscope/api/testing/jwt-issuer';
import { startProcessesUnderTest } from '@tickscope/api/testing/processes-under-test';
import { redetect } from '@tickscope/pipeline';
import { BlockWriter } from '@tickscope/store';
import { signatureAt } from '@tickscope/testkit/chain-of-trades';
import { address, tradedBlock } from '@tickscope/testkit/traded-block';
import { got, TradingPool } from '@tickscope/testkit/trading-pool';

const SLOTS = 200;
const FIRST_SLOT = 1_000;

/** Knowledge of the senders. */
export interface Known {
  /** Key of a customer who behaves. */
  goodKey: string;
  /** Key of a customer who does not, with so large a plan that limits do not hide what comes after them. */
  hostileKey: string;
  /** The same on the default plan, and of an account whose subscription has expired. */
  limitedKey: string;
  expiredKey: string;
  issuer: JwtIssuer;
  signatures: string[];
  accounts: string[];
}

export interface Stage {
  api: ApiProcess;
  /** On the same databases, with visitors. */
  visited: ApiProcess;
  known: Known;
  stop(): Promise<void>;
}

/** ClickHouse, Postgres and the API as a program, AUTH on, over some hundred slots with a sandwich in each. */
export async function setStage(): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'tickscope-hostile-'));
  const issuer = await createJwtIssuer();
  await issuer.writeJwks(join(folder, 'jwks.json'));
  const large = { global: { limit: 1_000_000, seconds: 60 }, endpoints: {} };
  const small = {
    global: { limit: 30, seconds: 60 },
    endpoints: { getTransaction: { limit: 6, seconds: 60 } },
  };
  await writeFile(join(folder, 'plans.json'), JSON.stringify({ default: small, test: small, large }));

  const processes = await startProcessesUnderTest();
  const blocks = Array.from({ length: SLOTS }, (_, at) => {
    const pool = new TradingPool(`pool of ${at}`);
    const front = pool.swap('mallory', 'A', 100_000_000n);
    const victim = pool.swap('alice', 'A', 900_000_000n);
    const back = pool.swap('mallory', 'B', got(front));
    return tradedBlock(FIRST_SLOT + at, [front, victim, back]);
  });
  await new BlockWriter(processes.owner).write(blocks);
  const last = FIRST_SLOT + SLOTS - 1;
  await redetect(processes.owner, { fromSlot: FIRST_SLOT, toSlot: last, headSlot: last });

  const keyOf = async (account: string, status: 'active' | 'expired', plan: string): Promise<string> => {
    await setSubscription(processes.accounts, account, { status, plan });
    const request = { account, name: 'hostile', kind: 'live', expiresAt: null } as const;
    return (await createKey(processes.accounts, request)).secret;
  };
  const known: Known = {
    goodKey: await keyOf('good', 'active', 'large'),
    hostileKey: await keyOf('hostile', 'active', 'large'),
    limitedKey: await keyOf('limited', 'active', 'default'),
    expiredKey: await keyOf('expired', 'expired', 'default'),
    issuer,
    signatures: blocks.flatMap(({ slot }) => [0, 1, 2].map((at) => signatureAt(blocks, slot, at))),
    accounts: ['alice', 'mallory', 'pool of 0', 'pool of 1'].map(address),
  };
  const env = {
    AUTH: 'on',
    API_ROLE: 'all',
    PLANS_FILE: join(folder, 'plans.json'),
    JWT_ISSUER: ISSUER,
    JWT_AUDIENCE: AUDIENCE,
    JWT_JWKS: join(folder, 'jwks.json'),
    LOG_LEVEL: 'info',
  };
  const api = await processes.start('api', { probe: true, env });
  const visited = await processes.start('api', { probe: true, env: { ...env, EXPLORER_PLAN: 'large' } });
  return {
    api,
    visited,
    known,
    async stop() {
      await processes.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
