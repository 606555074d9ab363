import { DEFAULT_THRESHOLDS, LIVE_MAX_SPAN, type Sandwich } from '@tickscope/sandwich';
import type { ReadConnection } from '../connection/read-connection.js';
import { readWith, runQuery } from '../query/index.js';
import { withOtherTrips } from './actor-trips.js';
import { keptOf, walletChanges } from './kept.js';
import { placedTransactions } from './placed-transactions.js';
import { digestOf, type LegKey, type SandwichState } from './sandwich-rows.js';
import { stateOf, tradesOf } from './sandwich-state.js';
import { digestOfLegs, legText, mixedSandwiches, type WrittenSandwich } from './stored-legs.js';
import { STORED_REVISIONS, type StoredRevision } from './stored-revision.js';
import { undecodedAttempts } from './undecoded-attempts.js';

const QUERY_TIMEOUT_MS = 30_000;
/** Parameters travel in the URL of a request: more sandwiches than this are written in batches. */
export const MAX_AT_ONCE = 250;

/** A sandwich to store, or one to retract. */
export type SandwichWrite =
  | { kind: 'store'; sandwich: Sandwich; isFinal: boolean }
  | { kind: 'retract'; id: string; firstSlot: number };

export interface Retraction {
  id: string;
  firstSlot: number;
  /** Undefined if a writer was killed after it stored the legs, before it stored the sandwich. */
  former: StoredRevision | undefined;
}

interface Change {
  state: SandwichState;
  former: StoredRevision | undefined;
  digest: bigint;
}

/** The difference between a batch of writes and what is stored. */
export interface Comparison {
  changed: Change[];
  retracted: Retraction[];
}

/**
 * @param mixed sandwiches to treat as changed even if they seem stored, because their legs are mixed with another
 * writer's
 */
export async function compareSome(
  read: ReadConnection,
  writes: readonly SandwichWrite[],
  mixed: ReadonlySet<string>,
  checkLegs: boolean,
): Promise<Comparison> {
  const sandwiches = writes.flatMap((write) => (write.kind === 'store' ? [write.sandwich] : []));
  const counted = sandwiches.filter(({ confidence }) => confidence !== 'suspected');
  const reads = readWith(read, { timeoutMs: QUERY_TIMEOUT_MS });
  const [stored, placed, undecoded, changes] = await Promise.all([
    storedRevisions(
      read,
      writes.map((write) => (write.kind === 'store' ? write.sandwich : write)),
    ),
    placedTransactions(reads, sandwiches.flatMap(tradesOf)),
    undecodedAttempts(reads, counted),
    walletChanges(reads, sandwiches),
  ]);
  const comparison: Comparison = { changed: [], retracted: [] };
  /** Sandwiches whose rows in `sandwiches` are already correct; their legs may still differ. */
  const unchanged: Change[] = [];
  const notStored: Retraction[] = [];
  for (const write of writes) {
    if (write.kind === 'retract') {
      const { id, firstSlot } = write;
      const former = stored.get(id);
      const isGone = former === undefined || former.isDeleted;
      (isGone && !mixed.has(id) ? notStored : comparison.retracted).push({ id, firstSlot, former });
      continue;
    }
    const { sandwich, isFinal } = write;
    const former = stored.get(sandwich.id);
    const state = stateOf(sandwich, isFinal, placed, {
      undecoded: undecoded.get(sandwich.id) ?? [],
      kept: keptOf(sandwich, changes),
    });
    const digest = digestOf(state);
    const isAsStored = former !== undefined && isStored(former, digest, isFinal);
    (isAsStored && !mixed.has(sandwich.id) ? unchanged : comparison.changed).push({ state, former, digest });
  }
  if (!checkLegs) return comparison;
  const [otherLegs, otherTrips] = await Promise.all([
    mixedSandwiches(read, [
      ...unchanged.map(({ state: { sandwich, legs } }) => writtenOf(sandwich, legs)),
      ...notStored.map(({ id, firstSlot }) => ({
        id,
        firstSlot,
        lastSlot: firstSlot + LIVE_MAX_SPAN,
        legs: null,
      })),
    ]),
    withOtherTrips(read, [
      ...unchanged.map(({ state: { sandwich } }) => ({ ...idOf(sandwich), sandwich })),
      ...notStored.map((gone) => ({ ...idOf(gone), sandwich: null })),
    ]),
  ]);
  const isOther = (id: string): boolean => otherLegs.has(id) || otherTrips.has(id);
  comparison.changed.push(...unchanged.filter(({ state }) => isOther(state.sandwich.id)));
  comparison.retracted.push(...notStored.filter(({ id }) => isOther(id)));
  return comparison;
}

function writtenOf({ id, firstSlot, lastSlot }: Sandwich, legs: readonly LegKey[]): WrittenSandwich {
  return { id, firstSlot, lastSlot, legs: digestOfLegs(new Set(legs.map(legText))) };
}

/** A stored sandwich that differs from the expected one. */
export interface SandwichDifference {
  id: string;
  firstSlot: number;
  /**
   * `missing`: not stored; `unexpected`: stored, but not expected; `provisional`: stored as provisional, but final;
   * `legs`: other legs, or another record of its actors; `content`: any other difference.
   */
  kind: 'missing' | 'unexpected' | 'provisional' | 'legs' | 'content';
}

/** Compares stored sandwiches with the expected ones, without writing. */
export async function compareSandwiches(
  read: ReadConnection,
  writes: readonly SandwichWrite[],
): Promise<SandwichDifference[]> {
  const differences: SandwichDifference[] = [];
  for (let at = 0; at < writes.length; at += MAX_AT_ONCE) {
    const some = writes.slice(at, at + MAX_AT_ONCE);
    const { changed, retracted } = await compareSome(read, some, new Set(), true);
    for (const change of changed)
      differences.push({ ...idOf(change.state.sandwich), kind: differenceOf(change) });
    for (const gone of retracted) differences.push({ ...idOf(gone), kind: 'unexpected' });
  }
  return differences;
}

function differenceOf({ state, former, digest }: Change): SandwichDifference['kind'] {
  if (former === undefined || former.isDeleted) return 'missing';
  if (former.digest !== digest) return 'content';
  return isStored(former, digest, state.isFinal) ? 'legs' : 'provisional';
}

export function idOf({ id, firstSlot }: { id: string; firstSlot: number }) {
  return { id, firstSlot };
}

/**
 * Ignores finality in one direction: a writer that lags behind must not turn another writer's final row provisional
 * again.
 */
function isStored(former: StoredRevision, digest: bigint, isFinal: boolean): boolean {
  return !former.isDeleted && former.digest === digest && (former.isFinal || !isFinal);
}

/** Reads the newest revisions of some sandwiches, also of retracted ones. */
export async function storedRevisions(
  read: ReadConnection,
  keys: readonly { id: string; firstSlot: number }[],
): Promise<Map<string, StoredRevision>> {
  if (keys.length === 0) return new Map();
  const params = {
    ids: keys.map(({ id }) => id),
    first_slots: keys.map(({ firstSlot }) => firstSlot),
    trip_quantity: DEFAULT_THRESHOLDS.tripQuantity,
  };
  const rows = await runQuery(read, STORED_REVISIONS, params, { timeoutMs: QUERY_TIMEOUT_MS });
  return new Map(rows.map(({ id, ...revision }) => [id, revision]));
}
