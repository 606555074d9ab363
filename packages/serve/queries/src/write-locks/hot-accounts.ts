import { type Address, keyToBase58 } from '@tickscope/chain';
import { column, defineFileQuery, param, type RowOf } from '@tickscope/store';
import type { Database, QueryContext } from '../database.js';
import { buckets, type CurrentBucket, HEAT_RANGE, type HeatRange } from './heat-params.js';

/** Array(Tuple(UInt32, UInt64, Nullable(UInt64))), as text. */
function bucketsWithCuts(values: readonly CurrentBucket[]): string {
  return `[${values.map(({ bucket, digest, cut }) => `(${bucket},${digest},${cut ?? 'NULL'})`).join(',')}]`;
}

const HOT_CANDIDATES = defineFileQuery(import.meta.url, './hot-candidates.sql', {
  params: { ...HEAT_RANGE, current: bucketsWithCuts, most: param.integer },
  row: {
    /** Empty in the row of all other accounts. */
    hex: column.text,
    /** A lower bound; in the row of all other accounts an upper bound of each. */
    computeUnits: column.exact,
    /** Equal in every row: an upper bound of an account in no bucket or list; null: no such account. */
    unlistedBound: column.nullable(column.exact),
    upperBound: column.exact,
  },
});
/** `accounts`: hex, joined. */
const RANGE_OF_ACCOUNTS = { ...HEAT_RANGE, current: buckets, accounts: param.text };
const HOT_TOTALS = defineFileQuery(import.meta.url, './hot-totals.sql', {
  params: { ...RANGE_OF_ACCOUNTS, limits: param.rows },
  row: {
    hex: column.text,
    writeCount: column.integer,
    conflictCount: column.integer,
    /** Writers without metadata. */
    unknownCount: column.integer,
    computeUnits: column.exact,
    /** Sum and maximum over blocks of the account's share of its limit; null where the limit is not known. */
    utilizationSum: column.nullable(column.float),
    utilizationMax: column.nullable(column.float),
    slotsWithoutSum: column.integer,
    /** Whether it has write locks in buckets of the range without a row of it. */
    isUncovered: column.flag,
  },
});
const HOT_PARTIAL_SUMS = defineFileQuery(import.meta.url, './hot-partial-sums.sql', {
  params: { ...RANGE_OF_ACCOUNTS, limits: param.rows },
  row: {
    hex: column.text,
    unknownCount: column.integer,
    computeUnits: column.exact,
    utilizationSum: column.nullable(column.float),
    utilizationMax: column.nullable(column.float),
  },
});
const HOT_DETAILS = defineFileQuery(import.meta.url, './hot-details.sql', {
  params: { ...RANGE_OF_ACCOUNTS, uncovered: param.text },
  row: {
    hex: column.text,
    uniqueSigners: column.integer,
    /** Failed transactions among the writers. */
    failedCount: column.integer,
    /** Percentiles of the writers' compute-unit price, micro-lamports as text. An array of four in SQL. */
    prices: column.tuple({ p50: column.text, p75: column.text, p90: column.text, p95: column.text }),
  },
});

/** Extra candidates: the sums of buckets and lists may rank an account a little lower than its exact total. */
const MORE_CANDIDATES = 50;
/**
 * Accounts times slots of one query for details, which holds all their prices in memory: some 350 MB if every
 * block is full of these accounts.
 */
const DETAILS_OF_QUERY = 2_800_000;
/** A query for details is mostly single-threaded. A range of few slots is too little work to split. */
const DETAIL_QUERIES_AT_ONCE = 2;
const SLOTS_OF_ONE_THREAD = 1_000;

interface Totals extends Omit<RowOf<typeof HOT_TOTALS>, 'slotsWithoutSum'> {
  /** Base58. */
  account: Address;
}

type Details = RowOf<typeof HOT_DETAILS>;

/** The exact totals of an account in a range of slots. */
export type HotAccount = Totals & Details;

export interface HotAccounts {
  /** Most compute units first, then most writes, then by their bytes. */
  accounts: HotAccount[];
  /** Whether it is certain that no other account belongs among them. */
  isRankingExact: boolean;
}

/** Finds the accounts under whose write locks the most compute units of a range were used. */
export async function readHotAccounts(
  database: Database,
  range: HeatRange,
  most: number,
  context: QueryContext,
): Promise<HotAccounts> {
  // Buckets in which a limit changes are read by slot.
  const split = new Set(range.splitBuckets);
  const params = { ...range, current: range.current.filter(({ bucket }) => !split.has(bucket)) };
  const { candidates, leftOut } = await readCandidates(database, params, most, context);
  if (candidates.length === 0) return { accounts: [], isRankingExact: leftOut === null };
  const totals = await readTotals(database, params, candidates, context);
  const ranked = totals.sort(byHeat).slice(0, most);
  const accounts = await withDetails(database, params, ranked, context);
  const last = accounts.at(-1);
  const isRankingExact = leftOut === null || (last !== undefined && last.computeUnits > leftOut);
  return { accounts, isRankingExact };
}

