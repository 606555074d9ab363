import type { Address, SlotRange } from '@tickscope/chain';
import { column, defineFileQuery, param, type RowOf } from '@tickscope/store';
import { readStoredEnds } from '../blocks/stored-ends.js';
import { type Coverage, type RangeContents, readCoverage, readStoredRange } from '../coverage/index.js';
import type { Database, QueryContext } from '../database.js';
import { type ComputeLimit, limitsIn } from '../write-locks/compute-limits.js';
import { readRangePoints } from '../write-locks/range-points.js';

/** A number of prices and, in SQL, their percentiles: zeros where there is none. */
const sampleOf = column.tuple({ count: column.integer, levels: column.list(column.exact) });
const ACCOUNT_FEES = defineFileQuery(import.meta.url, './account-fees.sql', {
  params: { accounts: param.addresses, slots: param.integers, limits: param.rows },
  row: {
    account: column.address,
    landed: column.integer,
    withoutPrice: column.integer,
    failed: column.integer,
    unknown: column.integer,
    /** All, then by quarter of the slot's ticks. */
    samples: column.list(sampleOf),
    /** One for each slot with a writer, sorted. */
    shares: column.list(column.float),
    slotsWithoutUnits: column.integer,
  },
});

/** Quarters of a slot's ticks. */
const QUARTERS = 4;

/** Compute-unit prices by nearest rank, micro-lamports: p90 is the least that 90 % of the sample do not exceed. */
export interface PricePercentiles {
  min: bigint;
  p25: bigint;
  p50: bigint;
  p75: bigint;
  p90: bigint;
  p95: bigint;
  max: bigint;
}

/** Prices that successful writers of an account paid. */
export interface PriceSample {
  /** Those of them that set a price. */
  count: number;
  /** Null: none did. */
  prices: PricePercentiles | null;
}

/** The share of an account's compute limit that was used in a slot, over the slots in which it is known. */
export interface UsedShare {
  slots: number;
  mean: number;
  p50: number;
  p90: number;
  max: number;
}

export interface AccountFees extends PriceSample {
  account: Address;
  /** Successful transactions that write-locked it. */
  landed: number;
  /** Those of them that set no price. */
  withoutPrice: number;
  failed: number;
  /** Writers of which it is not known whether they failed. */
  unknown: number;
  /** By quarter of the slot's ticks, in order. Blocks whose entries are not known, or that have one tick, are in none. */
  byQuarter: PriceSample[];
  /** Null: not known in any slot, for lack of compute units or of the chain's limit. */
  usedShare: UsedShare | null;
}

export interface Fees {
  range: SlotRange;
  /** Slots with a block whose locks were read. */
  readableSlots: number;
  coverage: Coverage;
  /** In the order in which they were asked for. */
  accounts: AccountFees[];
}

export interface FeesQuestion {
  /** Each once. */
  accounts: readonly Address[];
  /** The newest slots, skipped ones included. */
  slots: number;
}

/** Reads the prices that successful writers of some accounts paid in the newest slots. Null: nothing is stored. */
export async function readFees(
  database: Database,
  { accounts, slots }: FeesQuestion,
  limits: readonly ComputeLimit[],
  context: QueryContext,
): Promise<Fees | null> {
  const found = await readNewestRange(database, slots, context);
  if (found === null) return null;
  const { range, readable, contents } = found;
  const inForce = limitsIn(limits, range).map((it) => [it.fromSlot, it.accountComputeUnits] as const);
  const [rows, [points], coverage] = await Promise.all([
    database.rows(ACCOUNT_FEES, { accounts, slots: readable, limits: inForce }, context),
    readRangePoints(database, range, slots, context),
    readCoverage(database, range.fromSlot, range.toSlot, contents, context),
  ]);
  const byAccount = new Map(rows.map((row) => [row.account, row]));
  const isLimitKnown = inForce[0] !== undefined && inForce[0][0] <= range.fromSlot;
  const blocksWithUnits = isLimitKnown ? (points?.blocksWithMeta ?? 0) : 0;
  return {
    range,
    readableSlots: readable.length,
    coverage,
    accounts: accounts.map((account) => accountFees(account, byAccount.get(account), blocksWithUnits)),
  };
}

/** The account whose writers paid most: the highest median, then the highest maximum; the first of equals. */
export function costliestOf(accounts: readonly AccountFees[]): AccountFees | null {
  let costliest: AccountFees | null = null;
  for (const account of accounts) if (costsMore(account, costliest)) costliest = account;
  return costliest;
}

function costsMore({ prices }: AccountFees, than: AccountFees | null): boolean {
  if (prices === null) return false;
  const other = than?.prices ?? null;
  if (other === null) return true;
  return prices.p50 > other.p50 || (prices.p50 === other.p50 && prices.max > other.max);
}

interface NewestRange {
  range: SlotRange;
  /** Slots whose transactions are all stored, in order. */
  readable: number[];
  contents: RangeContents;
}

/** The newest slots up to the newest block with transactions, and what is stored of them. Null: nothing is stored. */
export async function readNewestRange(
  database: Database,
  slots: number,
  context: QueryContext,
): Promise<NewestRange | null> {
  const head = (await readStoredEnds(database, context))?.head ?? null;
  if (head === null) return null;
  const range = { fromSlot: Math.max(0, head.slot - slots + 1), toSlot: head.slot };
  const { contents } = await readStoredRange(database, range.fromSlot, range.toSlot, context);
  return { range, readable: [...contents.readable].sort((left, right) => left - right), contents };
}

function accountFees(
  account: Address,
  row: RowOf<typeof ACCOUNT_FEES> | undefined,
  blocksWithUnits: number,
): AccountFees {
  if (row === undefined)
    return {
      ...{ account, landed: 0, withoutPrice: 0, failed: 0, unknown: 0, count: 0, prices: null },
      byQuarter: Array.from({ length: QUARTERS }, () => ({ count: 0, prices: null })),
      usedShare: usedShare([], blocksWithUnits),
    };
  const { landed, withoutPrice, failed, unknown, samples, shares, slotsWithoutUnits } = row;
  const [all, ...byQuarter] = samples.map(priceSample);
  return {
    ...{ account, landed, withoutPrice, failed, unknown, ...all! },
    byQuarter,
    usedShare: usedShare(shares, blocksWithUnits - slotsWithoutUnits),
  };
}

function priceSample({ count, levels }: { count: number; levels: bigint[] }): PriceSample {
  if (count === 0) return { count, prices: null };
  const [min, p25, p50, p75, p90, p95, max] = levels as [
    ...[bigint, bigint, bigint, bigint, bigint, bigint, bigint],
  ];
  return { count, prices: { min, p25, p50, p75, p90, p95, max } };
}

/**
 * @param shares sorted
 * @param slots in which the share is known; in those beyond `shares` nobody wrote the account
 */
function usedShare(shares: readonly number[], slots: number): UsedShare | null {
  if (slots <= 0) return null;
  const unused = slots - shares.length;
  /** Nearest rank, the slots without a writer first. */
  const rank = (percent: number): number => shares[Math.ceil((slots * percent) / 100) - 1 - unused] ?? 0;
  const sum = shares.reduce((total, share) => total + share, 0);
  return { slots, mean: sum / slots, p50: rank(50), p90: rank(90), max: shares.at(-1) ?? 0 };
}
