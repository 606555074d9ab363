import type { SlotRange } from '@tickscope/chain';
import { DEFAULT_THRESHOLDS, hourOf, RECORD_HOURS, SLOTS_PER_HOUR } from '@tickscope/sandwich';
import type { ReadWrite } from '../connection/open-store.js';
import { column, defineFileQuery, param, runQuery } from '../query/index.js';
import type { ChangedTrip } from './actor-trips.js';
import { RECORD_SLOTS } from './history-rows.js';
import { rejudge } from './rejudge.js';

const RECORDED_ACTORS = defineFileQuery(import.meta.url, './rejudge-actors.sql', {
  name: 'recorded-actors',
  params: {
    addresses: param.texts,
    from_slot: param.integer,
    to_slot: param.integer,
    trips_needed: param.integer,
  },
  row: { address: column.text },
});
const SANDWICHES_BY_HOUR = defineFileQuery(import.meta.url, './sandwiches-by-hour.sql', {
  params: {
    addresses: param.texts,
    from_slot: param.integer,
    to_slot: param.integer,
    slots_per_hour: param.integer,
  },
  row: { hour: column.integer, count: column.integer },
});
const QUERY_TIMEOUT_MS = 30_000;
/** Parameters travel in the URL of a request. */
const ADDRESSES_AT_ONCE = 500;
/** More sandwiches, of a bot or of many actors, are judged some hours of slots at a time. */
const SANDWICHES_AT_ONCE = 5_000;

/** An address whose record changed, and the fronts about which it says something else: slots, both included. */
export interface ChangedActor {
  /** Base58. */
  address: string;
  fromSlot: number;
  toSlot: number;
  /** A trip is gone: the record may say less than before. */
  hasLost: boolean;
}

/** The actors whose records some trips change: over the 24 hours before and after each. */
export function actorsOf(trips: readonly ChangedTrip[]): ChangedActor[] {
  const actors = new Map<string, ChangedActor>();
  for (const { addresses, lastSlot, isGone } of trips)
    for (const address of addresses) {
      const hour = hourOf(lastSlot);
      const fromSlot = Math.max(0, hour - RECORD_HOURS) * SLOTS_PER_HOUR;
      const toSlot = (hour + RECORD_HOURS + 1) * SLOTS_PER_HOUR - 1;
      const actor = { address, fromSlot, toSlot, hasLost: isGone };
      actors.set(address, mergeActors(actors.get(address), actor));
    }
  return [...actors.values()];
}

export function mergeActors(known: ChangedActor | undefined, more: ChangedActor): ChangedActor {
  if (known === undefined) return more;
  return {
    address: more.address,
    fromSlot: Math.min(known.fromSlot, more.fromSlot),
    toSlot: Math.max(known.toSlot, more.toSlot),
    hasLost: known.hasLost || more.hasLost,
  };
}

/**
 * Judges the stored sandwiches of some actors again, by their records as they are now.
 *
 * @param withProvisional as of `JudgedRange`
 * @param signal as of `rejudge`
 * @returns the number of sandwiches that changed, and the addresses whose sandwiches were read: those with enough trips
 */
export async function rejudgeActors(
  store: ReadWrite,
  actors: readonly ChangedActor[],
  { withProvisional, signal }: { withProvisional: boolean; signal?: AbortSignal },
): Promise<{ changed: number; judged: string[] }> {
  const report = { changed: 0, judged: [] as string[] };
  const inOrder = [...actors].sort((left, right) => left.fromSlot - right.fromSlot);
  for (let at = 0; at < inOrder.length; at += ADDRESSES_AT_ONCE) {
    const some = inOrder.slice(at, at + ADDRESSES_AT_ONCE);
    const range = {
      fromSlot: Math.min(...some.map(({ fromSlot }) => fromSlot)),
      toSlot: Math.max(...some.map(({ toSlot }) => toSlot)),
    };
    signal?.throwIfAborted();
    const addresses = await recorded(store, some, range);
    for (const part of await partsOf(store, addresses, range))
      report.changed += await rejudge(store, { ...part, addresses, withProvisional }, signal);
    report.judged.push(...addresses);
  }
  return report;
}

/** Leaves out those with too few trips to be anything, which are most. */
async function recorded(
  { read }: ReadWrite,
  actors: readonly ChangedActor[],
  { fromSlot, toSlot }: { fromSlot: number; toSlot: number },
): Promise<string[]> {
  const lost = actors.flatMap(({ address, hasLost }) => (hasLost ? [address] : []));
  const params = {
    addresses: actors.flatMap(({ address, hasLost }) => (hasLost ? [] : [address])),
    from_slot: Math.max(0, fromSlot - RECORD_SLOTS),
    to_slot: toSlot + RECORD_SLOTS,
    trips_needed: DEFAULT_THRESHOLDS.botTrips,
  };
  if (params.addresses.length === 0) return lost;
  const rows = await runQuery(read, RECORDED_ACTORS, params, { timeoutMs: QUERY_TIMEOUT_MS });
  return [...lost, ...rows.map(({ address }) => address)];
}

/** Divides a range into parts that have few enough sandwiches of some addresses, or are an hour. */
async function partsOf(
  { read }: ReadWrite,
  addresses: readonly string[],
  { fromSlot, toSlot }: SlotRange,
): Promise<SlotRange[]> {
  if (addresses.length === 0) return [];
  const params = { addresses, from_slot: fromSlot, to_slot: toSlot, slots_per_hour: SLOTS_PER_HOUR };
  const parts: (SlotRange & { count: number })[] = [];
  for (const { hour, count } of await runQuery(read, SANDWICHES_BY_HOUR, params, {
    timeoutMs: QUERY_TIMEOUT_MS,
  })) {
    const before = parts.at(-1);
    const end = Math.min(toSlot, (hour + 1) * SLOTS_PER_HOUR - 1);
    if (before === undefined || before.count + count > SANDWICHES_AT_ONCE)
      parts.push({ fromSlot: Math.max(fromSlot, hour * SLOTS_PER_HOUR), toSlot: end, count });
    else {
      before.toSlot = end;
      before.count += count;
    }
  }
  return parts;
}
