import { pubkeyFromBase58 } from '@tickscope/chain';
import { poolLabel, type SymbolOf } from '@tickscope/dex';
import type { components } from '@tickscope/schemas';
import { sqlFile } from '@tickscope/store';
import type { Database } from '../../database/database.js';
import { toInteger } from '../../database/integers.js';
import { readSymbols } from '../../reference/token-symbols.js';
import type { QueryContext } from '../../request-context.js';
import type { DayRange } from '../../slot-coverage/day-range.js';
import { readAnalysedCoverage } from '../../slot-coverage/range-detection.js';
import { percentOf } from '../tally.js';
import { timingOf } from '../timing.js';

type Schemas = components['schemas'];
type Request = Omit<Schemas['ValidateCompetitionRequest'], 'max_age_seconds'>;
type Competition = Schemas['Competition'];

const sqlOf = (name: string): string => sqlFile(import.meta.url, `./${name}.sql`);
const INCIDENTS = { name: 'competition-incidents', sql: sqlOf('incidents') };
const WALLET_TOTALS = { name: 'competition-wallets', sql: sqlOf('wallet-totals') };

const LISTED_POOLS = 1_000;
/** ClickHouse cannot skip further than this; pages beyond it are empty. */
const MOST_OFFSET = 1_000_000_000;

/**
 * Counts how often wallet B trades just before and just after wallet A, and how often it sandwiches A.
 *
 * Sandwiches are the stored ones, of at most 20 slots, at any window. Longer sandwiches, which only a search
 * around a trade finds (mev/wide), are not looked for: a month has thousands of trades, and each would need a
 * detection over about a thousand slots of its pool. B's trades in longer sandwiches are reported as ordinary
 * trades.
 *
 * @param range the days; null: nothing is stored
 */
export async function compareWallets(
  database: Database,
  request: Request,
  range: DayRange | null,
  context: QueryContext,
): Promise<Competition> {
  if (range === null) return nothingStored(request);
  const { fromSlot: from, toSlot: to } = range;
  const { slot_window: window, page, limit } = request;
  const [a, b] = [hexOf(request.wallet_a), hexOf(request.wallet_b)];
  // B's trades near A's first and last swap may lie outside the days.
  const near = { near_from: Math.max(0, from - window), near_to: to + window };
  const params = { a, b, from, to, window, ...near };
  const offset = Math.min((page - 1) * limit, MOST_OFFSET);
  // Read before the sandwiches: blocks detected in between then count as undetected, and no sandwich is missed.
  const { coverage } = await readAnalysedCoverage(database, range, context);
  const [totals, wallets] = await Promise.all([
    database.rows<TotalsRow>(INCIDENTS, { ...params, limit, offset }, context),
    database.rows<[string, string, string, string]>(WALLET_TOTALS, { a, b, from, to }, context),
  ]);
  const whole = totals.find(([level]) => level === 'all');
  const listed = whole?.[16] ?? [];
  const mints = [...totals.map((row) => row[3]), ...listed.map((row) => row[5])].flat();
  const symbolOf = await readSymbols(database, mints, context);
  const pools = totals.filter(([level]) => level === 'pool').map((row) => poolTotals(row, symbolOf));
  pools.sort((left, right) => right.count - left.count || (left.address < right.address ? -1 : 1));
  const [tradesA, successfulA, tradesB, sharedPools] = (wallets[0] ?? ['0', '0', '0', '0']).map(
    toInteger,
  ) as [number, number, number, number];
  const items = toInteger(whole?.[4] ?? 0);
  return {
    ...scopeOf(request),
    summary: {
      total_a_trades: tradesA,
      total_b_trades: tradesB,
      shared_pools: sharedPools,
      total_interactions: toInteger(whole?.[5] ?? 0),
      frontruns: toInteger(whole?.[8] ?? 0),
      backruns: toInteger(whole?.[9] ?? 0),
      sandwiches: toInteger(whole?.[10] ?? 0),
      a_trades_affected_pct: percentOf(toInteger(whole?.[11] ?? 0), successfulA),
    },
    timing: timingOfTotals(whole),
    by_pool: pools
      .filter(({ count }) => count > 0)
      .slice(0, LISTED_POOLS)
      .map(({ address, label, count }) => ({ pool_address: address, pool_label: label, count })),
    by_dex: byDex(totals.filter(([level]) => level === 'dex')),
    incidents: listed.map((row) => describeIncident(row, symbolOf)),
    pagination: { current_page: page, total_items: items, has_next_page: page * limit < items },
    coverage,
  };
}

