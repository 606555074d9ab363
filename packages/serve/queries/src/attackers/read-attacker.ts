import type { Address } from '@tickscope/chain';
import {
  DEFAULT_THRESHOLDS,
  hourOf,
  LIVE_MAX_SPAN,
  RECORD_HOURS,
  SLOTS_PER_HOUR,
  standingFrom,
} from '@tickscope/sandwich';
import { column, defineFileQuery, param } from '@tickscope/store';
import { perDatabase } from '../caches/per-database.js';
import { renewed } from '../caches/renewed.js';
import { type DayRange, readAnalysedCoverage, readDayRange } from '../coverage/index.js';
import type { Database, QueryContext } from '../database.js';
import { readLeadership } from '../reference/leaders.js';
import { readRememberedLabels } from '../reference/remembered-labels.js';
import { readTokensOf } from '../reference/token-symbols.js';
import { describeEntity } from './describe-entity.js';
import { ENTITY_SANDWICHES } from './entity-sandwiches.js';

const RECORD = defineFileQuery(import.meta.url, './record.sql', {
  name: 'attacker-record',
  params: {
    address: param.text,
    slots_per_hour: param.integer,
    from_hour: param.integer,
    to_hour: param.integer,
  },
  row: {
    trips: column.integer,
    gains: column.integer,
    aims: column.integer,
    pools: column.integer,
    isSeen: column.flag,
  },
});

const MOST_SANDWICHES = 10_000;
const LIFETIME = { freshMs: 30_000, keptMs: 300_000 };

/** Each of some tens of KB at most. */
const keptOf = perDatabase(() => renewed<Awaited<ReturnType<typeof lookUp>>>({ most: 300 }));

/** Reads what a wallet did as an attacker in the last days before the newest block, to any victims. */
export function readAttacker(
  database: Database,
  { address, days }: { address: Address; days: number },
  context: QueryContext,
) {
  return keptOf(database).get(`${address}/${days}`, LIFETIME, context, (own) =>
    lookUp(database, { address, days }, own),
  );
}

async function lookUp(
  database: Database,
  { address, days }: { address: Address; days: number },
  context: QueryContext,
) {
  const range = await readDayRange(database, days, context);
  // Before all that it covers, the record too.
  const coverage = range === null ? null : (await readAnalysedCoverage(database, range, context)).coverage;
  const [labels, { record, isSeen }, stored] = await Promise.all([
    readRememberedLabels(database, [address], context),
    readRecord(database, { address, toSlot: range?.toSlot ?? 0 }, context),
    range === null ? NOTHING_STORED : readStored(database, { address, range }, context),
  ]);
  return {
    address,
    label: labels.get(address)?.label ?? null,
    time_range_days: days,
    seen_as_attacker: isSeen,
    record,
    ...stored,
    coverage,
  };
}

const NOTHING_STORED = {
  ...describeEntity([], {
    address: '',
    tokenOf: (mint) => ({ symbol: mint, decimals: null }),
    leadershipAt: () => ({ leader: null, client: null }),
  }),
  ...{ truncated: false, covered: null },
};

async function readStored(
  database: Database,
  { address, range }: { address: Address; range: DayRange },
  context: QueryContext,
) {
  const slots = { from_slot: range.fromSlot, to_slot: range.toSlot, span: LIVE_MAX_SPAN };
  const asked = { address, ...slots, most: MOST_SANDWICHES + 1 };
  const found = await database.rows(ENTITY_SANDWICHES, asked, context);
  const sandwiches = found.slice(0, MOST_SANDWICHES);
  const isCut = found.length > MOST_SANDWICHES;
  const counted = sandwiches.filter(({ confidence }) => confidence !== 'suspected');
  const firstSlots = counted.map(({ firstSlot }) => firstSlot);
  const [tokenOf, leadershipAt] = await Promise.all([
    readTokensOf(database, counted, context),
    readLeadership(database, firstSlots, context),
  ]);
  return {
    ...describeEntity(sandwiches, { address, tokenOf, leadershipAt }),
    truncated: isCut,
    covered: {
      // The slot of the oldest one may have more that are left out.
      from_slot: isCut ? sandwiches.at(-1)!.firstSlot + 1 : range.fromSlot,
      to_slot: range.toSlot,
    },
  };
}

async function readRecord(
  database: Database,
  { address, toSlot }: { address: Address; toSlot: number },
  context: QueryContext,
) {
  const hour = hourOf(toSlot);
  const hours = { from_hour: Math.max(0, hour - RECORD_HOURS), to_hour: hour };
  const params = { address, slots_per_hour: SLOTS_PER_HOUR, ...hours };
  const [row] = await database.rows(RECORD, params, context);
  const { trips, gains, aims, pools, isSeen } = row!;
  const standing = standingFrom({ trips, gains, aims, pools }, DEFAULT_THRESHOLDS);
  return { record: { trips, gained: gains, aimed: aims, pools, standing }, isSeen };
}
