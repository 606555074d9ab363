import { createHash } from 'node:crypto';
import { toBase58 } from '@tickscope/chain';
import type { Subjects } from './subjects.js';

/** A request as it is recorded, with all that its answer depends on. */
export interface Asked {
  operation: string;
  method: string;
  path: string;
  /** By whom: keys are made and listed with a JWT. */
  credential: 'key' | 'jwt' | 'none';
  body?: object | string;
  /** `job`: the answer is that of the job, when it has ended. `stream`: the events from the beginning of the feed. */
  follow?: 'job' | 'stream';
}

/** @param path under `/api` */
export const get = (operation: string, path: string, credential: Asked['credential'] = 'key'): Asked => ({
  ...{ operation, method: 'GET', path: `/api${path}`, credential },
});
/** @param path under `/api` */
export const post = (operation: string, path: string, body: object | string): Asked => ({
  ...{ operation, method: 'POST', path: `/api${path}`, credential: 'key', body },
});

/** How many requests there are of each operation. */
const COUNTS = {
  analyzeTrade: 110,
  getTransaction: 50,
  walletSignatures: 35,
  enhanceMetadata: 25,
  checkSandwichFast: 60,
  checkSandwich: 35,
  checkWallet: 40,
  checkAttacker: 25,
  validateCompetition: 20,
  findHotAccounts: 25,
  getAccountWriteLocks: 30,
} as const;
/** With the 455 above, and 13 wrong ones. */
const OF_ACCOUNT = 32;

const pick = <T>(from: readonly T[], at: number): T => from[at % from.length]!;

/** 500 requests over all operations: the same ones for the same store. */
export function makeRequests(subjects: Subjects): Asked[] {
  const requests = Object.entries(COUNTS).flatMap(([operation, count]) =>
    Array.from({ length: count }, (_, at) => ofOperation(operation as keyof typeof COUNTS, subjects, at)),
  );
  return [...requests, ...wrongOnes(subjects), ...ofAccount(subjects)];
}

function ofOperation(operation: keyof typeof COUNTS, subjects: Subjects, at: number): Asked {
  const { transactions, swaps, victims, pools, signers, hotAccounts } = subjects;
  const ask = (path: string, body: object): Asked => post(operation, path, body);
  const submit = (path: string, body: object): Asked => ({ ...ask(path, body), follow: 'job' });
  const victim = pick(victims, at);
  const either: readonly (readonly { signature: string }[])[] = [transactions, victims];
  switch (operation) {
    case 'analyzeTrade':
      return ask('/analyze-trade', tradeQuestion(subjects, at));
    case 'getTransaction': {
      const signature = at % 10 === 9 ? unknownSignature(at) : pick(either[at % 2]!, at).signature;
      return get(operation, `/transaction/${signature}`);
    }
    case 'walletSignatures':
      return ask(`/wallet/${pick([signers, victims.map(({ wallet }) => wallet)][at % 2]!, at)}/signatures`, {
        limit: pick([5, 100, 1_000], at),
        ...(at % 4 === 3 ? { start_time: subjects.newestTime - 60 * (at + 1) } : {}),
        ...(at % 5 === 4 ? { end_time: subjects.newestTime - 30 } : {}),
        ...(at % 7 === 6 ? { before: pick(transactions, at).signature } : {}),
      });
    case 'enhanceMetadata':
      return ask(
        '/enhance-metadata',
        at % 2 === 0
          ? {
              signatures: several(5, (each) => pick(either[each % 2]!, 5 * at + each).signature),
            }
          : {
              addresses: several(6, (each) => pick([pools, signers, hotAccounts][each % 3]!, 6 * at + each)),
            },
      );
    case 'checkSandwichFast':
      return ask(
        '/mev/check-sandwich-fast',
        at % 3 === 0
          ? {
              signatures: several(at % 10 === 0 ? 10 : 4, (each) =>
                each === 3 ? pick(swaps, at + each) : pick(victims, at + each).signature,
              ),
              slot_range: at % 11,
            }
          : {
              signature: [victim.signature, pick(swaps, at), unknownSignature(at)][
                at % 7 === 6 ? 2 : at % 2
              ]!,
              slot_range: at % 11,
            },
      );
    case 'checkSandwich':
      return submit('/mev/check-sandwich', {
        signatures: distinct(
          several(pick([1, 5, 50], at), (each) =>
            pick([victims.map((v) => v.signature), swaps][each % 2]!, at + each),
          ),
        ),
        slot_range: pick([0, 4, 10, 20, 100, 1_000], at),
      });
    case 'checkWallet':
      return submit('/mev/check-wallet', {
        wallet_address: pick([victim.wallet, pick(signers, at), victim.attacker, pick(pools, at)], at),
        time_range_days: 1 + (at % 4),
        slot_window: at % 11,
      });
    case 'checkAttacker':
      return submit('/mev/check-attacker', {
        attacker_address: victim.attacker,
        victim_address: at % 5 === 4 ? pick(victims, at + 7).wallet : victim.wallet,
        time_range_days: 1 + (at % 4),
        slot_window: at % 11,
      });
    case 'validateCompetition':
      return submit('/mev/validate-competition', {
        wallet_a: victim.attacker,
        wallet_b: at % 2 === 0 ? pick(victims, at + 3).attacker : victim.wallet,
        time_range_days: pick([1, 7, 30], at),
        slot_window: pick([1, 4, 100], at),
        limit: pick([100, 5], at),
        page: 1 + (at % 2),
      });
    case 'findHotAccounts':
      return ask('/write-locks/hot-accounts', {
        ...(at % 2 === 0
          ? { time_range: pick(['1h', '3h', '6h', '12h'], at >> 1) }
          : { slot: pick(transactions, at).slot }),
        limit: pick([1, 10, 50, 100], at),
      });
    case 'getAccountWriteLocks':
      return ask('/write-locks/account', {
        account: pick([hotAccounts, pools, signers][at % 3]!, at),
        ...(at % 2 === 0
          ? { time_range: pick(['1h', '3h', '6h', '12h', '24h', '48h', '72h'], at >> 1) }
          : { slot: pick(transactions, at).slot }),
      });
  }
}

