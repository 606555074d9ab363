import type { Address } from '@tickscope/chain';
import { mintSymbol, poolLabel, type SymbolOf } from '@tickscope/dex';
import { column, defineFileQuery, param, type RowOf } from '@tickscope/store';
import { type DayRange, type RangeCoverage, readAnalysedCoverage } from '../../coverage/index.js';
import type { Database, QueryContext } from '../../database.js';
import { readSymbols } from '../../reference/token-symbols.js';
import { sideOf } from '../incidents.js';
import { percentOf } from '../tally.js';
import { timingOf } from '../timing.js';
import { readKnownSlots } from './known-slots.js';

export interface CompetitionQuestion {
  a: Address;
  b: Address;
  /** Slots on either side of a trade of A. */
  window: number;
  page: number;
  limit: number;
}

/** Sums of incidents by `level`. Pool, DEX and mints are taken from any one of the incidents. */
const TOTALS_COLUMNS = {
  level: column.oneOf('pool', 'dex', 'all'),
  /** Base58. */
  pool: column.address,
  dexName: column.text,
  mints: column.list(column.address),
  incidents: column.integer,
  pairs: column.integer,
  plainIncidents: column.integer,
  plainPairsOfDex: column.integer,
  frontruns: column.integer,
  backruns: column.integer,
  sandwiches: column.integer,
  affectedTrades: column.integer,
  /** PoH ticks of the successful incidents; null and 0 without any. */
  averageOffset: column.nullable(column.float),
  minOffset: column.integer,
  maxOffset: column.integer,
  successful: column.integer,
  /** The incidents of the page; empty below level `all`. */
  page: column.list(
    column.tuple({
      signatureA: column.signature,
      signatureB: column.signature,
      slotA: column.integer,
      slotB: column.integer,
      pool: column.address,
      mints: column.list(column.address),
      dexName: column.text,
      isFront: column.flag,
      /** Empty: not part of a sandwich. */
      sandwichId: column.text,
      tickOffset: column.text,
      success: column.flag,
      traderB: column.address,
    }),
  ),
};
type Totals = RowOf<typeof TOTALS_COLUMNS>;
type IncidentOfPage = Totals['page'][number];

const KNOWN = { whole_from: param.integer, whole_to: param.integer, left_out: param.integers };
const INCIDENTS = defineFileQuery(import.meta.url, './incidents.sql', {
  name: 'competition-incidents',
  params: {
    a: param.address,
    b: param.address,
    from: param.integer,
    to: param.integer,
    near_from: param.integer,
    near_to: param.integer,
    ...KNOWN,
    window: param.integer,
    offset: param.integer,
    limit: param.integer,
  },
  row: TOTALS_COLUMNS,
});
const WALLET_TOTALS = defineFileQuery(import.meta.url, './wallet-totals.sql', {
  name: 'competition-wallets',
  params: { a: param.address, b: param.address, from: param.integer, to: param.integer, ...KNOWN },
  row: {
    tradesA: column.integer,
    successfulA: column.integer,
    tradesB: column.integer,
    sharedPools: column.integer,
  },
});

const LISTED_POOLS = 1_000;
/** ClickHouse cannot skip further than this; pages beyond it are empty. */
const MOST_OFFSET = 1_000_000_000;

/**
 * Counts how often wallet B trades just before and just after wallet A, and how often it sandwiches A.
 *
 * Sandwiches are the stored ones, of at most 20 slots, at any window. Longer sandwiches, which only a search
 * around a trade finds (mev/on-demand-detection), are not looked for: a month has thousands of trades, and each
 * would need a detection over about a thousand slots of its pool. B's trades in longer sandwiches are reported as
 * ordinary trades.
 *
 * @param range the days; null: nothing is stored
 */
