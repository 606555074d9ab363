import {
  type ActorClass,
  hourOf,
  type OwnTrip,
  POOLS_KNOWN,
  RECORD_HOURS,
  type RecordedHour,
  SLOTS_PER_HOUR,
  standingAround,
  worstStanding,
} from '@tickscope/sandwich';
import { column, defineFileQuery, param, type Read } from '../query/index.js';

const RECORDS_AROUND = defineFileQuery(import.meta.url, './records-around.sql', {
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

/** Record of an address. */
interface ActorRecord {
  hours: RecordedHour[];
  /** The trips that are asked about, by the sandwich. */
  own: Map<string, OwnTrip>;
}

/** Parameters go in the URL, which may have 128 KB. */
const MOST_PARAMETER_BYTES = 100_000;
const TIME_BYTES = 80;
const SLOT_BYTES = 16;

/** A sandwich whose actor's record is asked for. */
export interface Actor {
  /** Id of the sandwich. */
  id: string;
  firstSlot: number;
  /** Those of its entity (`recordAddresses`). */
  addresses: readonly string[];
}

/**
 * Reads what the records on both sides say of the actors of some sandwiches, in their order. One query for some thousand of one
 * actor, or for some hundred of different ones.
 */
export async function readStandings(read: Read, actors: readonly Actor[]): Promise<ActorClass[]> {
  const standings: ActorClass[] = [];
  for (const some of inBatches(actors)) {
    const slots = [...new Set(some.map(({ firstSlot }) => firstSlot))];
    const records = await readRecords(read, { times: timesOf(some), slots });
    for (const actor of some) standings.push(standingOf(actor, records));
  }
  return standings;
}

/** Hours in which an address is of interest, both included. */
interface Time {
  address: string;
  fromHour: number;
  toHour: number;
}

/** When the addresses of some sandwiches are of interest: times of one address do not overlap. */
function timesOf(actors: readonly Actor[]): Time[] {
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

async function readRecords(
  read: Read,
  { times, slots }: { times: readonly Time[]; slots: readonly number[] },
): Promise<Map<string, ActorRecord>> {
  const records = new Map<string, ActorRecord>();
  if (times.length === 0) return records;
  const params = {
    hours: times.map(({ address, fromHour, toHour }) => [address, fromHour, toHour]),
    slots,
    pools: POOLS_KNOWN,
    slots_per_hour: SLOTS_PER_HOUR,
  };
  for (const { address, asked, ...hour } of await read(RECORDS_AROUND, params)) {
    const record: ActorRecord = records.get(address) ?? { hours: [], own: new Map() };
    record.hours.push(hour);
    for (const { id, ...trip } of asked) record.own.set(id, { ...trip, hour: hour.hour });
    records.set(address, record);
  }
  return records;
}

function standingOf(
  { id, firstSlot, addresses }: Actor,
  records: ReadonlyMap<string, ActorRecord>,
): ActorClass {
  return worstStanding(
    addresses.map((address) => {
      const record = records.get(address);
      return standingAround(record?.hours ?? [], firstSlot, record?.own.get(id) ?? null);
    }),
  );
}

/** In which a query has room for the times and the slots. */
function inBatches(actors: readonly Actor[]): Actor[][] {
  const batches: Actor[][] = [];
  let times = new Set<string>();
  for (const actor of actors) {
    const before = batches.at(-1);
    const more = actor.addresses.map((address) => `${address} ${hourOf(actor.firstSlot)}`);
    const bytes = (times.size + more.length) * TIME_BYTES + ((before?.length ?? 0) + 1) * SLOT_BYTES;
    if (before === undefined || bytes > MOST_PARAMETER_BYTES) {
      batches.push([actor]);
      times = new Set(more);
    } else {
      before.push(actor);
      for (const each of more) times.add(each);
    }
  }
  return batches;
}
