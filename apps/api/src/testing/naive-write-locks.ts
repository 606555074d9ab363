import { type Block, toBase58 } from '@tickscope/chain';
import {
  type NaiveAccount,
  naiveLocks,
  naiveRanking,
  nearestRank,
} from '@tickscope/testkit/store/naive-locks';

/** Rounds halves up: `toFixed` would round by the exact binary value, which may be below the half. */
const to = (value: number, places: number): number => Math.round(value * 10 ** places) / 10 ** places;

/** The compute units that an account may use in a block. */
export type LimitOf = (slot: number) => number;

/** The expected answer of `/write-locks/hot-accounts` for some blocks. */
export function naiveHotAccounts(blocks: readonly Block[], limitOf: LimitOf, most: number): unknown[] {
  const withMeta = blocks.filter(({ hasMeta }) => hasMeta).length;
  return naiveRanking(blocks)
    .slice(0, most)
    .map((account) => {
      const known = account.unknown < account.writes;
      const shares = sharesOf(account, limitOf);
      const mean = shares.reduce((sum, share) => sum + share, 0) / withMeta;
      const price = (percent: number) => String(nearestRank(account.prices, percent));
      return {
        account_id: toBase58(Buffer.from(account.account, 'hex')),
        label: null,
        write_count: account.writes,
        conflict_count: account.conflicts,
        unique_signers: account.signers.size,
        failed_count: known ? account.failed : null,
        compute_units: known ? Number(account.units) : null,
        utilization_mean: known ? to(mean, 6) : null,
        utilization_max: known ? to(Math.max(...shares), 6) : null,
        hot_score: known ? to(Math.min(10, 10 * mean), 2) : null,
        fee_percentiles: { p50: price(50), p75: price(75), p90: price(90), p95: price(95) },
      };
    });
}

function sharesOf(account: NaiveAccount | undefined, limitOf: LimitOf): number[] {
  return [...(account?.unitsBySlot ?? [])].map(([slot, units]) => Number(units) / limitOf(slot));
}

export interface NaivePoint {
  slot: number;
  blocks: number;
  writes: number;
  conflicts: number;
  locks: number;
  timestamp: string | null;
}

/** The points of a series over slots `from` to `to`; only points with a block are included. */
export function naivePoints(
  blocks: readonly Block[],
  { from, to, most }: { from: number; to: number; most: number },
  account: NaiveAccount | undefined,
): { slotsPerPoint: number; points: NaivePoint[] } {
  const slotsPerPoint = Math.ceil((to - from + 1) / most);
  const points = new Map<number, NaivePoint>();
  for (const { slot, blockTime } of [...blocks].sort((left, right) => left.slot - right.slot)) {
    const first = from + Math.floor((slot - from) / slotsPerPoint) * slotsPerPoint;
    const timestamp = blockTime === null ? null : new Date(blockTime * 1_000).toISOString();
    const point = points.get(first) ?? {
      slot: first,
      blocks: 0,
      writes: 0,
      conflicts: 0,
      locks: 0,
      timestamp,
    };
    points.set(first, point);
    const writes = account?.writesBySlot.get(slot) ?? 0;
    const locks = account?.locksBySlot.get(slot) ?? 0;
    point.blocks += 1;
    point.writes += writes;
    point.locks += locks;
    if (writes > 0) point.conflicts += writes - 1 + (locks - writes);
  }
  return { slotsPerPoint, points: [...points.values()] };
}

/** The expected heat map of `/write-locks/hot-accounts` for its first 20 accounts. */
export function naiveHeatMap(blocks: readonly Block[], from: number, to: number, most: number): unknown[] {
  const shown = naiveRanking(blocks).slice(0, Math.min(most, 20));
  return shown.flatMap((account) =>
    naivePoints(blocks, { from, to, most: 150 }, account)
      .points.filter(({ locks }) => locks > 0)
      .map(({ slot, writes, locks, timestamp }) => ({
        slot,
        account_id: toBase58(Buffer.from(account.account, 'hex')),
        access_count: locks,
        write_count: writes,
        read_count: locks - writes,
        timestamp,
      })),
  );
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
    competing_transactions: competing(blocks, hex, account),
    slots_per_point: slotsPerPoint,
  };
}

/** The newest 100 transactions that lock the account in slots with a writer and another lock. */
function competing(blocks: readonly Block[], hex: string, account: NaiveAccount | undefined): unknown[] {
  return blocks
    .filter(({ slot }) => (account?.writesBySlot.get(slot) ?? 0) > 0 && account!.locksBySlot.get(slot)! > 1)
    .flatMap(({ slot, transactions }) => transactions.map((tx) => ({ slot, tx })))
    .filter(({ tx }) =>
      [...tx.staticKeys, ...(tx.loaded?.writable ?? []), ...(tx.loaded?.readonly ?? [])].some(
        (key) => Buffer.from(key).toString('hex') === hex,
      ),
    )
    .sort((left, right) => right.slot - left.slot || right.tx.index - left.tx.index)
    .slice(0, 100)
    .map(({ slot, tx }) => ({
      signature: toBase58(tx.signatures[0]!),
      slot,
      signer: toBase58(tx.staticKeys[0]!),
    }));
}
