import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { bareRead } from '../support/measure.js';
import type { ApiUnderLoad } from './api-under-load.js';
import { HEAVY, LIGHT, MEDIUM, type Planted, RIVALS } from './planted.js';
import type { Asked } from './questions.js';
import { BLOCKS_A_DAY, BLOCKS_IN_ALL, slotOfBlock } from './shape.js';

/** One operation at one setting, with questions that are all different. */
export interface Case {
  name: string;
  /** The most that p99 may be, by the number of clients. */
  goalsMs: Readonly<Record<number, number>>;
  clients: readonly number[];
  questions: readonly Question[];
  /** Answers are kept for minutes: no question may be asked twice. */
  isKept?: boolean;
  /** How many questions are asked first to count the server's work; 6 where it is left out. */
  counted?: number;
}

export interface Question {
  /** Gives how long the worker took, where it is a job. Throws when the answer is not what was planted. */
  ask(api: ApiUnderLoad): Promise<number | null>;
  /** The same rows, read without doing anything with them. */
  bare(client: TestConnection): Promise<void>;
}

export function cases(transactions: readonly Asked[], total: { fast: number; jobs: number }): Case[] {
  const repeat = <T>(wallets: readonly Planted[], of: (wallet: Planted, round: number) => T): T[] =>
    Array.from({ length: total.jobs }, (_, at) =>
      of(wallets[at % wallets.length]!, Math.floor(at / wallets.length)),
    );
  const sets = Array.from({ length: total.jobs }, (_, at) => transactions.slice(at * 50, at * 50 + 50));
  /** @param p99Ms the most that it may be with one client */
  const job = (name: string, questions: readonly Question[], p99Ms?: number): Case => ({
    ...{ name, questions, clients: [1], isKept: true },
    goalsMs: p99Ms === undefined ? {} : { 1: p99Ms },
  });
  return [
    ...[1, 10].map((window) => ({
      name: `check-sandwich-fast, ±${window}`,
      goalsMs: window === 10 ? { 1: 40, 4: 100 } : {},
      clients: [1, 4],
      questions: transactions.slice(0, total.fast).map((tx) => fastCheck(tx, window)),
    })),
    job(
      'check-sandwich, 50 signatures, ±10',
      sets.map((set) => check(set, 10)),
    ),
    job(
      'check-sandwich, 50 signatures, ±1,000',
      sets.map((set) => check(set, 1_000)),
      1_500,
    ),
    job('check-wallet, 10,000 trades, 4 days', repeat(HEAVY, scan), 700),
    job('check-wallet, 500 trades, 4 days', repeat(MEDIUM, scan)),
    job('check-wallet, 1 trade, 4 days', repeat(LIGHT, scan), 100),
    job(
      'check-attacker, victim of 10,000 trades',
      repeat(HEAVY, (wallet, round) => profile(wallet, 10 - round)),
    ),
    job(
      'validate-competition, 30 days, 12,000 and 13,200 trades',
      repeat(RIVALS, (wallet, round) => competition(wallet, 3 + round)),
      1_000,
    ),
  ];
}

function fastCheck({ signature, slot, blockIndex }: Asked, window: number): Question {
  return {
    async ask(api) {
      const { data } = (await api.post('check-sandwich-fast', { signature, slot_range: window })) as {
        data: { summary: { total_found: number } };
      };
      expectEqual(data.summary.total_found, 1, 'total_found');
      return null;
    },
    async bare(client) {
      await bareRead(
        client,
        `SELECT * FROM transactions WHERE slot = ${slot} AND block_index = ${blockIndex}`,
      );
      await bareRead(
        client,
        `SELECT * FROM sandwich_legs WHERE slot BETWEEN ${slot - window} AND ${slot + window}`,
      );
    },
  };
}

function check(set: readonly Asked[], window: number): Question {
  return {
    async ask(api) {
      const { data, runMs } = await api.job('check-sandwich', {
        signatures: set.map(({ signature }) => signature),
        slot_range: window,
      });
      const { summary } = data as { summary: { total_found: number; total_sandwich_attacks: number } };
      expectEqual(summary.total_found, set.length, 'total_found');
      if (summary.total_sandwich_attacks < set.length / 3)
        throw new Error(
          `${summary.total_sandwich_attacks} sandwiches where half were victims when they were stored`,
        );
      return runMs;
    },
    async bare(client) {
      const ranges = set.map(
        ({ slot, pool }) =>
          `(pool = unhex('${pool}') AND slot BETWEEN ${slot - window} AND ${slot + window})`,
      );
      await bareRead(client, `SELECT * FROM swaps WHERE ${ranges.join(' OR ')}`);
    },
  };
}

const FOUR_DAYS_AGO = slotOfBlock(BLOCKS_IN_ALL - 4 * BLOCKS_A_DAY);
const A_MONTH_AGO = slotOfBlock(BLOCKS_IN_ALL - 30 * BLOCKS_A_DAY);

/** A job whose answer must have the sums that were planted. */
function jobOn(
  path: string,
  body: object,
  planted: Readonly<Record<string, number>>,
  bare: Question['bare'],
): Question {
  return {
    async ask(api) {
      const { data, runMs } = await api.job(path, body);
      const { summary } = data as { summary: Record<string, number> };
      for (const [name, value] of Object.entries(planted)) expectEqual(summary[name], value, name);
      return runMs;
    },
    bare,
  };
}

/** @param round each asks with another window: answers are kept */
function scan({ base58, hex, trades, victimEvery }: Planted, round: number): Question {
  return jobOn(
    'check-wallet',
    { wallet_address: base58, time_range_days: 4, slot_window: 2 + round },
    { total_dex_trades: trades, total_sandwich_attacks: trades / victimEvery },
    (client) => readTrades(client, [hex], FOUR_DAYS_AGO),
  );
}

function profile({ base58, hex, attacker, trades, victimEvery }: Planted, window: number): Question {
  return jobOn(
    'check-attacker',
    {
      ...{ attacker_address: attacker.base58, victim_address: base58 },
      ...{ time_range_days: 4, slot_window: window },
    },
    { total_sandwiches: trades / victimEvery / 2 },
    (client) => readTrades(client, [hex], FOUR_DAYS_AGO),
  );
}

function competition({ base58, hex, attacker, trades, victimEvery }: Planted, window: number): Question {
  return jobOn(
    'validate-competition',
    {
      ...{ wallet_a: base58, wallet_b: attacker.base58 },
      ...{ time_range_days: 30, slot_window: window, limit: 500 },
    },
    { total_a_trades: trades, sandwiches: trades / victimEvery },
    (client) => readTrades(client, [hex, attacker.hex], A_MONTH_AGO),
  );
}

function readTrades(client: TestConnection, wallets: readonly string[], fromSlot: number): Promise<void> {
  const keys = wallets.map((hex) => `unhex('${hex}')`).join(', ');
  return bareRead(client, `SELECT * FROM swaps_by_trader WHERE trader IN (${keys}) AND slot >= ${fromSlot}`);
}

function expectEqual(found: number | undefined, planted: number, what: string): void {
  if (found !== planted) throw new Error(`${what} is ${found}, but ${planted} were planted`);
}
