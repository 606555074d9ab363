import { setTimeout as sleep } from 'node:timers/promises';
import { LIVE_MAX_SPAN, type Sandwich } from '@tickscope/sandwich';
import type { ReadWrite } from '../connection/open-store.js';
import { WRITE_TIMEOUT_MS, type WriteConnection } from '../connection/write-connection.js';
import { readWith } from '../query/index.js';
import { RowBuffer } from '../writer/row-buffer.js';
import {
  type ChangedTrip,
  changedTrips,
  encodeGoneTrips,
  encodeTrips,
  formerAddresses,
  storedTrips,
  tripAddresses,
} from './actor-trips.js';
import { compareSome, idOf, MAX_AT_ONCE, type Retraction, type SandwichWrite } from './compare-sandwiches.js';
import { actorsOf, rejudgeActors } from './rejudge-actors.js';
import { detectedRevision } from './revision-numbers.js';
import {
  ACTOR_TRIP_COLUMNS,
  LEG_BY_TRADER_COLUMNS,
  LEG_COLUMNS,
  SANDWICH_COLUMNS,
} from './sandwich-columns.js';
import {
  encodeLeg,
  encodeLegByTrader,
  encodeLegTombstone,
  encodeSandwich,
  type LegKey,
  type LegSandwich,
  type SandwichState,
} from './sandwich-rows.js';
import {
  digestOfLegs,
  legText,
  mixedSandwiches,
  storedLegKeys,
  type WrittenSandwich,
} from './stored-legs.js';
import type { StoredRevision } from './stored-revision.js';
import { verdictsNow } from './verdicts-now.js';

const QUERY_TIMEOUT_MS = 30_000;
/** Approximate row sizes. A buffer with enough capacity need not grow, by doubling, to many megabytes. */
const LEG_BYTES = 400;
const LEG_BY_TRADER_BYTES = 120;
/** Retries for sandwiches that other writers write at the same time. Each round, one writer is last and done. */
const MAX_TRIES = 5;
const MIXED_WAIT_MS = 200;

export interface WriteSandwichesOptions {
  /**
   * Also checks the stored legs of sandwiches that seem unchanged or not stored: a writer killed before it stored a
   * sandwich leaves its legs behind. Costs one more read per batch.
   */
  checkLegs?: boolean;
  /** Called before a batch is stored, with the sandwiches that change; `sandwich` is null for retracted ones. */
  beforeStore?(
    changed: readonly { id: string; firstSlot: number; sandwich: Sandwich | null }[],
  ): Promise<void>;
  /**
   * Called after a batch is stored, with the trips that are new, changed or gone: the caller has the stored sandwiches of
   * their actors judged again. Absent: they are judged again at once, as no other process writes.
   */
  tripsChanged?(trips: readonly ChangedTrip[]): void;
}

/**
 * Brings the stored sandwiches to the given state. An unchanged sandwich is left alone. A changed one gets the next
 * revision, and legs that it no longer has are deleted by tombstones. The `sandwiches` row is written last. Repeating
 * the same writes changes nothing, also from another process.
 *
 * The swaps of all legs must be stored: signature, tick and time come from there.
 *
 * @returns the number of sandwiches written
 * @throws if ClickHouse does not accept everything; the call may be repeated
 */
export async function writeSandwiches(
  store: ReadWrite,
  writes: readonly SandwichWrite[],
  options: WriteSandwichesOptions = {},
): Promise<number> {
  let written = 0;
  const trips: ChangedTrip[] = [];
  const tripsChanged = options.tripsChanged ?? ((more) => void trips.push(...more));
  for (let at = 0; at < writes.length; at += MAX_AT_ONCE) {
    let some: readonly SandwichWrite[] = writes.slice(at, at + MAX_AT_ONCE);
    let mixed: ReadonlySet<string> = new Set();
    for (let tries = 1; some.length > 0; tries += 1) {
      const changed = await writeSome(store, some, mixed, { ...options, tripsChanged });
      if (tries === 1) written += changed.length;
      mixed = await mixedSandwiches(store.read, changed);
      if (mixed.size > 0 && tries === MAX_TRIES)
        throw new Error(`other writers keep changing the sandwiches ${[...mixed].slice(0, 5).join(', ')}`);
      // A random delay, so that the competing writers do not collide again.
      if (mixed.size > 0) await sleep(Math.random() * MIXED_WAIT_MS);
      some = some.filter((write) => mixed.has(write.kind === 'store' ? write.sandwich.id : write.id));
    }
  }
  if (trips.length > 0) await rejudgeActors(store, actorsOf(trips), { withProvisional: true });
  return written;
}