export async function compareWallets(
  database: Database,
  { a, b, window, page, limit }: CompetitionQuestion,
  range: DayRange | null,
  context: QueryContext,
) {
  if (range === null) return describe(NOTHING_STORED);
  const { fromSlot: from, toSlot: to } = range;
  const wallets = { a, b };
  // B's trades near A's first and last swap may lie outside the days.
  const near = { near_from: Math.max(0, from - window), near_to: to + window };
  const offset = Math.min((page - 1) * limit, MOST_OFFSET);
  // Read before the sandwiches: blocks detected in between then count as undetected, and no sandwich is missed.
  const { coverage, stored } = await readAnalysedCoverage(database, range, context);
  const known = readKnownSlots(database, { ...wallets, stored }, context).then(({ whole, leftOut }) => ({
    whole_from: whole.fromSlot,
    whole_to: whole.toSlot,
    left_out: leftOut,
  }));
  const [totals, [trades]] = await Promise.all([
    known.then((slots) => {
      const params = { ...wallets, from, to, window, ...near, ...slots };
      return database.rows(INCIDENTS, { ...params, limit, offset }, context);
    }),
    known.then((slots) => database.rows(WALLET_TOTALS, { ...wallets, from, to, ...slots }, context)),
  ]);
  const mints = [...totals, ...totals.flatMap((row) => row.page)].flatMap((row) => row.mints);
  return describe({
    totals,
    trades,
    symbolOf: await readSymbols(database, mints, context),
    coverage,
  });
}

interface Found {
  totals: Totals[];
  trades: RowOf<typeof WALLET_TOTALS> | undefined;
  symbolOf: SymbolOf;
  coverage: RangeCoverage | null;
}

const NOTHING_STORED: Found = { totals: [], trades: undefined, symbolOf: mintSymbol, coverage: null };

function describe({ totals, trades, symbolOf, coverage }: Found) {
  const total = totals.find(({ level }) => level === 'all');
  const listed = total?.page ?? [];
  const pools = totals.filter(({ level }) => level === 'pool').map((row) => poolTotals(row, symbolOf));
  pools.sort((left, right) => right.count - left.count || (left.address < right.address ? -1 : 1));
  return {
    summary: {
      total_a_trades: trades?.tradesA ?? 0,
      total_b_trades: trades?.tradesB ?? 0,
      shared_pools: trades?.sharedPools ?? 0,
      total_interactions: total?.pairs ?? 0,
      frontruns: total?.frontruns ?? 0,
      backruns: total?.backruns ?? 0,
      sandwiches: total?.sandwiches ?? 0,
      a_trades_affected_pct: percentOf(total?.affectedTrades ?? 0, trades?.successfulA ?? 0),
    },
    timing: timingOfTotals(total),
    by_pool: pools
      .filter(({ count }) => count > 0)
      .slice(0, LISTED_POOLS)
      .map(({ address, label, count }) => ({ pool_address: address, pool_label: label, count })),
    by_dex: byDex(totals.filter(({ level }) => level === 'dex')),
    incidents: listed.map((row) => describeIncident(row, symbolOf)),
    /** On all pages. */
    incidentCount: total?.incidents ?? 0,
    coverage,
  };
}

function describeIncident(row: IncidentOfPage, symbolOf: SymbolOf) {
  const { pool, mints, dexName, sandwichId } = row;
  const side = sideOf(row.isFront);
  return {
    signature_a: row.signatureA,
    signature_b: row.signatureB,
    slot_a: row.slotA,
    slot_b: row.slotB,
    pool_address: pool,
    pool_label: poolLabel(mints, dexName, symbolOf),
    dex_name: dexName,
    interaction_type: sandwichId === '' ? side : (`sandwich_${side}` as const),
    poh_tick_offset: row.tickOffset,
    success: row.success,
    sandwich_id: sandwichId === '' ? null : sandwichId,
    trader_b: row.traderB,
  };
}

interface PoolTotals {
  address: string;
  label: string;
  /** Frontruns and backruns, plus one for each sandwich. */
  count: number;
}

function poolTotals({ pool, dexName, mints, ...row }: Totals, symbolOf: SymbolOf): PoolTotals {
  return {
    address: pool,
    label: poolLabel(mints, dexName, symbolOf),
    count: row.plainIncidents + row.sandwiches,
  };
}

/** As for pools, but a pair of transactions that meets in several pools of a DEX counts once. */
function byDex(rows: readonly Totals[]) {
  return rows
    .map((row) => ({ dex_name: row.dexName, count: row.plainPairsOfDex + row.sandwiches }))
    .filter(({ count }) => count > 0)
    .sort((left, right) => right.count - left.count || (left.dex_name < right.dex_name ? -1 : 1));
}

function timingOfTotals(whole: Totals | undefined) {
  if (whole === undefined || whole.successful === 0) return timingOf([]);
  return {
    avg_poh_tick_offset: whole.averageOffset,
    min_poh_tick_offset: whole.minOffset,
    max_poh_tick_offset: whole.maxOffset,
  };
}
