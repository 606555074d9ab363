import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import type { ApiUnderLoad, EndedJob } from './api-under-load.js';
import { bareRead } from './measure.js';
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
  return [
    ...[1, 10].map((window) => ({
      name: `check-sandwich-fast, ±${window}`,
      goalsMs: window === 10 ? { 1: 40, 4: 100 } : {},
      clients: [1, 4],
      questions: transactions.slice(0, total.fast).map((tx) => fastCheck(tx, window)),
    })),
    {
      name: 'check-sandwich, 50 signatures, ±10',
      goalsMs: {},
      clients: [1],
      questions: sets.map((set) => check(set, 10)),
    },
    {
      name: 'check-sandwich, 50 signatures, ±1,000',
      goalsMs: { 1: 1_500 },
      clients: [1],
      questions: sets.map((set) => check(set, 1_000)),
    },
    {
      name: 'check-wallet, 10,000 trades, 4 days',
      goalsMs: { 1: 700 },
      clients: [1],
      questions: repeat(HEAVY, (wallet, round) => scan(wallet, 2 + round)),
    },
    {
      name: 'check-wallet, 500 trades, 4 days',
      goalsMs: {},
      clients: [1],
      questions: repeat(MEDIUM, (wallet, round) => scan(wallet, 2 + round)),
    },
    {
      name: 'check-wallet, 1 trade, 4 days',
      goalsMs: { 1: 100 },
      clients: [1],
      questions: repeat(LIGHT, (wallet, round) => scan(wallet, 2 + round)),
    },
    {
      name: 'check-attacker, victim of 10,000 trades',
      goalsMs: {},
      clients: [1],
      questions: repeat(HEAVY, (wallet, round) => profile(wallet, 10 - round)),
    },
    {
      name: 'validate-competition, 30 days, 12,000 and 13,200 trades',
      goalsMs: { 1: 1_000 },
      clients: [1],
      questions: repeat(RIVALS, (wallet, round) => competition(wallet, 3 + round)),
    },
  ];
}

function fastCheck({ signature, slot, blockIndex }: Asked, window: number): Question {
  return {
    async ask(api) {
      const { data } = (await api.post('check-sandwich-fast', { signature, slot_range: window })) as {
        data: { summary: { total_found: number } };
      };
      expectEqual(data.summary.total_found, 1, 'transactions found');
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
      expectEqual(summary.total_found, set.length, 'transactions found');
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

function scan(wallet: Planted, window: number): Question {
  return {
    async ask(api) {
      const { data, runMs } = await api.job('check-wallet', {
        wallet_address: wallet.base58,
        time_range_days: 4,
        slot_window: window,
      });
      const { summary } = data as { summary: { total_dex_trades: number; total_sandwich_attacks: number } };
      expectEqual(summary.total_dex_trades, wallet.trades, 'trades');
      expectEqual(summary.total_sandwich_attacks, wallet.trades / wallet.victimEvery, 'sandwiches');
      return runMs;
    },
    bare: (client) => readTrades(client, [wallet.hex], FOUR_DAYS_AGO),
  };
}

function profile(wallet: Planted, window: number): Question {
  return {
    async ask(api) {
      const { data, runMs } = await api.job('check-attacker', {
        attacker_address: wallet.attacker.base58,
        victim_address: wallet.base58,
        time_range_days: 4,
        slot_window: window,
      });
      const { summary } = data as { summary: { total_sandwiches: number } };
      expectEqual(summary.total_sandwiches, wallet.trades / wallet.victimEvery / 2, 'sandwiches');
      return runMs;
    },
    bare: (client) => readTrades(client, [wallet.hex], FOUR_DAYS_AGO),
  };
}

function competition(wallet: Planted, window: number): Question {
  return {
    async ask(api): Promise<EndedJob['runMs']> {
      const { data, runMs } = await api.job('validate-competition', {
        wallet_a: wallet.base58,
        wallet_b: wallet.attacker.base58,
        time_range_days: 30,
        slot_window: window,
        limit: 500,
      });
      const { summary } = data as { summary: { total_a_trades: number; sandwiches: number } };
      expectEqual(summary.total_a_trades, wallet.trades, 'trades');
      expectEqual(summary.sandwiches, wallet.trades / wallet.victimEvery, 'sandwiches');
      return runMs;
    },
    bare: (client) => readTrades(client, [wallet.hex, wallet.attacker.hex], A_MONTH_AGO),
  };
}

function readTrades(client: TestConnection, wallets: readonly string[], fromSlot: number): Promise<void> {
  const keys = wallets.map((hex) => `unhex('${hex}')`).join(', ');
  return bareRead(client, `SELECT * FROM swaps_by_trader WHERE trader IN (${keys}) AND slot >= ${fromSlot}`);
}

function expectEqual(found: number, planted: number, what: string): void {
  if (found !== planted) throw new Error(`${found} ${what} were returned, ${planted} were planted`);
}
