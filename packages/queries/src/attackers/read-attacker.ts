import type { Address } from '@tickscope/chain';
import { DEFAULT_THRESHOLDS, hourOf, RECORD_HOURS, SLOTS_PER_HOUR, standingFrom } from '@tickscope/sandwich';
import type { components } from '@tickscope/schemas';
import { column, defineQuery, param, sqlFile } from '@tickscope/store';
import { perDatabase } from '../caches/per-database.js';
import { renewed } from '../caches/renewed.js';
import { type DayRange, readAnalysedCoverage, readDayRange } from '../coverage/index.js';
import type { Database, QueryContext } from '../database.js';
import { readLeaders } from '../reference/leaders.js';
import { readRememberedLabels } from '../reference/remembered-labels.js';
import { readTokens } from '../reference/token-symbols.js';
import { readValidatorsAt } from '../reference/validator-snapshots.js';
import { describeEntity } from './describe-entity.js';
import { readEntitySandwiches } from './entity-sandwiches.js';

type Attacker = components['schemas']['Attacker'];
type Record24h = components['schemas']['ActorRecord'];

const RECORD = defineQuery({
  name: 'attacker-record',
  sql: sqlFile(import.meta.url, './record.sql'),
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
const keptOf = perDatabase(() => renewed<Attacker>({ most: 300 }));

/** Reads what a wallet did as an attacker in the last days before the newest block, to any victims. */
export function readAttacker(
  database: Database,
  { address, days }: { address: Address; days: number },
  context: QueryContext,
): Promise<Attacker> {
  return keptOf(database).get(`${address}/${days}`, LIFETIME, context, (own) =>
    lookUp(database, { address, days }, own),
  );
}

async function lookUp(
  database: Database,
  { address, days }: { address: Address; days: number },
  context: QueryContext,
): Promise<Attacker> {
  const range = await readDayRange(database, days, context);
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
  };
}

const NOTHING_STORED = {
  ...describeEntity([], {
    address: '',
    tokenOf: (mint) => ({ symbol: mint, decimals: null }),
    leaderAt: () => null,
    clientAt: () => null,
  }),
  ...{ truncated: false, covered: null, coverage: null },
};

async function readStored(
  database: Database,
  { address, range }: { address: Address; range: DayRange },
  context: QueryContext,
) {
  const [{ coverage }, found] = await Promise.all([
    readAnalysedCoverage(database, range, context),
    readEntitySandwiches(database, { address, range, most: MOST_SANDWICHES + 1 }, context),
  ]);
  const sandwiches = found.slice(0, MOST_SANDWICHES);
  const isCut = found.length > MOST_SANDWICHES;
  const counted = sandwiches.filter(({ confidence }) => confidence !== 'suspected');
  const [tokenOf, leaders] = await Promise.all([
    readTokens(database, new Set(counted.flatMap((it) => [it.mintIn, it.mintOut, it.gainMint])), context),
    readLeaders(
      database,
      counted.map(({ firstSlot }) => firstSlot),
      context,
    ),
  ]);
  const validatorAt = await readValidatorsAt(database, leaders.values(), context);
  const leaderAt = (slot: number): Address | null => leaders.get(slot) ?? null;
  return {
    ...describeEntity(sandwiches, {
      address,
      tokenOf,
      leaderAt,
      clientAt: (slot) => validatorAt(leaderAt(slot), slot).client,
    }),
    truncated: isCut,
    covered: {
      // The slot of the oldest one may have more that are left out.
      from_slot: isCut ? sandwiches.at(-1)!.firstSlot + 1 : range.fromSlot,
      to_slot: range.toSlot,
    },
    coverage,
  };
}

async function readRecord(
  database: Database,
  { address, toSlot }: { address: Address; toSlot: number },
  context: QueryContext,
): Promise<{ record: Record24h; isSeen: boolean }> {
  const hour = hourOf(toSlot);
  const hours = { from_hour: Math.max(0, hour - RECORD_HOURS), to_hour: hour };
  const params = { address, slots_per_hour: SLOTS_PER_HOUR, ...hours };
  const [row] = await database.rows(RECORD, params, context);
  const { trips, gains, aims, pools, isSeen } = row!;
  const standing = standingFrom({ trips, gains, aims, pools }, DEFAULT_THRESHOLDS);
  return { record: { trips, gained: gains, aimed: aims, pools, standing }, isSeen };
}
