import { randomBytes } from 'node:crypto';
import { toBase58 } from '@tickscope/chain';
import { LIGHT, MEDIUM, type Planted, RIVALS } from '../mev/planted.js';
import type { Asked } from '../mev/questions.js';
import { type Caller, type Group, tokenOf } from './callers.js';
import type { Got, Sent } from './http-client.js';

/** One kind of request. */
export interface Kind {
  /** Its id in the OpenAPI document. */
  operation: string;
  /** Particulars of the kind; empty: none. */
  about: string;
  /** Part of the shares of all kinds together. */
  share: number;
  make(caller: Caller): Sent;
  /** Remembers of an answer what later requests of the caller ask about. */
  learn?(caller: Caller, got: Got): void;
}

export interface Subjects {
  transactions: readonly Asked[];
  /** Wallets that signed some of them, base58. */
  wallets: readonly string[];
  /** Unix seconds: of the newest block. */
  newestTime: number;
}

/** Results of requests: the ids of each account's jobs or keys. */
type Made = Map<string, string[]>;

const MOST_REMEMBERED = 50;
/** How many of the transactions, from the first on, are asked about by many callers at once. */
export const POPULAR = 100;
const NO_JOB = '00000000-0000-4000-8000-000000000000';
const A_DAY_SECONDS = 86_400;
const TRADE = '/analyze-trade';
const FAST = '/mev/check-sandwich-fast';
const METADATA = '/enhance-metadata';
/** How long a listener stays. */
const LISTEN_MS = 5_000;

/**
 * Kinds of requests, with the share of each: every operation of the interface, and the mistakes that callers make.
 * Looking at one transaction and asking how a job gets on come first, as they do where people look at pages; then the
 * operations that look around a trade; then those that sum over hours or days. What costs ClickHouse something is about
 * a tenth of all requests: each is several queries, and on two cores shared with the databases and the callers there is
 * room for some 20 of them in a second. The rest is refused, kept in memory, or of Postgres alone.
 */
