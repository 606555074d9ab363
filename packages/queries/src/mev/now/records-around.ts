import {
  DEFAULT_THRESHOLDS,
  LIVE_MAX_SPAN,
  type OwnTrip,
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
    const question = {
      addresses: some.flatMap(({ addresses }) => addresses),
      ids: some.map(({ id }) => id),
      slots: some.map(({ firstSlot }) => firstSlot),
    };
    const hours = await readHours(database, question, context);
    for (const actor of some) standings.push(standingOf(actor, hours));
  }
  return standings;
}

/** A sandwich of which it is known what it adds to the record. */
export interface OwnActor extends Omit<Actor, 'id'> {
  own: OwnTrip | null;
}

/**
 * Like `readStandings`, for sandwiches that share addresses: one query for up to 1,500 of these, however many sandwiches
 * they have.
 */
export async function readStandingsOf(
  database: Database,
  actors: readonly OwnActor[],
  context: QueryContext,
): Promise<Standing[]> {
  const addresses = [...new Set(actors.flatMap((actor) => actor.addresses))];
  const slots = actors.map(({ firstSlot }) => firstSlot);
  const hours = new Map<string, RecordRow[]>();
  for (let at = 0; at < addresses.length; at += ADDRESSES_A_QUERY) {
    const question = { addresses: addresses.slice(at, at + ADDRESSES_A_QUERY), ids: [], slots };
    for (const [address, rows] of await readHours(database, question, context)) hours.set(address, rows);
  }
  return actors.map(({ addresses: of, firstSlot, own }) =>
    worstStanding(of.map((address) => standingAround(hours.get(address) ?? [], firstSlot, own))),
  );
}

async function readHours(
  database: Database,
  question: { addresses: readonly string[]; ids: readonly string[]; slots: readonly number[] },
  context: QueryContext,
): Promise<Map<string, RecordRow[]>> {
  const { addresses, ids } = question;
  const slots = rangeOf(question.slots);
  const params = {
    addresses: [...new Set(addresses)],
    ids: [...new Set(ids)],
    from_slot: Math.max(0, slots.first - SLOTS_AROUND - LIVE_MAX_SPAN),
    to_slot: slots.last + SLOTS_AROUND,
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

function rangeOf(slots: readonly number[]): { first: number; last: number } {
  return slots.reduce(
    ({ first, last }, slot) => ({ first: Math.min(first, slot), last: Math.max(last, slot) }),
    { first: Number.MAX_SAFE_INTEGER, last: 0 },
  );
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
