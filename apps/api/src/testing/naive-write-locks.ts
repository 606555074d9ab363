import type { Block } from '@tickscope/chain';
import {
  type LimitOf,
  naiveCompeting,
  naiveHeatCells,
  naiveHotAccounts,
  naivePoints,
  sharesOf,
} from '@tickscope/queries/testing/naive-write-locks';
import { naiveLocks } from '@tickscope/testkit/store/naive-locks';

/** Rounds halves up: `toFixed` would round by the exact binary value, which may be below the half. */
const to = (value: number, places: number): number => Math.round(value * 10 ** places) / 10 ** places;

/** The expected answer of `/write-locks/hot-accounts` for some blocks. */
export function naiveHotAnswer(blocks: readonly Block[], limitOf: LimitOf, most: number): unknown[] {
  const withMeta = blocks.filter(({ hasMeta }) => hasMeta).length;
  return naiveHotAccounts(blocks, limitOf, most).map((it) => {
    const known = it.unknownCount < it.writeCount;
    const mean = it.utilizationSum / withMeta;
    return {
      account_id: it.account,
      label: null,
      write_count: it.writeCount,
      conflict_count: it.conflictCount,
      unique_signers: it.uniqueSigners,
      failed_count: known ? it.failedCount : null,
      compute_units: known ? Number(it.computeUnits) : null,
      utilization_mean: known ? to(mean, 6) : null,
      utilization_max: known ? to(it.utilizationMax, 6) : null,
      hot_score: known ? to(Math.min(10, 10 * mean), 2) : null,
      fee_percentiles: it.prices,
    };
  });
}

/** The expected heat map of `/write-locks/hot-accounts` for its first 20 accounts. */
export function naiveHeatMap(blocks: readonly Block[], from: number, to: number, most: number): unknown[] {
  return naiveHeatCells(blocks, from, to, most).map((it) => ({
    slot: it.slot,
    account_id: it.account,
    access_count: it.accessCount,
    write_count: it.writeCount,
    read_count: it.accessCount - it.writeCount,
    timestamp: it.timestamp,
  }));
}

/** The expected answer of `/write-locks/account` for an account. */
export function naiveAccountLocks(
  blocks: readonly Block[],
  range: { from: number; to: number },
  hex: string,
  limitOf: LimitOf,
): Record<string, unknown> {
  const account = naiveLocks(blocks).get(hex);
  const { slotsPerPoint, points } = naivePoints(blocks, { ...range, most: 1_000 }, account);
  const [hottestSlot, hottestLocks] = [...(account?.writesBySlot ?? [])].reduce<[number | null, number]>(
    (best, [slot, writes]) =>
      writes > best[1] || (writes === best[1] && slot < (best[0] ?? 0)) ? [slot, writes] : best,
    [null, 0],
  );
  const shares = sharesOf(account, limitOf);
  const mean = shares.reduce((sum, share) => sum + share, 0) / blocks.filter(({ hasMeta }) => hasMeta).length;
  return {
    summary: {
      total_write_locks: account?.writes ?? 0,
      total_conflicts: account?.conflicts ?? 0,
      unique_signers: account?.signers.size ?? 0,
      avg_locks_per_slot: to((account?.writes ?? 0) / blocks.length, 4),
      hottest_slot: hottestSlot,
      hottest_slot_locks: hottestLocks,
      hot_score: to(Math.min(10, 10 * mean), 2),
    },
    write_locks_timeline: points.map(({ slot, writes, timestamp }) => ({
      slot,
      write_locks: writes,
      timestamp,
    })),
    conflict_timeline: points.map(({ slot, conflicts, timestamp }) => ({
      slot,
      conflict_events: conflicts,
      timestamp,
    })),
    competing_transactions: naiveCompeting(blocks, hex, account),
    slots_per_point: slotsPerPoint,
  };
}