async function readTotals(
  database: Database,
  params: HeatRange,
  candidates: readonly string[],
  context: QueryContext,
): Promise<Totals[]> {
  const rows = await database.rows(HOT_TOTALS, { ...params, accounts: candidates.join('') }, context);
  const incomplete = rows.filter(({ slotsWithoutSum }) => slotsWithoutSum > 0).map(({ hex }) => hex);
  // Missing from the totals: in slots with writers without compute units, those of the other writers.
  const rest =
    incomplete.length === 0
      ? []
      : await database.rows(HOT_PARTIAL_SUMS, { ...params, accounts: incomplete.join('') }, context);
  const moreOf = new Map(rest.map((row) => [row.hex, row]));
  return rows.map(({ slotsWithoutSum: _, ...sums }) => {
    const more = moreOf.get(sums.hex);
    const { utilizationSum: sum, utilizationMax: max } = sums;
    return {
      ...sums,
      account: keyToBase58(Buffer.from(sums.hex, 'hex')),
      computeUnits: sums.computeUnits + (more?.computeUnits ?? 0n),
      unknownCount: sums.unknownCount + (more?.unknownCount ?? 0),
      utilizationSum: sum === null ? null : sum + (more?.utilizationSum ?? 0),
      utilizationMax: max === null ? null : Math.max(max, more?.utilizationMax ?? 0),
    };
  });
}

/** Sets and prices cost far more than sums, so they are read only for the accounts that are listed. */
async function withDetails(
  database: Database,
  params: HeatRange,
  accounts: readonly Totals[],
  context: QueryContext,
): Promise<HotAccount[]> {
  // Interleaved, so that each group has hot and less hot accounts.
  const slots = params.to - params.from + 1;
  const least = slots > SLOTS_OF_ONE_THREAD ? DETAIL_QUERIES_AT_ONCE : 1;
  const groupCount = Math.min(
    accounts.length,
    Math.max(least, Math.ceil((accounts.length * slots) / DETAILS_OF_QUERY)),
  );
  const groups = Array.from({ length: groupCount }, (_, group) =>
    accounts.filter((_, at) => at % groupCount === group),
  );
  const rows: Details[] = [];
  for (let at = 0; at < groupCount; at += DETAIL_QUERIES_AT_ONCE) {
    const answers = await Promise.all(
      groups.slice(at, at + DETAIL_QUERIES_AT_ONCE).map((group) => {
        const of = {
          accounts: hexOf(group),
          uncovered: hexOf(group.filter(({ isUncovered }) => isUncovered)),
        };
        return database.rows(HOT_DETAILS, { ...params, ...of }, context);
      }),
    );
    rows.push(...answers.flat());
  }
  const details = new Map(rows.map((row) => [row.hex, row]));
  // A slot that is being replaced may vanish between the two reads, and an account's only activity with it.
  return accounts.flatMap((account) => {
    const found = details.get(account.hex);
    return found === undefined ? [] : [{ ...account, ...found }];
  });
}

function hexOf(accounts: readonly Totals[]): string {
  return accounts.map(({ hex }) => hex).join('');
}

interface Candidates {
  /** In hex. */
  candidates: string[];
  /** An upper bound of the compute units of any other account; `null`: there is no other. */
  leftOut: bigint | null;
}

async function readCandidates(
  database: Database,
  params: HeatRange,
  most: number,
  context: QueryContext,
): Promise<Candidates> {
  const asked = { ...params, most: most + MORE_CANDIDATES };
  const rows = await database.rows(HOT_CANDIDATES, asked, context);
  const others = rows.find(({ hex }) => hex === '')?.computeUnits ?? null;
  const bounds = [others, rows[0]?.unlistedBound ?? null].filter((bound) => bound !== null);
  const found = rows.filter(({ hex }) => hex !== '');
  // A lower bound for the top accounts: an account that cannot have used this much is not one of them.
  const least = found[most - 1]?.computeUnits ?? 0n;
  return {
    candidates: found.filter(({ upperBound }) => upperBound >= least).map(({ hex }) => hex),
    leftOut: bounds.length === 0 ? null : bounds.reduce((most, bound) => (bound > most ? bound : most)),
  };
}

function byHeat(left: Totals, right: Totals): number {
  if (left.computeUnits !== right.computeUnits) return left.computeUnits > right.computeUnits ? -1 : 1;
  if (left.writeCount !== right.writeCount) return right.writeCount - left.writeCount;
  return left.hex < right.hex ? -1 : 1;
}
