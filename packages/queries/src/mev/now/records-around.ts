import {
  hourOf,
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
    /** Address, first hour and last hour of fronts. */
    hours: param.rows,
    slots: param.integers,
    pools: param.integer,
    slots_per_hour: param.integer,
  },
  row: {
    address: column.text,
    hour: column.integer,
    trips: column.integer,
    gains: column.integer,
    aims: column.integer,
    pools: column.list(column.tuple({ pool: column.text, trips: column.integer })),
    /** The trips whose fronts are in the slots that are asked about. */
    asked: column.list(
      column.tuple({ id: column.text, pool: column.text, isGain: column.flag, isAimed: column.flag }),
    ),
  },
});

interface RecordRow extends RecordedHour {
  address: string;
  asked: { id: string; pool: string; isGain: boolean; isAimed: boolean }[];
}

/** Parameters go in the URL, which may have 128 KB: 80 bytes for each address and time. */
const SANDWICHES_A_QUERY = 500;
const TIMES_A_QUERY = 1_200;

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
    const slots = [...new Set(some.map(({ firstSlot }) => firstSlot))];
    const hours = await readHours(database, { times: timesOf(some), slots }, context);
    for (const actor of some) standings.push(standingOf(actor, hours));
  }
  return standings;
}

/** A sandwich of which it is known what it adds to the record. */
export interface OwnActor extends Omit<Actor, 'id'> {
  own: OwnTrip | null;
}

/**
 * Like `readStandings`, for sandwiches that share addresses: one query for up to 1,200 of these, however many sandwiches
 * they have.
 */
export async function readStandingsOf(
  database: Database,
  actors: readonly OwnActor[],
  context: QueryContext,
): Promise<Standing[]> {
  const times = timesOf(actors);
  const hours = new Map<string, RecordRow[]>();
  for (let at = 0; at < times.length; at += TIMES_A_QUERY) {
    const question = { times: times.slice(at, at + TIMES_A_QUERY), slots: [] };
    for (const [address, rows] of await readHours(database, question, context))
      hours.set(address, [...(hours.get(address) ?? []), ...rows]);
  }
  return actors.map(({ addresses: of, firstSlot, own }) =>
    worstStanding(of.map((address) => standingAround(hours.get(address) ?? [], firstSlot, own))),
  );
}

/** Hours in which an address is of interest, both included. */
interface Time {
  address: string;
  fromHour: number;
  toHour: number;
}

/** When the addresses of some sandwiches are of interest: times of one address do not overlap. */
function timesOf(actors: readonly Omit<Actor, 'id'>[]): Time[] {
  const hoursOf = new Map<string, Set<number>>();
  for (const { firstSlot, addresses } of actors)
    for (const address of addresses) {
      const hours = hoursOf.get(address) ?? new Set();
      hoursOf.set(address, hours.add(hourOf(firstSlot)));
    }
  return [...hoursOf].flatMap(([address, hours]) => timesAround(address, hours));
}

function timesAround(address: string, hours: ReadonlySet<number>): Time[] {
  const times: Time[] = [];
  for (const hour of [...hours].sort((left, right) => left - right)) {
    // A trip belongs to the hour of its last leg; its front may be in the hour before.
    const [fromHour, toHour] = [Math.max(0, hour - RECORD_HOURS - 1), hour + RECORD_HOURS];
    const before = times.at(-1);
    if (before !== undefined && fromHour <= before.toHour + 1) before.toHour = toHour;
    else times.push({ address, fromHour, toHour });
  }
  return times;
}

async function readHours(
  database: Database,
  { times, slots }: { times: readonly Time[]; slots: readonly number[] },
  context: QueryContext,
): Promise<Map<string, RecordRow[]>> {
  const hours = new Map<string, RecordRow[]>();
  if (times.length === 0) return hours;
  const params = {
    hours: times.map(({ address, fromHour, toHour }) => [address, fromHour, toHour]),
    slots,
    pools: POOLS_KNOWN,
    slots_per_hour: SLOTS_PER_HOUR,
  };
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
  let times = 0;
  for (const actor of actors) {
    const isFull =
      (batches.at(-1)?.length ?? SANDWICHES_A_QUERY) >= SANDWICHES_A_QUERY || times >= TIMES_A_QUERY;
    if (isFull) {
      batches.push([]);
      times = 0;
    }
    batches.at(-1)!.push(actor);
    times += actor.addresses.length;
  }
  return batches;
}
