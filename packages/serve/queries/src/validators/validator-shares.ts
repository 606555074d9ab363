import { groupBy } from '@tickscope/chain';
import type { components } from '@tickscope/schemas';
import { column, defineFileQuery, param, type RowOf } from '@tickscope/store';
import { perDatabase } from '../caches/per-database.js';
import { renewed } from '../caches/renewed.js';
import { readAnalysedCoverage, readHoursRange } from '../coverage/index.js';
import { type Database, forAllAccounts, type QueryContext } from '../database.js';
import { readValidatorsAt } from '../reference/validator-snapshots.js';
import { WILSON_Z, wilson } from './wilson.js';

type Schemas = components['schemas'];
type Shares = Schemas['ValidatorShares'];
type Share = Schemas['VictimShare'];

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

const HOURS: Record<Shares['period'], number> = { '1h': 1, '6h': 6, '24h': 24 };
const LIFETIME = { freshMs: 300_000, keptMs: 3_600_000 };

const NOTE =
  'A share says in how many of its blocks a victim traded, not who sandwiched them. `above` marks a lower bound above the share ' +
  'of all blocks: such a leader deserves a closer look, and no more. It is no proof of any part in an attack: consecutive blocks of ' +
  'a leader are alike, a leader with more swaps in its blocks has more sandwiches, and a client is chosen by its operators.';

type Kept = Omit<Shares, 'next_cursor'>;
const keptOf = perDatabase(() => renewed<Kept>({ most: Object.keys(HOURS).length }));

/** Reads the shares of blocks with victims of the last hours before the newest block, by leader and by client. */
export async function readValidatorShares(
  database: Database,
  { period, after, limit }: { period: Shares['period']; after: number; limit: number },
  context: QueryContext,
): Promise<Shares> {
  const kept = await keptOf(database).get(period, LIFETIME, forAllAccounts(context), (own) =>
    lookUp(database, period, own),
  );
  const reached = after + limit;
  return {
    ...kept,
    leaders: kept.leaders.slice(after, reached),
    next_cursor: reached < kept.leaders.length ? String(reached) : null,
  };
}

/** Makes the shares of a period, unless some are known that will be served for `leftMs` more. */
export function keepValidatorShares(
  database: Database,
  { period, leftMs }: { period: Shares['period']; leftMs: number },
  context: QueryContext,
): Promise<void> {
  return keptOf(database).keep(period, { ...LIFETIME, leftMs }, context, (own) =>
    lookUp(database, period, own),
  );
}

async function lookUp(database: Database, period: Shares['period'], context: QueryContext): Promise<Kept> {
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
    period,
    made_at: madeAt,
    note: NOTE,
    interval: { method: 'wilson', z: WILSON_Z },
    all: { ...all, share: all.block_count === 0 ? null : all.blocks_with_victims / all.block_count },
    clients: byClient.sort((left, right) => right.block_count - left.block_count),
    leaders: byLeader.sort(
      (left, right) =>
        right.share_low - left.share_low ||
        ((left.leader_pubkey ?? '') < (right.leader_pubkey ?? '') ? -1 : 1),
    ),
    leader_count: byLeader.length,
    coverage,
  };
}

type Sums = Pick<Share, 'block_count' | 'blocks_with_victims' | 'victim_count'>;

function sumOf(rows: readonly SharesRow[]): Sums {
  const sum = (countOf: (row: SharesRow) => number) => rows.reduce((total, row) => total + countOf(row), 0);
  return {
    block_count: sum(({ blocks }) => blocks),
    blocks_with_victims: sum(({ blocksWithVictims }) => blocksWithVictims),
    victim_count: sum(({ victims }) => victims),
  };
}

function shareOf(rows: readonly SharesRow[], all: Sums, isKnown: boolean): Share {
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
