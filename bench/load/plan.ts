import { randomBytes } from 'node:crypto';
import { toBase58 } from '@tickscope/chain';
import { LIGHT, MEDIUM, type Planted, RIVALS } from '../mev/planted.js';
import type { Asked } from '../mev/questions.js';
import type { Callers } from './callers.js';
import type { Got, Sent } from './http-client.js';

/** One kind of request. */
export interface Kind {
  /** The operation's id, and what is special. */
  name: string;
  /** Of all shares together. */
  share: number;
  make(): Sent;
  /** Remembers of an answer what later requests ask about. */
  learn?(sent: Sent, got: Got): void;
}

/** What later requests ask about: jobs and keys, each with whose it is. */
interface Made {
  id: string;
  token: string;
}

const MOST_REMEMBERED = 500;
const POPULAR = 100;
const NO_JOB = '00000000-0000-4000-8000-000000000000';

/**
 * What is asked, and how often each: the operations that answer at once, jobs and their states, mistakes, strangers, and
 * callers on the default plan who ask too often. What costs ClickHouse something is about a tenth: on two cores shared with
 * the databases and the callers there is room for some 20 of those in a second, each being several queries of its own.
 *
 * @param paths of the OpenAPI document: what is not there is not asked for
 */
export function planOf(
  transactions: readonly Asked[],
  callers: Callers,
  random: () => number,
  paths: ReadonlySet<string>,
): Kind[] {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const key = () => pick(callers.generous);
  const limited = () => pick(callers.limited);
  const jwt = () => pick(callers.jwts);
  const wallet = (): Planted => pick([...LIGHT, ...MEDIUM]);
  const signature = () => pick(transactions).signature;
  /** What many ask about the API has at hand for 5 minutes. */
  const popular = () => pick(transactions.slice(0, POPULAR)).signature;
  const unknown = () => toBase58(randomBytes(64));
  const poolOf = ({ pool }: Asked) => toBase58(Buffer.from(pool, 'hex'));
  const jobs: Made[] = [];
  const keys: Made[] = [];

  const post = (path: string, token: string | null, body: object | string): Sent => ({
    ...{ method: 'POST', path: `/api${path}`, body },
    ...(token === null ? {} : { token }),
  });
  const get = (path: string, token: string): Sent => ({ method: 'GET', path: `/api${path}`, token });
  const kind = (name: string, share: number, make: () => Sent): Kind => ({ name, share, make });
  const job = (name: string, share: number, path: string, body: () => object): Kind => ({
    ...kind(name, share, () => post(`/mev/${path}`, key(), body())),
    learn: (sent, got) => remember(jobs, sent, got, /"jobId":"([^"]+)"/),
  });
  const trade = (token: string | null, changed: object = {}): Sent => {
    const asked = pick(transactions);
    return post('/analyze-trade', token, {
      ...{ signature: asked.signature, account_id: poolOf(asked) },
      ...changed,
    });
  };
  const fast = (signatures: string[]) => post('/mev/check-sandwich-fast', key(), { signatures });

  const all: Kind[] = [
    kind('analyzeTrade, ±4', 40, () => trade(key())),
    kind('analyzeTrade, ±100, 1,000 rows', 4, () => trade(key(), { slot_range: 100, limit: 1_000 })),
    kind('analyzeTrade, unknown signature', 15, () => trade(key(), { signature: unknown() })),
    kind('analyzeTrade, wrong field', 40, () => trade(key(), { slot_range: 0, limit: 'all' })),
    kind('analyzeTrade, no JSON', 15, () => post('/analyze-trade', key(), '{"signature":')),
    kind('analyzeTrade, plan default', 90, () => trade(limited())),
    kind('analyzeTrade, no credentials', 10, () => trade(null)),
    kind('analyzeTrade, wrong key', 10, () => trade(`sk_live_${toBase58(randomBytes(32))}`)),
    kind('getTransaction', 225, () => get(`/transaction/${popular()}`, key())),
    kind('getTransaction, seldom asked for', 25, () => get(`/transaction/${signature()}`, key())),
    kind('getTransaction, unknown signature', 20, () => get(`/transaction/${unknown()}`, key())),
    kind('getTransaction, wrong signature', 20, () => get(`/transaction/${signature().slice(2)}`, key())),
    kind('getTransaction, plan default', 80, () => get(`/transaction/${popular()}`, limited())),
    kind('checkSandwichFast, 1 signature', 30, () => fast([signature()])),
    kind('checkSandwichFast, 10 signatures', 4, () => fast(Array.from({ length: 10 }, signature))),
    kind('checkSandwichFast, unknown signature', 6, () => fast([unknown()])),
    job('checkWallet', 1, 'check-wallet', () => ({ wallet_address: wallet().base58, time_range_days: 4 })),
    job('checkSandwich', 1, 'check-sandwich', () => ({
      ...{ signatures: Array.from({ length: 5 }, signature), slot_range: 10 },
    })),
    job('checkAttacker', 1, 'check-attacker', () => {
      const { base58, attacker } = wallet();
      return { attacker_address: attacker.base58, victim_address: base58, time_range_days: 4 };
    }),
    job('validateCompetition', 0.5, 'validate-competition', () => {
      const { base58, attacker } = pick(RIVALS);
      return { wallet_a: base58, wallet_b: attacker.base58, time_range_days: 1 };
    }),
    kind('getJobStatus', 120, () => {
      const { id, token } = jobs.length === 0 ? { id: NO_JOB, token: key() } : pick(jobs);
      return get(`/mev/job-status/${id}`, token);
    }),
    kind('getJobStatus, unknown job', 10, () => get(`/mev/job-status/${NO_JOB}`, key())),
    kind('getSubscription', 90, () => get('/subscription', key())),
    kind('listKeys', 60, () => get('/keys', jwt())),
    {
      ...kind('createKey', 8, () => post('/keys', jwt(), { name: 'of the load', kind: 'test' })),
      learn: (sent, got) => remember(keys, sent, got, /"id":"([^"]+)"/),
    },
    kind('revokeKey', 8, () => {
      const { id, token } = keys.shift() ?? { id: NO_JOB, token: jwt() };
      return { method: 'DELETE', path: `/api/keys/${id}`, token };
    }),
    kind('no such path', 20, () => get('/nothing', key())),
    kind('no such method', 20, () => ({ method: 'PUT', path: '/api/analyze-trade', token: key() })),
  ];
  const later: [path: string, kind: Kind][] = [
    [
      '/write-locks/hot-accounts',
      kind('hot accounts, 1 h', 2, () => post('/write-locks/hot-accounts', key(), { time_range: '1h' })),
    ],
    [
      '/write-locks/account',
      kind('write locks of an account, 1 h', 4, () =>
        post('/write-locks/account', key(), { account: poolOf(pick(transactions)), time_range: '1h' }),
      ),
    ],
    [
      '/wallet/{address}/signatures',
      kind('signatures of a wallet', 4, () => post(`/wallet/${wallet().base58}/signatures`, key(), {})),
    ],
    [
      '/enhance-metadata',
      kind('enhance metadata, 5 signatures', 4, () =>
        post('/enhance-metadata', key(), { signatures: Array.from({ length: 5 }, signature) }),
      ),
    ],
  ];
  return [...all, ...later.filter(([path]) => paths.has(path)).map(([, one]) => one)];
}

function remember(made: Made[], { token }: Sent, { status, text }: Got, pattern: RegExp): void {
  const id = pattern.exec(text)?.[1];
  if (status !== 200 || id === undefined || token === undefined) return;
  made.push({ id, token });
  if (made.length > MOST_REMEMBERED) made.shift();
}

/** Draws kinds by their shares. */
export function drawer(kinds: readonly Kind[], random: () => number): () => Kind {
  const total = kinds.reduce((sum, { share }) => sum + share, 0);
  return () => {
    let left = random() * total;
    for (const kind of kinds) {
      left -= kind.share;
      if (left < 0) return kind;
    }
    return kinds.at(-1)!;
  };
}
