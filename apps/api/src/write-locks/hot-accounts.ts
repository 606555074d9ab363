import { toBase58 } from '@tickscope/chain';
import { sqlFile } from '@tickscope/store';
import type { Database } from '../database/database.js';
import { toInteger } from '../database/integers.js';
import type { QueryContext } from '../request-context.js';
import type { ComputeLimit } from './compute-limits.js';
import { type HeatParams, heatParams } from './heat-params.js';

const query = (name: string) => ({ name, sql: sqlFile(import.meta.url, `./${name}.sql`) });
const HOT_CANDIDATES = query('hot-candidates');
const HOT_TOTALS = query('hot-totals');
const HOT_DETAILS = query('hot-details');

/** Accounts looked at beyond those asked for: what the sums of buckets and lists rank a little lower than they are. */
const MORE_CANDIDATES = 50;
/**
 * Accounts of one query for details, which holds all their prices in memory: 12 hours of an account that all blocks are
 * full of are some 350 MB.
 */
const DETAILS_OF_QUERY = 13;
/** A query for details is one thread's work for the most part. */
const DETAIL_QUERIES_AT_ONCE = 2;

/** What an account did in a range of slots. Exact. */
export interface HotAccount {
  /** In hex. */
  hex: string;
  account: string;
  writeCount: number;
  conflictCount: number;
  uniqueSigners: number;
  /** Of the writers; `unknownCount` of them do not say. */
  failedCount: number;
  computeUnits: bigint;
  unknownCount: number;
  /** Sum and maximum over blocks of the share of the account's limit; null where the limit is not known. */
  utilizationSum: number | null;
  utilizationMax: number | null;
  /** Of the compute-unit price of the writers, micro-lamports as text. */
  prices: [p50: string, p75: string, p90: string, p95: string];
}

export interface HotAccounts {
  /** Most compute units first; among equals most writes first, then by their bytes. */
  accounts: HotAccount[];
  /** Whether no other account can belong among them. */
  isRankingExact: boolean;
}

/** The accounts that most compute units of a range were used under write locks of. */
export async function readHotAccounts(
  database: Database,
  range: { fromSlot: number; toSlot: number },
  limits: readonly ComputeLimit[],
  most: number,
  context: QueryContext,
): Promise<HotAccounts> {
  const params = heatParams(range, limits);
  const { candidates, leftOut } = await readCandidates(database, params, most + MORE_CANDIDATES, context);
  if (candidates.length === 0) return { accounts: [], isRankingExact: leftOut === null };
  const totals = await readTotals(database, params, candidates, context);
  const ranked = totals.sort(byHeat).slice(0, most);
  const accounts = await withDetails(database, params, ranked, context);
  const last = accounts.at(-1);
  const isRankingExact = leftOut === null || (last !== undefined && last.computeUnits > leftOut);
  return { accounts, isRankingExact };
}

type Totals = Omit<HotAccount, 'uniqueSigners' | 'prices'>;

async function readTotals(
  database: Database,
  params: HeatParams,
  candidates: readonly string[],
  context: QueryContext,
): Promise<Totals[]> {
  type Row = [
    ...[account: string, writes: string, conflicts: string, failures: string, unknowns: string],
    ...[units: string, utilizationSum: number | null, utilizationMax: number | null],
  ];
  const rows = await database.rows<Row>(HOT_TOTALS, { ...params, accounts: candidates.join('') }, context);
  return rows.map(([hex, writes, conflicts, failures, unknowns, units, sum, max]) => ({
    hex,
    account: toBase58(Buffer.from(hex, 'hex')),
    writeCount: toInteger(writes),
    conflictCount: toInteger(conflicts),
    failedCount: toInteger(failures),
    computeUnits: BigInt(units),
    unknownCount: toInteger(unknowns),
    utilizationSum: sum,
    utilizationMax: max,
  }));
}

/** Sets and prices cost far more than sums: they are read of those accounts alone that are told of. */
async function withDetails(
  database: Database,
  { limits: _, ...params }: HeatParams,
  accounts: readonly Totals[],
  context: QueryContext,
): Promise<HotAccount[]> {
  type Row = [account: string, signers: string, prices: HotAccount['prices']];
  // Hot and less hot ones in each.
  const groupCount = Math.ceil(accounts.length / DETAILS_OF_QUERY);
  const groups = Array.from({ length: groupCount }, (_, group) =>
    accounts.filter((_, at) => at % groupCount === group).map(({ hex }) => hex),
  );
  const rows: Row[] = [];
  for (let at = 0; at < groupCount; at += DETAIL_QUERIES_AT_ONCE) {
    const answers = await Promise.all(
      groups
        .slice(at, at + DETAIL_QUERIES_AT_ONCE)
        .map((group) => database.rows<Row>(HOT_DETAILS, { ...params, accounts: group.join('') }, context)),
    );
    rows.push(...answers.flat());
  }
  const details = new Map(rows.map((row) => [row[0], row]));
  // A slot that is being replaced may be gone between the two reads, and with it all that an account did.
  return accounts.flatMap((account) => {
    const found = details.get(account.hex);
    return found === undefined ? [] : [{ ...account, uniqueSigners: toInteger(found[1]), prices: found[2] }];
  });
}

interface Candidates {
  /** In hex. */
  candidates: string[];
  /** No other account used more compute units; `null`: there is no other. */
  leftOut: bigint | null;
}

async function readCandidates(
  database: Database,
  params: HeatParams,
  most: number,
  context: QueryContext,
): Promise<Candidates> {
  const { limits: _, ...asked } = params;
  type Row = [account: string, units: string, cutFromAll: string | null];
  const rows = await database.rows<Row>(HOT_CANDIDATES, { ...asked, most }, context);
  const others = rows.find(([account]) => account === '')?.[1] ?? null;
  const bounds = [others, rows[0]?.[2] ?? null].filter((bound) => bound !== null).map(BigInt);
  return {
    candidates: rows.flatMap(([account]) => (account === '' ? [] : [account])),
    leftOut: bounds.length === 0 ? null : bounds.reduce((most, bound) => (bound > most ? bound : most)),
  };
}

function byHeat(left: Totals, right: Totals): number {
  if (left.computeUnits !== right.computeUnits) return left.computeUnits > right.computeUnits ? -1 : 1;
  if (left.writeCount !== right.writeCount) return right.writeCount - left.writeCount;
  return left.hex < right.hex ? -1 : 1;
}
