import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Accounts,
  createKey,
  type KeyKind,
  loadPlans,
  openAccounts,
  revokeKey,
  type SubscriptionStatus,
  setSubscription,
} from '@tickscope/accounts';
import { AUDIENCE, createJwtIssuer, ISSUER } from '@tickscope/api/testing/jwt-issuer';
import { toBase58 } from '@tickscope/chain';

/** The plan that an operator adds for large customers: a contract of 3,000 requests a minute over all operations. */
const BUSINESS = { global: { limit: 3_000, seconds: 60 }, endpoints: {} };
/** A token must outlast the run. */
const TOKEN_SECONDS = 7_200;

/** One who asks, from an address of its own. */
export interface Caller {
  account: string;
  /** An API key in any state; null: none is sent. */
  key: string | null;
  /** Of the same account. */
  jwt: string;
  address: string;
}

/** Some callers of one kind, and how much of all the requests are theirs. */
export interface Group {
  name: string;
  /** How many callers, on which plan, and what they are like. */
  about: string;
  /** Of the shares of all groups together. */
  share: number;
  callers: Caller[];
  /** Whether they ask for all of the data or repeat a few popular questions. */
  asks: 'everything' | 'the same few';
}

export interface Callers {
  /** Variables of the API. */
  environment: Record<string, string>;
  groups: Group[];
}

interface GroupPlan extends Omit<Group, 'callers'> {
  size: number;
  plan: string;
  kind: KeyKind;
  status: SubscriptionStatus;
  credentials: 'key' | 'none' | 'wrong key' | 'revoked key';
}

const CUSTOMER = { kind: 'live', status: 'active', credentials: 'key', asks: 'everything' } as const;

/**
 * Who asks. Shares are of all requests. At 200 requests a second one of the steady accounts sends some 24 a minute, which
 * its plan allows, if not of one operation; one of the insistent ones 300, and does not heed a 429.
 */
const GROUPS: readonly GroupPlan[] = [
  {
    ...CUSTOMER,
    name: 'business',
    about: "a plan of the operator's: 3,000 requests a minute, no limits of single operations",
    share: 45,
    size: 12,
    plan: 'business',
  },
  {
    ...CUSTOMER,
    name: 'steady',
    about: 'plan `default`: 30 a minute, most operations 6',
    share: 20,
    size: 100,
    plan: 'default',
  },
  {
    ...CUSTOMER,
    name: 'insistent',
    about: 'plan `default`, ten times what it allows',
    share: 25,
    size: 10,
    plan: 'default',
    asks: 'the same few',
  },
  {
    ...CUSTOMER,
    name: 'trying it out',
    about: 'test keys, plan `test`: 30 a minute, most operations 6',
    share: 4,
    size: 20,
    plan: 'default',
    kind: 'test',
  },
  {
    ...CUSTOMER,
    name: 'expired',
    about: 'a subscription that has ended',
    share: 1,
    size: 4,
    plan: 'default',
    status: 'expired',
  },
  {
    ...CUSTOMER,
    name: 'without a key',
    about: 'no credentials, from 4 addresses',
    share: 2,
    size: 4,
    plan: 'default',
    credentials: 'none',
    asks: 'the same few',
  },
  {
    ...CUSTOMER,
    name: 'guessing',
    about: 'another key that does not exist with each request, from 4 addresses',
    share: 2,
    size: 4,
    plan: 'default',
    credentials: 'wrong key',
    asks: 'the same few',
  },
  {
    ...CUSTOMER,
    name: 'revoked',
    about: 'keys that are revoked',
    share: 1,
    size: 4,
    plan: 'default',
    credentials: 'revoked key',
    asks: 'the same few',
  },
];

export async function makeCallers(databaseUrl: string, folder: string): Promise<Callers> {
  const plans = join(folder, 'plans.json');
  writeFileSync(plans, JSON.stringify({ ...loadPlans(), business: BUSINESS }));
  const issuer = await createJwtIssuer();
  const jwks = join(folder, 'jwks.json');
  await issuer.writeJwks(jwks);
  const accounts = openAccounts(databaseUrl, { application: 'bench' });
  const exp = Math.floor(Date.now() / 1_000) + TOKEN_SECONDS;
  try {
    const groups: Group[] = [];
    for (const [groupIndex, { size, ...group }] of GROUPS.entries()) {
      const callers: Caller[] = [];
      for (let at = 0; at < size; at += 1) {
        const account = `${group.name} ${at}`;
        callers.push({
          account,
          key: await keyOf(accounts, account, group),
          jwt: await issuer.token(account, { claims: { exp } }),
          // The address range reserved for benchmarks (RFC 2544).
          address: `198.18.${groupIndex}.${at + 1}`,
        });
      }
      const { name, about, share, asks } = group;
      groups.push({ name, about, share, asks, callers });
    }
    return {
      environment: {
        PLANS_FILE: plans,
        JWT_ISSUER: ISSUER,
        JWT_AUDIENCE: AUDIENCE,
        JWT_JWKS: jwks,
        // Each caller has an address of its own, as behind a proxy.
        TRUST_PROXY: 'loopback',
      },
      groups,
    };
  } finally {
    await accounts.close();
  }
}

async function keyOf(
  accounts: Accounts,
  account: string,
  { plan, status, kind, credentials }: Omit<GroupPlan, 'size'>,
): Promise<string | null> {
  await setSubscription(accounts, account, { status, plan });
  if (credentials === 'none') return null;
  if (credentials === 'wrong key') return '';
  const { key, secret } = await createKey(accounts, { account, name: 'bench', kind, expiresAt: null });
  if (credentials === 'revoked key') await revokeKey(accounts, account, key.id);
  return secret;
}

/** What a caller sends as its token; of one who guesses, another each time. */
export function tokenOf({ key }: Caller): string | null {
  return key === '' ? `sk_live_${toBase58(randomBytes(32))}` : key;
}
