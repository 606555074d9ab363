import {
  DEFAULT_THRESHOLDS,
  LIVE_MAX_SPAN,
  POOLS_KNOWN,
  RECORD_HOURS,
  type RecordedHour,
  SLOTS_PER_HOUR,
  type Standing,
  standingAround,
  worstStanding,
} from '@tickscope/sandwich';
import { column, defineQuery, param, sqlFile } from '@tickscope/store';
import type { Database, QueryContext } from '../../database.js';

const RECORDS_AROUND = defineQuery({
  name: 'records-around',
  sql: sqlFile(import.meta.url, './records-around.sql'),
  params: {
    addresses: param.texts,
    ids: param.texts,
    from_slot: param.integer,
    to_slot: param.integer,
    pools: param.integer,
    slots_per_hour: param.integer,
    bot_trips: param.integer,
  },
  row: {
    address: column.text,
    hour: column.integer,
    trips: column.integer,
    gains: column.integer,
    aims: column.integer,
    pools: column.list(column.tuple({ pool: column.text, trips: column.integer })),
    /** The trips of the sandwiches that are asked about. */
    asked: column.list(
      column.tuple({ id: column.text, pool: column.text, isGain: column.flag, isAimed: column.flag }),
    ),
  },
});

interface RecordRow extends RecordedHour {
  address: string;
  asked: { id: string; pool: string; isGain: boolean; isAimed: boolean }[];
}

/** Parameters go in the URL, which may have 128 KB. */
const SANDWICHES_A_QUERY = 500;
const ADDRESSES_A_QUERY = 1_500;
/** The hour of a front and the 24 on both sides of it, in slots. */
const SLOTS_AROUND = (RECORD_HOURS + 1) * SLOTS_PER_HOUR;

/** A sandwich whose actor's record is asked for. */
export interface Actor {
  /** Of the sandwich. */
  id: string;
  firstSlot: number;
  /** Those of its entity (`recordAddresses`). */
  addresses: readonly string[];
}

/**
 * Reads what the records on both sides say of the actors of some sandwiches, in their order. One query for up to 500 of
 * them.
 */
export async function readStandings(
  database: Database,
  actors: readonly Actor[],
  context: QueryContext,
): Promise<Standing[]> {
  const standings: Standing[] = [];
  for (const some of inBatches(actors)) {
    const hours = await readHours(database, some, context);
    for (const actor of some) standings.push(standingOf(actor, hours));
  }
  return standings;
}

async function readHours(
  database: Database,
  actors: readonly Actor[],
  context: QueryContext,
): Promise<Map<string, RecordRow[]>> {
  const slots = actors.map(({ firstSlot }) => firstSlot);
  const params = {
    addresses: [...new Set(actors.flatMap(({ addresses }) => addresses))],
    ids: [...new Set(actors.map(({ id }) => id))],
    from_slot: Math.max(0, Math.min(...slots) - SLOTS_AROUND - LIVE_MAX_SPAN),
    to_slot: Math.max(...slots) + SLOTS_AROUND,
    pools: POOLS_KNOWN,
    slots_per_hour: SLOTS_PER_HOUR,
    bot_trips: DEFAULT_THRESHOLDS.botTrips,
  };
  const hours = new Map<string, RecordRow[]>();
  for (const row of await database.rows(RECORDS_AROUND, params, context)) {
    const known = hours.get(row.address);
    if (known === undefined) hours.set(row.address, [row]);
    else known.push(row);
  }
  return hours;
}

function standingOf(
  { id, firstSlot, addresses }: Actor,
  hours: ReadonlyMap<string, readonly RecordRow[]>,
): Standing {
  return worstStanding(
    addresses.map((address) => {
      const rows = hours.get(address) ?? [];
      const own = rows.flatMap(({ hour, asked }) =>
        asked.filter((trip) => trip.id === id).map((trip) => ({ ...trip, hour })),
      );
      return standingAround(rows, firstSlot, own[0] ?? null);
    }),
  );
}

function inBatches(actors: readonly Actor[]): Actor[][] {
  const batches: Actor[][] = [];
  let known = new Set<string>();
  for (const actor of actors) {
    const isFull =
      (batches.at(-1)?.length ?? SANDWICHES_A_QUERY) >= SANDWICHES_A_QUERY || known.size >= ADDRESSES_A_QUERY;
    if (isFull) {
      batches.push([]);
      known = new Set();
    }
    batches.at(-1)!.push(actor);
    for (const address of actor.addresses) known.add(address);
  }
  return batches;
}
