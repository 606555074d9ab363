import type { Block } from '@tickscope/chain';
import { expectedRows } from './expected-rows.js';

/** The totals of one account over some blocks, counted naively over texts, lock by lock. */
export interface NaiveAccount {
  /** In hex. */
  account: string;
  writes: number;
  reads: number;
  conflicts: number;
  failed: number;
  unknown: number;
  units: bigint;
  /** Compute units by slot, for slots with a writer. */
  unitsBySlot: Map<number, bigint>;
  writesBySlot: Map<number, number>;
  locksBySlot: Map<number, number>;
  signers: Set<string>;
  /** The price of every writer, sorted; 0 if not set. */
  prices: bigint[];
}

/** Counts every account that a block locks. */
export function naiveLocks(blocks: readonly Block[]): Map<string, NaiveAccount> {
  const accounts = new Map<string, NaiveAccount>();
  for (const lock of expectedRows(blocks).account_locks) {
    const account = String(lock['account']);
    const slot = Number(lock['slot']);
    const found = accounts.get(account) ?? emptyAccount(account);
    accounts.set(account, found);
    add(found.locksBySlot, slot, 1);
    if (lock['is_write'] !== 'true') {
      found.reads += 1;
      continue;
    }
    const units = lock['compute_units'];
    found.writes += 1;
    add(found.writesBySlot, slot, 1);
    if (lock['is_failed'] === 'true') found.failed += 1;
    if (units === null) found.unknown += 1;
    const known = BigInt(String(units ?? 0));
    found.units += known;
    found.unitsBySlot.set(slot, (found.unitsBySlot.get(slot) ?? 0n) + known);
    found.signers.add(String(lock['signer_prefix']));
    found.prices.push(BigInt(String(lock['compute_unit_price'] ?? 0)));
  }
  for (const account of accounts.values()) {
    account.prices.sort((left, right) => (left < right ? -1 : left > right ? 1 : 0));
    for (const [slot, writers] of account.writesBySlot) {
      const readers = account.locksBySlot.get(slot)! - writers;
      account.conflicts += writers - 1 + readers;
    }
  }
  return accounts;
}

/** Written accounts, by compute units, then writes (both descending), then bytes. */
export function naiveRanking(blocks: readonly Block[]): NaiveAccount[] {
  return [...naiveLocks(blocks).values()]
    .filter(({ writes }) => writes > 0)
    .sort((left, right) => {
      if (left.units !== right.units) return left.units > right.units ? -1 : 1;
      if (left.writes !== right.writes) return right.writes - left.writes;
      return left.account < right.account ? -1 : 1;
    });
}

/** Nearest-rank percentile: the smallest value that at least `percent` % of the values do not exceed. */
export function nearestRank(sorted: readonly bigint[], percent: number): bigint {
  return sorted[Math.floor((sorted.length * percent + 99) / 100) - 1]!;
}

function emptyAccount(account: string): NaiveAccount {
  return {
    account,
    writes: 0,
    reads: 0,
    conflicts: 0,
    failed: 0,
    unknown: 0,
    units: 0n,
    unitsBySlot: new Map(),
    writesBySlot: new Map(),
    locksBySlot: new Map(),
    signers: new Set(),
    prices: [],
  };
}

function add(counts: Map<number, number>, key: number, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}
