import { cachedPubkey } from '@tickscope/chain';
import { ownTrip, recordAddresses, type Sandwich } from '@tickscope/sandwich';
import type { ReadConnection } from '../connection/read-connection.js';
import { column, defineFileQuery, param, runQuery } from '../query/index.js';
import type { RowBuffer } from '../writer/row-buffer.js';
import type { StoredRevision } from './stored-revision.js';

const STORED_TRIPS = defineFileQuery(import.meta.url, './stored-trips.sql', {
  params: { ids: param.texts, from_slot: param.integer, to_slot: param.integer },
  row: { id: column.text, trips: column.list(column.text) },
});

const QUERY_TIMEOUT_MS = 30_000;
const NO_KEY = new Uint8Array(32);

/** Reads what some sandwiches are in the records of actors, also where their writer was killed before it stored them. */
export async function storedTrips(
  read: ReadConnection,
  sandwiches: readonly { id: string; firstSlot: number }[],
): Promise<Map<string, string[]>> {
  if (sandwiches.length === 0) return new Map();
  const slots = sandwiches.map(({ firstSlot }) => firstSlot);
  const params = {
    ids: sandwiches.map(({ id }) => id),
    from_slot: Math.min(...slots),
    to_slot: Math.max(...slots),
  };
  const rows = await runQuery(read, STORED_TRIPS, params, { timeoutMs: QUERY_TIMEOUT_MS });
  return new Map(rows.map(({ id, trips }) => [id, trips]));
}

/** The address of each text that `storedTrips` returns. */
export function tripAddresses(trips: readonly string[]): string[] {
  return trips.map((trip) => trip.split(' ', 1)[0]!);
}

/** Which of some sandwiches are not in the records as they should be; null stands for one that should not be there. */
export async function withOtherTrips(
  read: ReadConnection,
  sandwiches: readonly { id: string; firstSlot: number; sandwich: Sandwich | null }[],
): Promise<Set<string>> {
  const stored = await storedTrips(read, sandwiches);
  const others = sandwiches.filter(({ id, sandwich }) => {
    const expected = sandwich === null ? [] : tripTexts(sandwich);
    return (stored.get(id) ?? []).sort().join() !== expected.sort().join();
  });
  return new Set(others.map(({ id }) => id));
}

/** Must match stored-trips.sql. */
function tripTexts(sandwich: Sandwich): string[] {
  const trip = ownTrip(sandwich);
  if (trip === null) return [];
  const facts = [trip.pool, sandwich.lastSlot, trip.isGain, trip.isAimed];
  return recordAddresses(sandwich).map((address) => [address, ...facts].join(' '));
}

/** The addresses under which the newest revision is in the records of actors. */
export function formerAddresses(former: StoredRevision | undefined): readonly string[] {
  return former === undefined || former.isDeleted ? [] : former.tripAddresses;
}

/** A round trip that is new, changed or gone. */
export interface ChangedTrip {
  /** Under which it is or was in the records of actors. */
  addresses: readonly string[];
  lastSlot: number;
  /** It is no longer in these records as it was. */
  isGone: boolean;
}

/** The trips of some sandwiches, null for retracted ones, as far as they differ from those of the former revisions. */
export function changedTrips(
  changes: readonly { sandwich: Sandwich | null; former: StoredRevision | undefined }[],
): ChangedTrip[] {
  const trips: ChangedTrip[] = [];
  for (const { sandwich, former } of changes) {
    if (sandwich !== null && isSameTrip(sandwich, former)) continue;
    const before = formerAddresses(former);
    if (before.length > 0) trips.push({ addresses: before, lastSlot: former!.lastSlot, isGone: true });
    if (sandwich !== null && ownTrip(sandwich) !== null)
      trips.push({ addresses: recordAddresses(sandwich), lastSlot: sandwich.lastSlot, isGone: false });
  }
  return trips;
}

function isSameTrip(sandwich: Sandwich, former: StoredRevision | undefined): boolean {
  const before = formerAddresses(former);
  const trip = ownTrip(sandwich);
  if (trip === null || former === undefined) return trip === null && before.length === 0;
  return (
    former.pool === trip.pool &&
    former.lastSlot === sandwich.lastSlot &&
    former.isGain === trip.isGain &&
    former.isAimed === trip.isAimed &&
    [...before].sort().join() === recordAddresses(sandwich).sort().join()
  );
}

/** Adds a revision of a sandwich to the records of its actors, and takes it from those that no longer have it. */
export function encodeTrips(
  rows: RowBuffer,
  sandwich: Sandwich,
  former: readonly string[],
  revision: number,
): void {
  const trip = ownTrip(sandwich);
  const addresses = new Set(trip === null ? [] : recordAddresses(sandwich));
  for (const address of addresses)
    encodeTrip(rows, { ...sandwich, address, revision, isGain: trip?.isGain ?? false, isDeleted: false });
  encodeGoneTrips(
    rows,
    sandwich,
    former.filter((address) => !addresses.has(address)),
    revision,
  );
}

/** Takes a sandwich from the records of some addresses. */
export function encodeGoneTrips(
  rows: RowBuffer,
  { id, firstSlot, lastSlot }: Pick<Sandwich, 'id' | 'firstSlot' | 'lastSlot'>,
  addresses: readonly string[],
  revision: number,
): void {
  for (const address of addresses) {
    const gone = { pool: null, isGain: false, isAimed: false, isDeleted: true };
    encodeTrip(rows, { id, firstSlot, lastSlot, address, revision, ...gone });
  }
}

interface TripRow {
  address: string;
  firstSlot: number;
  id: string;
  lastSlot: number;
  /** Null for a tombstone, of which only the key has meaning. */
  pool: string | null;
  isGain: boolean;
  isAimed: boolean;
  revision: number;
  isDeleted: boolean;
}

function encodeTrip(rows: RowBuffer, trip: TripRow): void {
  rows.fixed(cachedPubkey(trip.address));
  rows.uint53(trip.firstSlot);
  rows.string(trip.id);
  rows.uint53(trip.lastSlot);
  rows.fixed(trip.pool === null ? NO_KEY : cachedPubkey(trip.pool));
  rows.bool(trip.isGain);
  rows.bool(trip.isAimed);
  rows.uint32(trip.revision);
  rows.bool(trip.isDeleted);
  rows.endRow();
}