/** Narrow and wide, the first page and later ones, hot accounts and quiet ones, in and out of times. */
function tradeQuestion(
  { transactions, victims, pools, hotAccounts, newestTime }: Subjects,
  at: number,
): object {
  const original = pick(transactions, at);
  const isVictim = at % 3 === 2;
  const account = [
    original.accounts[0],
    original.accounts.at(-1),
    pick(hotAccounts, at >> 2),
    pick(pools, at),
    original.accounts[original.accounts.length >> 1],
  ][at % 5]!;
  return {
    signature:
      at % 20 === 19 ? unknownSignature(at) : isVictim ? pick(victims, at).signature : original.signature,
    account_id: account,
    slot_range: pick([1, 4, 20, 100], at),
    limit: pick([1, 7, 100, 1_000], at >> 1),
    page: pick([1, 1, 1, 2, 3, 40], at),
    ...(at % 9 === 8 ? { start_time: newestTime - 120, end_time: newestTime - 60 } : {}),
  };
}

function wrongOnes({ transactions, pools, signers }: Subjects): Asked[] {
  const { signature } = transactions[0]!;
  return [
    post('analyzeTrade', '/analyze-trade', { signature, account_id: pools[0], slot_range: 0, limit: 'all' }),
    post('analyzeTrade', '/analyze-trade', '{"signature":'),
    post('analyzeTrade', '/analyze-trade', { signature, account_id: pools[0], start_time: 2, end_time: 1 }),
    { ...post('analyzeTrade', '/analyze-trade', { signature, account_id: pools[0] }), credential: 'none' },
    post('checkSandwichFast', '/mev/check-sandwich-fast', { signatures: [], slot_range: 11 }),
    post('checkSandwich', '/mev/check-sandwich', {}),
    post('checkWallet', '/mev/check-wallet', { wallet_address: signature }),
    post('findHotAccounts', '/write-locks/hot-accounts', { time_range: '2h' }),
    post('getAccountWriteLocks', '/write-locks/account', { account: signers[0], slot: 1, time_range: '1h' }),
    get('getTransaction', `/transaction/${signature.slice(2)}`),
    { ...get('getTransaction', `/transaction/${signature}`), method: 'PUT' },
    get('none', '/nothing'),
    { operation: 'none', method: 'GET', path: '/healthz', credential: 'none' },
  ];
}

/** Requests about the account or the jobs of the caller, and for the feed. */
function ofAccount({ pools, victims }: Subjects): Asked[] {
  const none = '00000000-0000-4000-8000-000000000000';
  const filters = [
    '',
    ...several(6, (at) => `?pool=${pick(pools, at)}`),
    ...several(6, (at) => `?victim=${pick(victims, at).wallet}`),
    ...several(6, (at) => `?attacker=${pick(victims, at).attacker}`),
    '?dex=raydium%20cpmm',
  ];
  const all: Asked[] = [
    get('getSubscription', '/subscription'),
    get('listKeys', '/keys', 'jwt'),
    get('listKeys', '/keys'),
    { ...post('createKey', '/keys', { name: 'recorded', kind: 'test' }), credential: 'jwt' },
    { ...get('revokeKey', `/keys/${none}`, 'jwt'), method: 'DELETE' },
    get('getJobStatus', `/mev/job-status/${none}`),
    get('getBackfillStatus', `/backfill-status/${none}`),
    ...several(5, (at) =>
      post('backfillTransaction', '/backfill-transaction', {
        ...{ signature: unknownSignature(at), account: pick(pools, at) },
      }),
    ),
    ...filters.map(
      (filter): Asked => ({ ...get('streamSandwiches', `/mev/stream${filter}`), follow: 'stream' }),
    ),
  ];
  if (all.length !== OF_ACCOUNT) throw new Error(`${all.length} requests instead of ${OF_ACCOUNT}`);
  return all;
}

function several<T>(count: number, one: (at: number) => T): T[] {
  return Array.from({ length: count }, (_, at) => one(at));
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}

/** A signature that no transaction has. */
function unknownSignature(at: number): string {
  return toBase58(createHash('sha512').update(`unknown ${at}`).digest());
}
