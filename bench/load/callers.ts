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
  /** Token of the same account. */
  jwt: string;
  address: string;
}

/** Some callers of one kind, and how much of all the requests are theirs. */
export interface Group {
  name: string;
  /** How many callers, on which plan, and what they are like. */
  about: string;
  /** Part of the shares of all groups together. */
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

/** A group of customers with live keys of the default plan, unless it says otherwise. */
function group(
  name: string,
  about: string,
  own: Pick<GroupPlan, 'share' | 'size'> & Partial<GroupPlan>,
): GroupPlan {
  return {
    ...{ name, about, plan: 'default', kind: 'live', status: 'active', credentials: 'key' },
    ...{ asks: 'everything', ...own },
  };
}

/**
 * Groups of callers. Shares are of all requests. At 200 requests a second one of the steady accounts sends some 24 a
 * minute, which its plan allows, if not of one operation; one of the insistent ones 300, and does not heed a 429.
 */
const GROUPS: readonly GroupPlan[] = [
  group('business', "a plan of the operator's: 3,000 requests a minute, no limits of single operations", {
    ...{ share: 45, size: 12, plan: 'business' },
  }),
  group('steady', 'plan `default`: 30 a minute, most operations 6', { share: 20, size: 100 }),
  group('insistent', 'plan `default`, ten times what it allows', {
    share: 25,
    size: 10,
    asks: 'the same few',
  }),
  group('trying it out', 'test keys, plan `test`: 30 a minute, most operations 6', {
    ...{ share: 4, size: 20, kind: 'test' },
  }),
  group('expired', 'a subscription that has ended', { share: 1, size: 4, status: 'expired' }),
  group('without a key', 'no credentials, from 4 addresses', {
    ...{ share: 2, size: 4, credentials: 'none', asks: 'the same few' },
  }),
  group('guessing', 'another key that does not exist with each request, from 4 addresses', {
    ...{ share: 2, size: 4, credentials: 'wrong key', asks: 'the same few' },
  }),
  group('revoked', 'keys that are revoked', {
    ...{ share: 1, size: 4, credentials: 'revoked key', asks: 'the same few' },
  }),
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

/** Token that a caller sends; a caller who guesses sends another each time. */
export function tokenOf({ key }: Caller): string | null {
  return key === '' ? `sk_live_${toBase58(randomBytes(32))}` : key;
}
