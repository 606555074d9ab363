import { type Block, toBase58 } from '@tickscope/chain';
import { type NaiveAccount, naiveRanking, nearestRank } from '@tickscope/testkit/store/naive-locks';

/** The compute units that an account may use in a block. */
export type LimitOf = (slot: number) => number;

/** The hottest accounts of some blocks, hottest first. */
export function naiveHotAccounts(blocks: readonly Block[], limitOf: LimitOf, most: number) {
  return naiveRanking(blocks)
    .slice(0, most)
    .map((account) => {
      const shares = sharesOf(account, limitOf);
      const price = (percent: number) => String(nearestRank(account.prices, percent));
      return {
        account: toBase58(Buffer.from(account.account, 'hex')),
        writeCount: account.writes,
        conflictCount: account.conflicts,
        unknownCount: account.unknown,
        uniqueSigners: account.signers.size,
        failedCount: account.failed,
        computeUnits: account.units,
        utilizationSum: shares.reduce((sum, share) => sum + share, 0),
        utilizationMax: Math.max(...shares),
        prices: { p50: price(50), p75: price(75), p90: price(90), p95: price(95) },
      };
    });
}

/** Shares of its limit that an account used, by block. */
export function sharesOf(account: NaiveAccount | undefined, limitOf: LimitOf): number[] {
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

/** The locks of the first 20 of the hottest accounts, in 150 runs of slots. */
export function naiveHeatCells(blocks: readonly Block[], from: number, to: number, most: number) {
  const shown = naiveRanking(blocks).slice(0, Math.min(most, 20));
  return shown.flatMap((account) =>
    naivePoints(blocks, { from, to, most: 150 }, account)
      .points.filter(({ locks }) => locks > 0)
      .map(({ slot, writes, locks, timestamp }) => ({
        slot,
        account: toBase58(Buffer.from(account.account, 'hex')),
        accessCount: locks,
        writeCount: writes,
        timestamp,
      })),
  );
}

/** The newest 100 transactions that lock the account in slots with a writer and another lock. */
export function naiveCompeting(
  blocks: readonly Block[],
  hex: string,
  account: NaiveAccount | undefined,
): unknown[] {
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
