import type { Block } from '@tickscope/chain';
import { expectedRows } from '@tickscope/testkit/store/expected-rows';
import { nearestRank } from '@tickscope/testkit/store/naive-locks';

/** The fees of every account, counted lock by lock over texts, without the arrays of `account_slots`. */
export class NaiveFees {
  readonly #blocks: readonly Block[];
  readonly #transactions: Locks;
  readonly #writers = new Map<string, Locks>();
  /** By slot and index in the block; of blocks with 64 ticks. */
  readonly #quarters = new Map<string, number>();

  constructor(blocks: readonly Block[]) {
    this.#blocks = blocks;
    const { account_locks: locks, transactions } = expectedRows(blocks);
    this.#transactions = transactions;
    for (const lock of locks) {
      if (lock['is_write'] !== 'true') continue;
      const account = lock['account'] as string;
      const own = this.#writers.get(account) ?? [];
      this.#writers.set(account, own);
      own.push(lock);
    }
    const ticked = new Set<string>();
    for (const { slot, entries } of blocks)
      if (entries.filter((it) => it.transactionCount === 0).length >= 64) ticked.add(String(slot));
    for (const { slot, block_index, poh_tick } of transactions)
      if (typeof poh_tick === 'string' && ticked.has(String(slot)))
        this.#quarters.set(
          `${String(slot)}.${String(block_index)}`,
          Math.floor((Number(poh_tick) - Number(slot) * 64) / 16),
        );
  }

  /**
   * The answer of a node: for each slot from one on the greatest of the accounts' least prices, or the block's least, over
   * successful transactions without votes; no price is 0.
   */
  recent(accounts: readonly string[], from: number): { slot: number; price: bigint }[] {
    const priceOf = (row: Locks[number]): bigint => BigInt((row['compute_unit_price'] ?? '0') as string);
    const least = (rows: readonly Locks[number][]): bigint | null =>
      rows
        .map(priceOf)
        .reduce<bigint | null>((min, price) => (min === null || price < min ? price : min), null);
    return this.#blocks.flatMap(({ slot }) => {
      if (slot < from) return [];
      const ofBlock = least(
        this.#transactions.filter(
          (tx) => tx['slot'] === String(slot) && tx['success'] === 'true' && tx['is_vote'] === 'false',
        ),
      );
      if (ofBlock === null) return [];
      const ofAccounts = accounts.flatMap((account) => {
        const price = least(
          (this.#writers.get(account) ?? []).filter(
            (lock) =>
              lock['slot'] === String(slot) && lock['is_failed'] === 'false' && lock['is_vote'] === 'false',
          ),
        );
        return price === null ? [] : [price];
      });
      return [{ slot, price: ofAccounts.reduce((most, it) => (it > most ? it : most), ofBlock) }];
    });
  }

  /** Counts an account in the slots from one on. */
  of(hex: string, from: number, limitOf: (slot: number) => number) {
    const writers = (this.#writers.get(hex) ?? []).filter((lock) => Number(lock['slot']) >= from);
    const landed = writers.filter((lock) => lock['is_failed'] === 'false');
    const priced = landed.filter((lock) => lock['compute_unit_price'] !== null);
    const quarterOf = (lock: Locks[number]) =>
      this.#quarters.get(`${String(lock['slot'])}.${String(lock['block_index'])}`);
    return {
      landed: landed.length,
      withoutPrice: landed.length - priced.length,
      failed: writers.filter((lock) => lock['is_failed'] === 'true').length,
      unknown: writers.filter((lock) => lock['is_failed'] === null).length,
      ...sampleOf(priced),
      byQuarter: [0, 1, 2, 3].map((quarter) =>
        sampleOf(priced.filter((lock) => quarterOf(lock) === quarter)),
      ),
      shares: sharesOf(
        this.#blocks.filter(({ slot }) => slot >= from),
        writers,
        limitOf,
      ),
    };
  }
}

type Locks = ReturnType<typeof expectedRows>['account_locks'];

/** The share of each slot in which all writers say what they used, sorted; 0 where there is none. */
function sharesOf(blocks: readonly Block[], writers: Locks, limitOf: (slot: number) => number): number[] {
  return blocks
    .filter(({ transactions }) => transactions.every(({ meta }) => meta !== null))
    .map(({ slot }) => ({ slot, own: writers.filter((lock) => lock['slot'] === String(slot)) }))
    .filter(({ own }) => own.every((lock) => lock['compute_units'] !== null))
    .map(({ slot, own }) => own.reduce((sum, it) => sum + Number(it['compute_units']), 0) / limitOf(slot))
    .sort((left, right) => left - right);
}

function sampleOf(locks: Locks) {
  const prices = locks
    .map((lock) => BigInt(lock['compute_unit_price'] as string))
    .sort((left, right) => (left < right ? -1 : left > right ? 1 : 0));
  const rank = (percent: number): bigint => nearestRank(prices, percent);
  return {
    count: prices.length,
    prices:
      prices.length === 0
        ? null
        : {
            min: prices[0]!,
            ...{ p25: rank(25), p50: rank(50), p75: rank(75), p90: rank(90), p95: rank(95) },
            max: prices.at(-1)!,
          },
  };
}
