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
const HOT_UNTOLD = query('hot-untold');
const HOT_DETAILS = query('hot-details');

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

/** The exact totals of an account in a range of slots. */
export interface HotAccount {
  /** In hex. */
  hex: string;
  account: string;
  writeCount: number;
  conflictCount: number;
  uniqueSigners: number;
  /** Failed transactions among the writers; `unknownCount` writers have no metadata. */
  failedCount: number;
  computeUnits: bigint;
  unknownCount: number;
  /** Sum and maximum over blocks of the account's share of its limit; null where the limit is not known. */
  utilizationSum: number | null;
  utilizationMax: number | null;
  /** Percentiles of the writers' compute-unit price, micro-lamports as text. */
  prices: [p50: string, p75: string, p90: string, p95: string];
}

export interface HotAccounts {
  /** Most compute units first, then most writes, then by their bytes. */
  accounts: HotAccount[];
  /** Whether it is certain that no other account belongs among them. */
  isRankingExact: boolean;
}

/** Finds the accounts under whose write locks the most compute units of a range were used. */
export async function readHotAccounts(
  database: Database,
  range: { fromSlot: number; toSlot: number },
  limits: readonly ComputeLimit[],
  most: number,
  context: QueryContext,
): Promise<HotAccounts> {
  const params = heatParams(range, limits);
  const { candidates, leftOut } = await readCandidates(database, params, most, context);
  if (candidates.length === 0) return { accounts: [], isRankingExact: leftOut === null };
  const totals = await readTotals(database, params, candidates, context);
  const ranked = totals.sort(byHeat).slice(0, most);
  const accounts = await withDetails(database, params, ranked, context);
  const last = accounts.at(-1);
  const isRankingExact = leftOut === null || (last !== undefined && last.computeUnits > leftOut);
  return { accounts, isRankingExact };
}

type Totals = Omit<HotAccount, 'uniqueSigners' | 'failedCount' | 'prices'>;

async function readTotals(
  database: Database,
  params: HeatParams,
  candidates: readonly string[],
  context: QueryContext,
): Promise<Totals[]> {
  type Row = [
    ...[account: string, writes: string, conflicts: string, unknowns: string, units: string],
    ...[utilizationSum: number | null, utilizationMax: number | null, untoldSlots: string],
  ];
  const rows = await database.rows<Row>(HOT_TOTALS, { ...params, accounts: candidates.join('') }, context);
  const untold = rows.flatMap(([hex, , , , , , , untoldSlots]) => (untoldSlots === '0' ? [] : [hex]));
  const rest = untold.length === 0 ? null : await readUntold(database, params, untold, context);
  return rows.map(([hex, writes, conflicts, unknowns, units, sum, max]) => {
    const more = rest?.get(hex);
    return {
      hex,
      account: toBase58(Buffer.from(hex, 'hex')),
      writeCount: toInteger(writes),
      conflictCount: toInteger(conflicts),
      computeUnits: BigInt(units) + (more?.computeUnits ?? 0n),
      unknownCount: toInteger(unknowns) + (more?.unknownCount ?? 0),
      utilizationSum: sum === null ? null : sum + (more?.utilizationSum ?? 0),
      utilizationMax: max === null ? null : Math.max(max, more?.utilizationMax ?? 0),
    };
  });
}

type Untold = Pick<Totals, 'computeUnits' | 'unknownCount' | 'utilizationSum' | 'utilizationMax'>;

/** Reads what the totals lack: in slots where some writers have no compute units, those of the other writers. */
async function readUntold(
  database: Database,
  params: HeatParams,
  accounts: readonly string[],
  context: QueryContext,
): Promise<Map<string, Untold>> {
  type Row = [account: string, unknowns: string, units: string, sum: number | null, max: number | null];
  const rows = await database.rows<Row>(HOT_UNTOLD, { ...params, accounts: accounts.join('') }, context);
  return new Map(
    rows.map(([hex, unknowns, units, utilizationSum, utilizationMax]) => [
      hex,
      {
        computeUnits: BigInt(units),
        unknownCount: toInteger(unknowns),
        utilizationSum,
        utilizationMax,
      },
    ]),
  );
}

/** Sets and prices cost far more than sums, so they are read only for the accounts that are listed. */
async function withDetails(
  database: Database,
  { limits: _, ...params }: HeatParams,
  accounts: readonly Totals[],
  context: QueryContext,
): Promise<HotAccount[]> {
  type Row = [account: string, signers: string, failures: string, prices: HotAccount['prices']];
  // Interleaved, so that each group has hot and less hot accounts.
  const slots = params.to - params.from + 1;
  const least = slots > SLOTS_OF_ONE_THREAD ? DETAIL_QUERIES_AT_ONCE : 1;
  const groupCount = Math.min(
    accounts.length,
    Math.max(least, Math.ceil((accounts.length * slots) / DETAILS_OF_QUERY)),
  );
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
  // A slot that is being replaced may vanish between the two reads, and an account's only activity with it.
  return accounts.flatMap((account) => {
    const found = details.get(account.hex);
    if (found === undefined) return [];
    const [, signers, failures, prices] = found;
    return [{ ...account, uniqueSigners: toInteger(signers), failedCount: toInteger(failures), prices }];
  });
}

interface Candidates {
  /** In hex. */
  candidates: string[];
  /** An upper bound of the compute units of any other account; `null`: there is no other. */
  leftOut: bigint | null;
}

async function readCandidates(
  database: Database,
  { limits: _, ...asked }: HeatParams,
  most: number,
  context: QueryContext,
): Promise<Candidates> {
  type Row = [account: string, units: string, cutFromAll: string | null, upper: string];
  const params = { ...asked, most: most + MORE_CANDIDATES };
  const rows = await database.rows<Row>(HOT_CANDIDATES, params, context);
  const others = rows.find(([account]) => account === '')?.[1] ?? null;
  const bounds = [others, rows[0]?.[2] ?? null].filter((bound) => bound !== null).map(BigInt);
  const found = rows.filter(([account]) => account !== '');
  // A lower bound for the top accounts: an account that cannot have used this much is not one of them.
  const least = BigInt(found[most - 1]?.[1] ?? 0);
  return {
    candidates: found.flatMap(([account, , , upper]) => (BigInt(upper) < least ? [] : [account])),
    leftOut: bounds.length === 0 ? null : bounds.reduce((most, bound) => (bound > most ? bound : most)),
  };
}

function byHeat(left: Totals, right: Totals): number {
  if (left.computeUnits !== right.computeUnits) return left.computeUnits > right.computeUnits ? -1 : 1;
  if (left.writeCount !== right.writeCount) return right.writeCount - left.writeCount;
  return left.hex < right.hex ? -1 : 1;
}
