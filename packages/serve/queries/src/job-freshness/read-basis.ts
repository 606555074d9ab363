import { type Address, mergeRanges, rangeAround, type Signature, type SlotRange } from '@tickscope/chain';
import { type DayRange, readDayRange, readNewestBlock } from '../coverage/index.js';
import type { Database, QueryContext } from '../database.js';
import { findTransactions } from '../transactions/find-transaction.js';
import type { Basis } from './basis.js';
import { type RecentTrades, readRecentChanges } from './recent-changes.js';

/** The part of a basis that is about blocks and their detection. */
export type BlocksBasis = Omit<Basis, 'actors' | 'recordDigest'>;

/** In a live chain, about this many of the newest slots are still being stored and detected: some 13 s. */
const TAIL_SLOTS = 32;
/** Stored sandwiches around a trade lie within this many slots of it. */
const SANDWICH_SLOTS = 10;

export interface DaysBasis {
  blocks: BlocksBasis;
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
  if (range === null)
    return { blocks: await readBlocksBasis(database, { ...NOTHING, restsOnHead: true }, context), range };
  const tailFrom = Math.max(range.fromSlot, range.toSlot + 1 - TAIL_SLOTS);
  const near = Math.min(window, SANDWICH_SLOTS);
  const trades = { wallets, fromSlot: Math.max(0, tailFrom - near), toSlot: range.toSlot, near };
  const old = { fromSlot: Math.max(0, range.fromSlot - window), toSlot: tailFrom - 1 };
  const bare = {
    ...NOTHING,
    ranges: tailFrom > range.fromSlot ? [old] : [],
    tail: { fromSlot: tailFrom, toSlot: range.toSlot },
    head: range.toSlot,
  };
  return { blocks: await readBlocksBasis(database, bare, context, trades), range };
}

/**
 * Reads the basis of a check of some transactions: the blocks around the stored ones, and the fact that the
 * others are not stored.
 */
export async function readSignaturesBasis(
  database: Database,
  { signatures, window }: { signatures: readonly Signature[]; window: number },
  context: QueryContext,
): Promise<BlocksBasis> {
  const [newest, versions] = await Promise.all([
    readNewestBlock(database, context),
    findTransactions(database, signatures, context),
  ]);
  const stored = new Set(versions.map(({ signature }) => signature));
  const ranges = versions.map(({ slot }) => rangeAround(slot, window));
  const unknown = signatures.filter((signature) => !stored.has(signature));
  const restsOnHead = unknown.length > 0;
  return readBlocksBasis(
    database,
    { ...NOTHING, ranges, head: newest?.slot ?? null, restsOnHead, unknown },
    context,
  );
}

const NOTHING = {
  ranges: [],
  tail: null,
  head: null,
  restsOnHead: false,
  unknown: [],
};

interface BareBasis extends Omit<BlocksBasis, 'since' | 'digest' | 'tailDigest' | 'ranges'> {
  ranges: readonly SlotRange[];
}

/** @param trades the blocks around these decide too */
async function readBlocksBasis(
  database: Database,
  { ranges, ...rest }: BareBasis,
  context: QueryContext,
  trades?: RecentTrades,
): Promise<BlocksBasis> {
  const question = { ranges: mergeRanges(ranges), tail: rest.tail, since: null };
  const { traded, ...changes } = await readRecentChanges(database, question, context, trades);
  const around = traded.map((slot) => rangeAround(slot, trades?.near ?? 0));
  return { ...rest, ...changes, ranges: mergeRanges([...ranges, ...around]) };
}