async function writeSome(
  store: ReadWrite,
  writes: readonly SandwichWrite[],
  mixed: ReadonlySet<string>,
  { beforeStore, tripsChanged, checkLegs = false }: WriteSandwichesOptions,
): Promise<WrittenSandwich[]> {
  // At the head nearly all sandwiches change: their stored legs are read together with what they are compared with.
  const [{ changed, retracted }, legsAtOnce] = await Promise.all([
    compareSome(store.read, writes, mixed, checkLegs),
    checkLegs
      ? null
      : storedLegKeys(
          store.read,
          writes.map((write) => spanOf(write.kind === 'store' ? write.sandwich : write)),
        ),
  ]);
  if (beforeStore !== undefined && changed.length + retracted.length > 0)
    await beforeStore([
      ...changed.map(({ state: { sandwich } }) => ({ ...idOf(sandwich), sandwich })),
      ...retracted.map((gone) => ({ ...idOf(gone), sandwich: null })),
    ]);
  const formerLegs =
    legsAtOnce ??
    (await storedLegKeys(
      store.read,
      [...changed.map(({ state }) => state.sandwich), ...retracted].map(spanOf),
    ));
  // Elsewhere the former revision names them.
  const formerTrips = await storedTrips(store.read, [
    ...(checkLegs ? changed.map(({ state: { sandwich } }) => idOf(sandwich)) : []),
    ...retracted.filter(({ former }) => checkLegs || former === undefined),
  ]);
  const tripsOf = (id: string, former: StoredRevision | undefined): readonly string[] => [
    ...new Set([...formerAddresses(former), ...tripAddresses(formerTrips.get(id) ?? [])]),
  ];
  const nextRevisionOf = (id: string, former: StoredRevision | undefined, isFinal: boolean): number =>
    detectedRevision(former, formerLegs.get(id)?.revision ?? 0, isFinal);
  const legCount = changed.reduce((sum, { state: { legs } }) => sum + legs.length, 0);
  const buffers = {
    sandwiches: new RowBuffer(),
    legs: new RowBuffer(legCount * LEG_BYTES),
    byTrader: new RowBuffer(legCount * LEG_BY_TRADER_BYTES),
    trips: new RowBuffer(),
  };
  const written: WrittenSandwich[] = [];
  const stored: { state: SandwichState; revision: number; digest: bigint }[] = [];
  const detectedAtMs = BigInt(Date.now());
  for (const { state, former, digest } of changed) {
    const { sandwich, isFinal, legs } = state;
    const revision = nextRevisionOf(sandwich.id, former, isFinal);
    const shared: LegSandwich = { ...sandwich, isFinal };
    const kept = new Set(legs.map(legText));
    for (const leg of legs) {
      encodeLeg(buffers.legs, shared, leg, revision);
      encodeLegByTrader(buffers.byTrader, shared, leg, revision, false);
    }
    for (const leg of formerLegs.get(sandwich.id)?.legs ?? [])
      if (!kept.has(legText(leg))) encodeGone(buffers, shared, leg, revision);
    encodeTrips(buffers.trips, sandwich, tripsOf(sandwich.id, former), revision);
    stored.push({ state, revision, digest });
    written.push({
      id: sandwich.id,
      firstSlot: sandwich.firstSlot,
      lastSlot: Math.max(sandwich.lastSlot, former?.lastSlot ?? 0),
      legs: digestOfLegs(kept),
    });
  }
  const tombstones: Tombstone[] = [];
  for (const gone of retracted) {
    const { id, firstSlot, former } = gone;
    const lastSlot = lastSlotOf(gone);
    const revision = nextRevisionOf(id, former, true);
    const shared: LegSandwich = { id, firstSlot, lastSlot, isFinal: true };
    for (const leg of formerLegs.get(id)?.legs ?? []) encodeGone(buffers, shared, leg, revision);
    encodeGoneTrips(buffers.trips, shared, tripsOf(id, former), revision);
    if (former !== undefined) tombstones.push({ id, firstSlot, formerRevision: former.revision, revision });
    written.push({ id, firstSlot, lastSlot, legs: null });
  }
  await Promise.all([
    store.write.insertRows('sandwich_legs', LEG_COLUMNS, [buffers.legs.encoded()]),
    store.write.insertRows('sandwich_legs_by_trader', LEG_BY_TRADER_COLUMNS, [buffers.byTrader.encoded()]),
    store.write.insertRows('actor_trips', ACTOR_TRIP_COLUMNS, [buffers.trips.encoded()]),
  ]);
  // By the records with these trips.
  const verdicts = await verdictsNow(
    readWith(store.read, { timeoutMs: QUERY_TIMEOUT_MS }),
    stored.map(({ state }) => state.sandwich),
  );
  for (const [at, { state, revision, digest }] of stored.entries()) {
    encodeSandwich(buffers.sandwiches, state, { verdict: verdicts[at]!, revision, digest });
    buffers.sandwiches.int64(detectedAtMs);
  }
  await Promise.all([
    store.write.insertRows(
      'sandwiches',
      [...SANDWICH_COLUMNS, 'detected_at'],
      [buffers.sandwiches.encoded()],
    ),
    retract(store.write, tombstones, detectedAtMs),
  ]);
  const trips = changedTrips([
    ...changed.map(({ state: { sandwich }, former }) => ({ sandwich, former })),
    ...retracted.map(({ former }) => ({ sandwich: null, former })),
  ]);
  if (trips.length > 0) tripsChanged?.(trips);
  return written;
}

