import { type Address, positionKey, type Signature, TICKS_PER_SLOT, type TxPosition } from '@tickscope/chain';
import { column, defineFileQuery, LOCK_FLAGS, param, type RowOf } from '@tickscope/store';
import { bestVersions } from '../best-versions.js';
import { type Coverage, readCoverage, readStoredRange, type StoredRange } from '../coverage/index.js';
import type { Database, QueryContext } from '../database.js';
import { ReadError } from '../errors.js';
import { type Role, readLegsNear, readRoles } from '../mev/roles.js';
import { type StoredTransaction, TRANSACTION_COLUMNS } from '../transactions/stored-transaction.js';
import { type PageSlice, pageSlice, type SlotActivity } from './page.js';

const ACCOUNT_ACTIVITY = defineFileQuery(import.meta.url, './account-activity.sql', {
  params: { account: param.address, from: param.integer, to: param.integer },
  row: {
    slot: column.integer,
    lockCount: column.integer,
    /** Counted from the first tick of the slot; `UNKNOWN_TICK`: not known. */
    firstTick: column.integer,
    /** Ticks from the first transaction to the last one. */
    tickSpan: column.integer,
    version: column.integer,
  },
  isPointRead: true,
});
const UNKNOWN_TICK = -32_768;
const PAGE_LOCKS = defineFileQuery(import.meta.url, './page-locks.sql', {
  params: { account: param.address, slots: param.integers },
  row: {
    slot: column.integer,
    indexes: column.list(column.integer),
    flags: column.list(column.integer),
    version: column.integer,
  },
  isPointRead: true,
});
const PAGE_TRANSACTIONS = defineFileQuery(import.meta.url, './page-transactions.sql', {
  params: { positions: param.positions },
  row: { ...TRANSACTION_COLUMNS, version: column.integer },
  isPointRead: true,
});

/** A row of a page: a transaction, and how it locks the account. */
export interface MatchingTransaction extends StoredTransaction {
  isWrite: boolean;
}

export interface TradeContextQuestion {
  signature: Signature;
  /** Where the transaction may be (`findPositions`). */
  position: TxPosition;
  /** Base58. */
  account: Address;
  from: number;
  to: number;
  page: number;
  limit: number;
}

export interface TradeContext {
  /** The transaction with the signature. */
  original: StoredTransaction;
  /** The slots of the range in which the account was locked. */
  activity: SlotActivity[];
  /** The rows of the page, in order. */
  rows: MatchingTransaction[];
  /** The roles of the original and of the rows in sandwiches, by position. */
  roles: ReadonlyMap<string, Role[]>;
  coverage: Coverage;
}

/**
 * Reads who locked an account in a range of slots. Returns `null` if the block at the position is not stored whole, or
 * the transaction there has another signature: the transaction then counts as unknown there.
 */
export async function readTradeContext(
  database: Database,
  question: TradeContextQuestion,
  context: QueryContext,
): Promise<TradeContext | null> {
  // If a block is replaced by a better version, or by another block, between the two reads, the rows do not match
  // their count. Then both are read again.
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const { contents, activity, changes } = await readWindow(database, question, context);
    if (!contents.readable.has(question.position.slot)) return null;
    const slice = pageSlice(activity, question.page, question.limit);
    const [{ original, rows, roles }, coverage] = await Promise.all([
      readPage(database, question, { slice, changes }, context),
      readCoverage(database, question.from, question.to, contents, context),
    ]);
    if (original !== null && original.signature !== question.signature) return null;
    const mayLackRows = slice.slots.some((slot) => contents.expired.includes(slot));
    if (original !== null && (rows.length === slice.rows || mayLackRows))
      return { original, activity, rows, roles, coverage };
    // A leftover of a block whose write never finished.
    if (original === null && attempt === 2) return null;
  }
  throw new ReadError('unavailable', {
    details: 'The blocks in question are being replaced.',
    retryAfterSeconds: 1,
    internal: 'the counts and the arrays of account_slots do not agree',
  });
}

async function readWindow(
  database: Database,
  question: TradeContextQuestion,
  context: QueryContext,
): Promise<Pick<StoredRange, 'contents' | 'changes'> & { activity: SlotActivity[] }> {
  const { from, to } = question;
  const [{ contents, isFresh, changes }, early] = await Promise.all([
    readStoredRange(database, from, to, context),
    readActivity(database, question, context),
  ]);
  // The `slots` row of a block is written last: once it is visible, the block's other rows are too. Both reads
  // ran concurrently, so a block stored just now may be in the first result and not in the second.
  const all = isFresh ? await readActivity(database, question, context) : early;
  // A block that is still being written has rows, too.
  return { contents, changes, activity: all.filter(({ slot }) => contents.readable.has(slot)) };
}

async function readActivity(
  database: Database,
  { account, from, to }: TradeContextQuestion,
  context: QueryContext,
): Promise<SlotActivity[]> {
  const rows = await database.rows(ACCOUNT_ACTIVITY, { account, from, to }, context);
  const best = bestVersions(rows, ({ slot }) => slot);
  return [...best.values()].map(toActivity).sort((left, right) => left.slot - right.slot);
}

function toActivity({ slot, lockCount, firstTick, tickSpan }: RowOf<typeof ACCOUNT_ACTIVITY>): SlotActivity {
  const isKnown = firstTick !== UNKNOWN_TICK;
  const firstPohTick = slot * TICKS_PER_SLOT + firstTick;
  return {
    ...{ slot, lockCount },
    firstPohTick: isKnown ? firstPohTick : null,
    lastPohTick: isKnown ? firstPohTick + tickSpan : null,
  };
}

/** Reads the page, and the transaction itself with it: that costs nothing more, and a query of its own would. */
async function readPage(
  database: Database,
  { account, position }: TradeContextQuestion,
  { slice: { slots, skip, rows }, changes }: { slice: PageSlice; changes: StoredRange['changes'] },
  context: QueryContext,
): Promise<Pick<TradeContext, 'rows' | 'roles'> & { original: StoredTransaction | null }> {
  const [read, legs] = await Promise.all([
    rows === 0 ? [] : database.rows(PAGE_LOCKS, { account, slots }, context),
    readLegsNear(database, { slots: [...new Set([position.slot, ...slots])], changes }, context),
  ]);
  const locks = [...bestVersions(read, ({ slot }) => slot).values()]
    .sort((left, right) => left.slot - right.slot)
    .flatMap(({ slot, indexes, flags }) =>
      indexes.map((blockIndex, at) => ({ slot, blockIndex, isWrite: (flags[at]! & LOCK_FLAGS.write) !== 0 })),
    )
    .slice(skip, skip + rows);
  const positions = [position, ...locks];
  const [found, roles] = await Promise.all([
    database.rows(PAGE_TRANSACTIONS, { positions }, context),
    readRoles(
      database,
      positions.filter((each) => legs.has(positionKey(each))),
      context,
    ),
  ]);
  const transactions = bestVersions(found, positionKey);
  return {
    roles,
    original: transactions.get(positionKey(position)) ?? null,
    rows: locks.flatMap((lock) => {
      const transaction = transactions.get(positionKey(lock));
      return transaction === undefined ? [] : [{ ...transaction, isWrite: lock.isWrite }];
    }),
  };
}