type IncidentColumns = [
  signatureA: string,
  signatureB: string,
  slotA: string,
  slotB: string,
  pool: string,
  mints: string[],
  dexName: string,
  isFront: boolean,
  sandwichId: string,
  tickOffset: string,
  success: boolean,
  traderB: string,
];

/** Sums of incidents by `level`. Pool, DEX and mints are taken from any one of the incidents. */
type TotalsRow = [
  level: 'pool' | 'dex' | 'all',
  pool: string,
  dexName: string,
  mints: string[],
  incidents: string,
  pairs: string,
  plainIncidents: string,
  plainPairsOfDex: string,
  frontruns: string,
  backruns: string,
  sandwiches: string,
  affectedTrades: string,
  avgOffset: number | null,
  minOffset: string,
  maxOffset: string,
  successful: string,
  page: IncidentColumns[],
];

function describeIncident(row: IncidentColumns, symbolOf: SymbolOf): Schemas['CompetitionIncident'] {
  const [signatureA, signatureB, slotA, slotB, pool, mints, dexName, isFront, sandwichId] = row;
  const side = isFront ? 'frontrun' : 'backrun';
  return {
    signature_a: signatureA,
    signature_b: signatureB,
    slot_a: toInteger(slotA),
    slot_b: toInteger(slotB),
    pool_address: pool,
    pool_label: poolLabel(mints, dexName, symbolOf),
    dex_name: dexName,
    interaction_type: sandwichId === '' ? side : `sandwich_${side}`,
    poh_tick_offset: row[9],
    success: row[10],
    sandwich_id: sandwichId === '' ? null : sandwichId,
    trader_b: row[11],
  };
}

interface PoolTotals {
  address: string;
  label: string;
  /** Frontruns and backruns, plus one for each sandwich. */
  count: number;
}

function poolTotals(row: TotalsRow, symbolOf: SymbolOf): PoolTotals {
  const [, address, dexName, mints] = row;
  return {
    address,
    label: poolLabel(mints, dexName, symbolOf),
    count: toInteger(row[6]) + toInteger(row[10]),
  };
}

/** As for pools, but a pair of transactions that meets in several pools of a DEX counts once. */
function byDex(rows: readonly TotalsRow[]): Schemas['DexCount'][] {
  return rows
    .map((row) => ({ dex_name: row[2], count: toInteger(row[7]) + toInteger(row[10]) }))
    .filter(({ count }) => count > 0)
    .sort((left, right) => right.count - left.count || (left.dex_name < right.dex_name ? -1 : 1));
}

function timingOfTotals(whole: TotalsRow | undefined): Schemas['OffsetTiming'] {
  if (whole === undefined || toInteger(whole[15]) === 0) return timingOf([]);
  return {
    avg_poh_tick_offset: whole[12],
    min_poh_tick_offset: toInteger(whole[13]),
    max_poh_tick_offset: toInteger(whole[14]),
  };
}

function scopeOf({ wallet_a, wallet_b, time_range_days, slot_window }: Request) {
  return { wallet_a, wallet_b, time_range_days, slot_window };
}

function nothingStored(request: Request): Competition {
  return {
    ...scopeOf(request),
    summary: {
      total_a_trades: 0,
      total_b_trades: 0,
      shared_pools: 0,
      total_interactions: 0,
      frontruns: 0,
      backruns: 0,
      sandwiches: 0,
      a_trades_affected_pct: 0,
    },
    timing: timingOf([]),
    by_pool: [],
    by_dex: [],
    incidents: [],
    pagination: { current_page: request.page, total_items: 0, has_next_page: false },
    coverage: null,
  };
}

function hexOf(address: string): string {
  return Buffer.from(pubkeyFromBase58(address)).toString('hex');
}
