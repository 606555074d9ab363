import { groupBy } from '@tickscope/chain';
import { column, defineFileQuery, param, type RowOf } from '@tickscope/store';
import { perDatabase } from '../caches/per-database.js';
import { renewed } from '../caches/renewed.js';
import { readAnalysedCoverage, readHoursRange } from '../coverage/index.js';
import { type Database, forAllAccounts, type QueryContext } from '../database.js';
import { readValidatorsAt } from '../reference/validator-snapshots.js';
import { wilson } from './wilson.js';

const SHARES = defineFileQuery(import.meta.url, './shares.sql', {
  name: 'validator-shares',
  params: { from_slot: param.integer, to_slot: param.integer },
  row: {
    leader: column.nullable(column.address),
    client: column.nullable(column.text),
    blocks: column.integer,
    blocksWithVictims: column.integer,
    victims: column.integer,
    newestSlot: column.integer,
  },
});
type SharesRow = RowOf<typeof SHARES>;

const HOURS = { '1h': 1, '6h': 6, '24h': 24 };
type Period = keyof typeof HOURS;
const LIFETIME = { freshMs: 300_000, keptMs: 3_600_000 };

const keptOf = perDatabase(() =>
  renewed<Awaited<ReturnType<typeof lookUp>>>({ most: Object.keys(HOURS).length }),
);

/** Reads the shares of blocks with victims of the last hours before the newest block, by leader and by client. */
export async function readValidatorShares(
  database: Database,
  { period, after, limit }: { period: Period; after: number; limit: number },
  context: QueryContext,
) {
  const kept = await keptOf(database).get(period, LIFETIME, forAllAccounts(context), (own) =>
    lookUp(database, period, own),
  );
  const reached = after + limit;
  return {
    ...kept,
    leaders: kept.leaders.slice(after, reached),
    /** `after` of the next page; null: this is the last one. */
    next: reached < kept.leaders.length ? reached : null,
  };
}

/** Makes the shares of a period, unless some are known that will be served for `leftMs` more. */
export function keepValidatorShares(
  database: Database,
  { period, leftMs }: { period: Period; leftMs: number },
  context: QueryContext,
): Promise<void> {
  return keptOf(database).keep(period, { ...LIFETIME, leftMs }, context, (own) =>
    lookUp(database, period, own),
  );
}

async function lookUp(database: Database, period: Period, context: QueryContext) {
  const madeAt = new Date().toISOString();
  const range = await readHoursRange(database, HOURS[period], context);
  const coverage = range && (await readAnalysedCoverage(database, range, context)).coverage;
  const slots = range && { from_slot: range.fromSlot, to_slot: range.toSlot };
  const rows = slots === null ? [] : await database.rows(SHARES, slots, context);
  const leaders = rows.flatMap(({ leader }) => (leader === null ? [] : [leader]));
  const validatorAt = await readValidatorsAt(database, leaders, context);
  const all = sumOf(rows);
  const byLeader = [...groupBy(rows, ({ leader }) => leader ?? '')].map(([, own]) => {
    const { leader, client } = own.reduce((left, right) =>
      right.newestSlot > left.newestSlot ? right : left,
    );
    const { name } = validatorAt(leader, range?.toSlot ?? 0);
    return { leader_pubkey: leader, name, client_type: client, ...shareOf(own, all, leader !== null) };
  });
  const byClient = [...groupBy(rows, ({ client }) => client ?? '')].map(([, own]) => {
    const { client } = own[0]!;
    const leaderCount = new Set(own.map(({ leader }) => leader ?? '')).size;
    return { client_type: client, leader_count: leaderCount, ...shareOf(own, all, client !== null) };
  });
  return {
    madeAt,
    all: { ...all, share: all.block_count === 0 ? null : all.blocks_with_victims / all.block_count },
    clients: byClient.sort((left, right) => right.block_count - left.block_count),
    leaders: byLeader.sort(
      (left, right) =>
        right.share_low - left.share_low ||
        ((left.leader_pubkey ?? '') < (right.leader_pubkey ?? '') ? -1 : 1),
    ),
    leaderCount: byLeader.length,
    coverage,
  };
}

type Sums = ReturnType<typeof sumOf>;

function sumOf(rows: readonly SharesRow[]) {
  const sum = (countOf: (row: SharesRow) => number) => rows.reduce((total, row) => total + countOf(row), 0);
  return {
    block_count: sum(({ blocks }) => blocks),
    blocks_with_victims: sum(({ blocksWithVictims }) => blocksWithVictims),
    victim_count: sum(({ victims }) => victims),
  };
}

function shareOf(rows: readonly SharesRow[], all: Sums, isKnown: boolean) {
  const own = sumOf(rows);
  const { low, high } = wilson(own.blocks_with_victims, own.block_count);
  return {
    ...own,
    share: own.blocks_with_victims / own.block_count,
    share_low: low,
    share_high: high,
    share_of_blocks: own.block_count / all.block_count,
    share_of_victims: all.victim_count === 0 ? null : own.victim_count / all.victim_count,
    above: isKnown && low > all.blocks_with_victims / all.block_count,
  };
}
