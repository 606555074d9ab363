import { type Address, mergeRanges, rangeAround, type Signature, type SlotRange } from '@tickscope/chain';
import { column, defineQuery, param, sqlFile } from '@tickscope/store';
import { type DayRange, readDayRange, readNewestBlock } from '../coverage/index.js';
import type { Database, QueryContext } from '../database.js';
import { findTransactions } from '../transactions/find-transaction.js';
import { readActors, readRecentTrips } from './actors.js';
import type { Basis } from './basis.js';
import { readRecentChanges } from './recent-changes.js';

const RECENT_TRADES = defineQuery({
  name: 'recent-trades',
  sql: sqlFile(import.meta.url, './recent-trades.sql'),
  params: { wallets: param.addresses, from: param.integer, to: param.integer },
  row: {
    slots: column.list(column.integer),
    /** Unix seconds. */
    now: column.integer,
  },
});

/** In a live chain, about this many of the newest slots are still being stored and detected: some 13 s. */
const TAIL_SLOTS = 32;
/** Stored sandwiches around a trade lie within this many slots of it. */
const SANDWICH_SLOTS = 10;
/** Stored data may become visible this much later than its own time. */
const LATE_SECONDS = 120;

export interface DaysBasis {
  basis: Basis;
  /** The days, so that the analysis reads the same range; null: nothing is stored. */
  range: DayRange | null;
}

/** Reads the basis of an analysis of some wallets' trades in the last days. Must run before the analysis. */
export async function readDaysBasis(
  database: Database,
  { wallets, days, window }: { wallets: readonly Address[]; days: number; window: number },
  context: QueryContext,
): Promise<DaysBasis> {
  const range = await readDayRange(database, days, context);
  const tailFrom = range === null ? 0 : Math.max(range.fromSlot, range.toSlot + 1 - TAIL_SLOTS);
  const near = Math.min(window, SANDWICH_SLOTS);
  const recent = { wallets, from: Math.max(0, tailFrom - near), to: range?.toSlot ?? 0 };
  if (range === null) {
    const { now } = await readRecentTrades(database, recent, context);
    return { basis: await completed(database, { ...NOTHING, restsOnHead: true, now }, context), range };
  }
  const victims = { wallets, from: range.fromSlot, to: range.toSlot, positions: [] };
  const [{ slots, now }, actors] = await Promise.all([
    readRecentTrades(database, recent, context),
    readActors(database, victims, context),
  ]);
  const ranges = slots.map((slot) => rangeAround(slot, near));
  if (tailFrom > range.fromSlot)
    ranges.push({ fromSlot: Math.max(0, range.fromSlot - window), toSlot: tailFrom - 1 });
  const bare = {
    ...NOTHING,
    ranges,
    tail: { fromSlot: tailFrom, toSlot: range.toSlot },
    head: range.toSlot,
    actors,
    now,
  };
  return { basis: await completed(database, bare, context), range };
}

/**
 * Reads the basis of a check of some transactions: the blocks around the stored ones, and the fact that the
 * others are not stored.
 */
export async function readSignaturesBasis(
  database: Database,
  { signatures, window }: { signatures: readonly Signature[]; window: number },
  context: QueryContext,
): Promise<Basis> {
  const [newest, { now }] = await Promise.all([
    readNewestBlock(database, context),
    readRecentTrades(database, { wallets: [], from: 0, to: 0 }, context),
  ]);
  const copies = await findTransactions(database, signatures, context);
  const stored = new Set(copies.map(({ signature }) => signature));
  const ranges = copies.map(({ slot }) => rangeAround(slot, window));
  const unknown = signatures.filter((signature) => !stored.has(signature));
  const restsOnHead = unknown.length > 0;
  const actors = await readActors(database, { wallets: [], from: 0, to: 0, positions: copies }, context);
  return completed(
    database,
    { ...NOTHING, ranges, head: newest?.slot ?? null, restsOnHead, unknown, actors, now },
    context,
  );
}

const NOTHING = {
  ranges: [],
  tail: null,
  head: null,
  restsOnHead: false,
  unknown: [],
  actors: [],
};

interface BareBasis
  extends Omit<Basis, 'since' | 'digest' | 'tailDigest' | 'recordDigest' | 'ranges' | 'tail'> {
  ranges: readonly SlotRange[];
  tail: SlotRange | null;
  /** Unix seconds. */
  now: number;
}

/** The actors are known before: a trip that is written in between then counts as a change. */
async function completed(
  database: Database,
  { now, ranges, ...rest }: BareBasis,
  context: QueryContext,
): Promise<Basis> {
  const bare = { ...rest, ranges: mergeRanges(ranges), since: now - LATE_SECONDS };
  const [changes, recordDigest] = await Promise.all([
    readRecentChanges(database, bare, context),
    readRecentTrips(database, bare.actors ?? [], bare.since, context),
  ]);
  return { ...bare, ...changes, recordDigest };
}

async function readRecentTrades(
  database: Database,
  question: { wallets: readonly Address[]; from: number; to: number },
  context: QueryContext,
): Promise<{ slots: number[]; now: number }> {
  const [row] = await database.rows(RECENT_TRADES, question, context);
  if (row === undefined) throw new Error('RECENT_TRADES returned no row, though it has no GROUP BY');
  return row;
}
