import { column, defineFileQuery, param, type RowOf } from '@tickscope/store';
import { solText } from '../amounts/token-amount.js';
import { perDatabase } from '../caches/per-database.js';
import { type Lifetime, renewed } from '../caches/renewed.js';
import { type RangeCoverage, readAnalysedCoverage, readHoursRange } from '../coverage/index.js';
import { type Database, forAllAccounts, type QueryContext } from '../database.js';
import { readRememberedLabels } from '../reference/remembered-labels.js';

const RANKING = defineFileQuery(import.meta.url, './ranking.sql', {
  name: 'attacker-ranking',
  params: { from_slot: param.integer, to_slot: param.integer, most: param.integer },
  row: {
    attacker: column.address,
    sandwiches: column.integer,
    exact: column.integer,
    victims: column.integer,
    pools: column.integer,
    /** Lamports, like `costs`. */
    netGain: column.nullable(column.text),
    unvalued: column.integer,
    costs: column.text,
    earliest: column.integer,
    latest: column.integer,
    byGain: column.integer,
    bySandwiches: column.integer,
    byVictims: column.integer,
    total: column.integer,
  },
});
type RankingRow = RowOf<typeof RANKING>;

/** How far down each order a ranking goes. */
const MOST_RANKED = 1_000;

const HOURS = { '1h': 1, '6h': 6, '24h': 24 };
type RankingPeriod = keyof typeof HOURS;

/** A day's ranking takes seconds, an hour's less; both change slowly. */
const LIFETIMES: Record<RankingPeriod, Lifetime> = {
  '1h': { freshMs: 60_000, keptMs: 600_000 },
  '6h': { freshMs: 120_000, keptMs: 1_200_000 },
  '24h': { freshMs: 300_000, keptMs: 3_600_000 },
};

interface Ranking {
  rows: RankingRow[];
  coverage: RangeCoverage | null;
  madeAt: string;
}

const keptOf = perDatabase(() => renewed<Ranking>({ most: Object.keys(HOURS).length }));

export interface RankingQuestion {
  period: RankingPeriod;
  by: keyof typeof ORDERS;
  /** How many of the first are left out. */
  after: number;
  limit: number;
}

/** Ranks the attackers of the last hours before the newest block. */
export async function rankAttackers(
  database: Database,
  { period, by, after, limit }: RankingQuestion,
  context: QueryContext,
) {
  const { rows, coverage, madeAt } = await keptOf(database).get(
    period,
    LIFETIMES[period],
    forAllAccounts(context),
    (own) => readRanking(database, HOURS[period], own),
  );
  const placeOf = ORDERS[by];
  const page = rows
    .filter((row) => placeOf(row) > after && placeOf(row) <= Math.min(after + limit, MOST_RANKED))
    .sort((left, right) => placeOf(left) - placeOf(right));
  const total = rows[0]?.total ?? 0;
  const reached = after + page.length;
  const labels = await readRememberedLabels(
    database,
    page.map(({ attacker }) => attacker),
    context,
  );
  return {
    madeAt,
    attackers: page.map((row) => ({
      rank: placeOf(row),
      address: row.attacker,
      label: labels.get(row.attacker)?.label ?? null,
      sandwich_count: row.sandwiches,
      exact_count: row.exact,
      victim_count: row.victims,
      pool_count: row.pools,
      net_gain_sol: row.netGain === null ? null : solText(BigInt(row.netGain)),
      gain_unknown_count: row.unvalued,
      cost_sol: solText(BigInt(row.costs)),
      first_slot: row.earliest,
      last_slot: row.latest,
    })),
    total,
    /** `after` of the next page; null: this is the last one. */
    next: page.length > 0 && reached < Math.min(total, MOST_RANKED) ? reached : null,
    coverage,
  };
}

/** Makes the ranking of a period, unless one is known that will be served for `leftMs` more. */
export function keepAttackerRanking(
  database: Database,
  { period, leftMs }: { period: RankingPeriod; leftMs: number },
  context: QueryContext,
): Promise<void> {
  return keptOf(database).keep(period, { ...LIFETIMES[period], leftMs }, context, (own) =>
    readRanking(database, HOURS[period], own),
  );
}

const ORDERS = {
  gain: ({ byGain }: RankingRow) => byGain,
  sandwiches: ({ bySandwiches }: RankingRow) => bySandwiches,
  victims: ({ byVictims }: RankingRow) => byVictims,
};

async function readRanking(database: Database, hours: number, context: QueryContext): Promise<Ranking> {
  const madeAt = new Date().toISOString();
  const range = await readHoursRange(database, hours, context);
  if (range === null) return { rows: [], coverage: null, madeAt };
  const params = { from_slot: range.fromSlot, to_slot: range.toSlot, most: MOST_RANKED };
  const { coverage } = await readAnalysedCoverage(database, range, context);
  return { rows: await database.rows(RANKING, params, context), coverage, madeAt };
}