export function kindsOf({ transactions, wallets, newestTime }: Subjects, random: () => number): Kind[] {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const planted = (): Planted => pick([...LIGHT, ...MEDIUM]);
  const signature = () => pick(transactions).signature;
  const popular = () => pick(transactions.slice(0, POPULAR)).signature;
  const unknown = () => toBase58(randomBytes(64));
  const poolOf = ({ pool }: Asked) => toBase58(Buffer.from(pool, 'hex'));
  const jobs: Made = new Map();
  const backfills: Made = new Map();
  const keys: Made = new Map();

  type Make = (caller: Caller) => Sent;
  type Body = () => object | string;
  const sent = (caller: Caller, method: string, path: string, body?: object | string): Sent => ({
    ...{ method, path: `/api${path}`, address: caller.address, token: tokenOf(caller) },
    ...(body === undefined ? {} : { body }),
  });
  const post =
    (path: string, body: Body): Make =>
    (caller) =>
      sent(caller, 'POST', path, body());
  /** Keys are made and listed with a JWT. */
  const byJwt =
    (make: Make): Make =>
    (caller) => ({ ...make(caller), token: caller.jwt });
  const kind = (operation: string, about: string, share: number, make: Make): Kind => ({
    ...{ operation, about, share, make },
  });
  const job = (operation: string, share: number, path: string, body: Body): Kind => ({
    ...kind(operation, '', share, post(`/mev/${path}`, body)),
    learn: (caller, got) => remember(jobs, caller, got, /"jobId":"([^"]+)"/),
  });
  const ofMade =
    (made: Made, path: string): Make =>
    (caller) => {
      const own = made.get(caller.account) ?? [];
      return sent(caller, 'GET', `${path}/${own.length === 0 ? NO_JOB : pick(own)}`);
    };
  const several = (count: number, one: () => string) => Array.from({ length: count }, one);
  const trade = (changed: object) => {
    const asked = pick(transactions);
    return { signature: asked.signature, account_id: poolOf(asked), ...changed };
  };
  const pool = () => poolOf(pick(transactions));
  /** Everybody's day begins at another second. */
  const aDay = () => newestTime - A_DAY_SECONDS - Math.floor(3_600 * random());

  const gets: [operation: string, about: string, share: number, path: () => string][] = [
    ['getTransaction', 'one of the 100 that many ask about', 330, () => `/transaction/${popular()}`],
    ['getTransaction', 'any other', 20, () => `/transaction/${signature()}`],
    ['getTransaction', 'unknown signature', 10, () => `/transaction/${unknown()}`],
    ['getTransaction', 'malformed signature', 5, () => `/transaction/${signature().slice(2)}`],
    ['getJobStatus', 'unknown job', 5, () => `/mev/job-status/${NO_JOB}`],
    ['getSubscription', '', 40, () => '/subscription'],
    ['no such path', '', 4, () => '/nothing'],
  ];
  const posts: [operation: string, about: string, share: number, path: string, body: Body][] = [
    ['analyzeTrade', '±4 slots', 20, TRADE, () => trade({})],
    ['analyzeTrade', '±100 slots, 1,000 rows', 2, TRADE, () => trade({ slot_range: 100, limit: 1_000 })],
    ['analyzeTrade', 'unknown signature', 5, TRADE, () => trade({ signature: unknown() })],
    ['analyzeTrade', 'wrong field', 10, TRADE, () => trade({ slot_range: 0, limit: 'all' })],
    ['analyzeTrade', 'no JSON', 5, TRADE, () => '{"signature":'],
    ['checkSandwichFast', '1 signature', 15, FAST, () => ({ signatures: [signature()] })],
    ['checkSandwichFast', '10 signatures', 1, FAST, () => ({ signatures: several(10, signature) })],
    ['checkSandwichFast', 'unknown signature', 3, FAST, () => ({ signatures: [unknown()] })],
    ['enhanceMetadata', '5 signatures', 10, METADATA, () => ({ signatures: several(5, signature) })],
    ['enhanceMetadata', '5 addresses', 2, METADATA, () => ({ addresses: several(5, pool) })],
    ['findHotAccounts', '1 h', 1, '/write-locks/hot-accounts', () => ({ time_range: '1h' })],
    ['getAccountWriteLocks', '1 h', 3, '/write-locks/account', () => ({ account: pool(), time_range: '1h' })],
  ];
  const ofWallet = (about: string, share: number, body: Body): Kind =>
    kind('walletSignatures', about, share, (caller) =>
      sent(caller, 'POST', `/wallet/${pick(wallets)}/signatures`, body()),
    );

  return [
    ...gets.map(([operation, about, share, path]) =>
      kind(operation, about, share, (caller) => sent(caller, 'GET', path())),
    ),
    ...posts.map(([operation, about, share, path, body]) => kind(operation, about, share, post(path, body))),
    ofWallet('a day of it', 3, () => ({ start_time: aDay() })),
    ofWallet('7 days, older ones from a node', 4, () => ({})),
    kind('getJobStatus', 'a job of its own, where it has one', 130, ofMade(jobs, '/mev/job-status')),
    kind(
      'listKeys',
      '',
      15,
      byJwt((caller) => sent(caller, 'GET', '/keys')),
    ),
    {
      ...kind('createKey', '', 4, byJwt(post('/keys', () => ({ name: 'of the load', kind: 'test' })))),
      learn: (caller, got) => remember(keys, caller, got, /"id":"([^"]+)"/),
    },
    kind(
      'revokeKey',
      '',
      4,
      byJwt((caller) => sent(caller, 'DELETE', `/keys/${keys.get(caller.account)?.shift() ?? NO_JOB}`)),
    ),
    job('checkWallet', 1, 'check-wallet', () => ({ wallet_address: planted().base58, time_range_days: 4 })),
    job('checkSandwich', 1.5, 'check-sandwich', () => ({
      signatures: several(5, signature),
      slot_range: 10,
    })),
    job('checkAttacker', 0.5, 'check-attacker', () => {
      const { base58, attacker } = planted();
      return { attacker_address: attacker.base58, victim_address: base58, time_range_days: 4 };
    }),
    job('validateCompetition', 0.5, 'validate-competition', () => {
      const { base58, attacker } = pick(RIVALS);
      return { wallet_a: base58, wallet_b: attacker.base58, time_range_days: 1 };
    }),
    {
      ...kind(
        'backfillTransaction',
        '',
        2,
        post('/backfill-transaction', () => ({ signature: unknown(), account: pool() })),
      ),
      learn: (caller, got) => remember(backfills, caller, got, /"request_id":"([^"]+)"/),
    },
    kind('getBackfillStatus', '', 10, ofMade(backfills, '/backfill-status')),
    kind('streamSandwiches', 'for 5 s; latency to its first bytes', 3, (caller) => ({
      ...sent(caller, 'GET', '/mev/stream'),
      listenMs: LISTEN_MS,
    })),
    kind('no such method', '', 4, (caller) => sent(caller, 'PUT', TRADE)),
  ];
}

/** Operations that programs ask again and again. */
const THE_SAME_FEW = new Set(['getTransaction', 'analyzeTrade', 'checkSandwichFast', 'getJobStatus']);

export interface Request {
  group: Group;
  caller: Caller;
  kind: Kind;
  sent: Sent;
}

/** Draws who asks, then for what, by their shares. */
export function drawer(
  groups: readonly Group[],
  kinds: readonly Kind[],
  random: () => number,
): () => Request {
  const few = kinds.filter(({ operation }) => THE_SAME_FEW.has(operation));
  return () => {
    const group = drawn(groups, random);
    const kind = drawn(group.asks === 'everything' ? kinds : few, random);
    const caller = group.callers[Math.floor(random() * group.callers.length)]!;
    return { group, caller, kind, sent: kind.make(caller) };
  };
}

function drawn<T extends { share: number }>(from: readonly T[], random: () => number): T {
  let left = random() * from.reduce((sum, { share }) => sum + share, 0);
  for (const one of from) {
    left -= one.share;
    if (left < 0) return one;
  }
  return from.at(-1)!;
}

function remember(made: Made, { account }: Caller, { status, text }: Got, pattern: RegExp): void {
  const id = pattern.exec(text)?.[1];
  if (status !== 200 || id === undefined) return;
  const own = made.get(account) ?? [];
  made.set(account, own);
  own.push(id);
  if (own.length > MOST_REMEMBERED) own.shift();
}