/** The slots in which any writer may have stored legs of a sandwich. */
function spanOf({ id, firstSlot }: { id: string; firstSlot: number }) {
  return { id, firstSlot, lastSlot: firstSlot + LIVE_MAX_SPAN };
}

function lastSlotOf({ firstSlot, former }: Retraction): number {
  return former?.lastSlot ?? firstSlot + LIVE_MAX_SPAN;
}

function encodeGone(
  buffers: { legs: RowBuffer; byTrader: RowBuffer },
  sandwich: LegSandwich,
  leg: LegKey,
  revision: number,
): void {
  encodeLegTombstone(buffers.legs, sandwich, leg, revision);
  encodeLegByTrader(buffers.byTrader, sandwich, leg, revision, true);
}

interface Tombstone {
  id: string;
  firstSlot: number;
  formerRevision: number;
  revision: number;
}

/** A tombstone is the former row with the next revision, so history queries still see its content. */
async function retract(
  write: WriteConnection,
  tombstones: readonly Tombstone[],
  detectedAtMs: bigint,
): Promise<void> {
  if (tombstones.length === 0) return;
  const columns = SANDWICH_COLUMNS.filter(
    (name) => !['revision', 'is_deleted', 'is_final', 'cause'].includes(name),
  );
  await write.insertSelected(
    `INSERT INTO sandwiches (${columns.join(', ')}, revision, is_deleted, is_final, cause, detected_at) ` +
      `SELECT ${columns.join(', ')}, {revisions:Array(UInt32)}[indexOf({ids:Array(String)}, bracket_id)], 1, true, 'detection', ` +
      'fromUnixTimestamp64Milli({detected_at_ms:Int64}) ' +
      'FROM sandwiches WHERE (first_slot, bracket_id, revision) IN ' +
      'arrayZip({first_slots:Array(UInt64)}, {ids:Array(String)}, {formers:Array(UInt32)}) ' +
      'LIMIT 1 BY first_slot, bracket_id',
    {
      params: {
        ids: tombstones.map(({ id }) => id),
        first_slots: tombstones.map(({ firstSlot }) => firstSlot),
        formers: tombstones.map(({ formerRevision }) => formerRevision),
        revisions: tombstones.map(({ revision }) => revision),
        detected_at_ms: String(detectedAtMs),
      },
      timeoutMs: WRITE_TIMEOUT_MS,
    },
  );
}
