import { type Address, positionKey } from '@tickscope/chain';
import { column, defineQuery, param, sqlFile } from '@tickscope/store';
import { type Coverage, type RangeContents, readCoverage, readStoredRange } from '../coverage/index.js';
import type { Database, QueryContext } from '../database.js';
import { ReadError } from '../errors.js';
import { type StoredTransaction, TRANSACTION_COLUMNS } from '../transactions/stored-transaction.js';
import { type PageSlice, pageSlice, type SlotActivity } from './page.js';

const ACCOUNT_ACTIVITY = defineQuery({
  name: 'account-activity',
  sql: sqlFile(import.meta.url, './account-activity.sql'),
  params: { account: param.address, from: param.integer, to: param.integer },
  row: {
    slot: column.integer,
    lockCount: column.integer,
    firstPohTick: column.nullable(column.integer),
    lastPohTick: column.nullable(column.integer),
  },
});
const PAGE_LOCKS = defineQuery({
  name: 'page-locks',
  sql: sqlFile(import.meta.url, './page-locks.sql'),
  params: { account: param.address, slots: param.integers, skip: param.integer, rows: param.integer },
  row: { slot: column.integer, blockIndex: column.integer, isWrite: column.flag },
});
const PAGE_TRANSACTIONS = defineQuery({
  name: 'page-transactions',
  sql: sqlFile(import.meta.url, './page-transactions.sql'),
  params: { positions: param.positions },
  row: TRANSACTION_COLUMNS,
});

/** A row of a page: a transaction, and how it locks the account. */
export interface MatchingTransaction extends StoredTransaction {
  isWrite: boolean;
}

export interface TradeContextQuestion {
  original: StoredTransaction;
  /** Base58. */
  account: Address;
  from: number;
  to: number;
  page: number;
  limit: number;
}

export interface TradeContext {
  /** The slots of the range in which the account was locked. */
  activity: SlotActivity[];
  /** The rows of the page, in order. */
  rows: MatchingTransaction[];
  coverage: Coverage;
}

/**
 * Reads who locked an account in a range of slots. Returns `null` if the block of the original is not stored
 * whole: the transaction then counts as unknown.
 */
export async function readTradeContext(
  database: Database,
  question: TradeContextQuestion,
  context: QueryContext,
): Promise<TradeContext | null> {
  // If a block is replaced by a better copy, or by another block, between the two reads, the rows do not match
  // their count. Then both are read again.
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const { contents, activity } = await readWindow(database, question, context);
    if (!contents.readable.has(question.original.slot)) return null;
    const slice = pageSlice(activity, question.page, question.limit);
    const [rows, coverage] = await Promise.all([
      readPage(database, question, slice, context),
      readCoverage(database, question.from, question.to, contents, context),
    ]);
    const mayLackRows = slice.slots.some((slot) => contents.expired.includes(slot));
    if (rows.length === slice.rows || mayLackRows) return { activity, rows, coverage };
  }
  throw new ReadError('unavailable', {
    details: 'The blocks in question are being replaced.',
    retryAfterSeconds: 1,
    internal: 'account_slots and account_locks do not agree',
  });
}

async function readWindow(
  database: Database,
  question: TradeContextQuestion,
  context: QueryContext,
): Promise<{ contents: RangeContents; activity: SlotActivity[] }> {
  const { from, to } = question;
  const [{ contents, isFresh }, early] = await Promise.all([
    readStoredRange(database, from, to, context),
    readActivity(database, question, context),
  ]);
  // The `slots` row of a block is written last: once it is visible, the block's other rows are too. Both reads
  // ran concurrently, so a block stored just now may be in the first result and not in the second.
  const all = isFresh ? await readActivity(database, question, context) : early;
  // A block that is still being written has rows, too.
  return { contents, activity: all.filter(({ slot }) => contents.readable.has(slot)) };
}

function readActivity(
  database: Database,
  { account, from, to }: TradeContextQuestion,
  context: QueryContext,
): Promise<SlotActivity[]> {
  return database.rows(ACCOUNT_ACTIVITY, { account, from, to }, context);
}

async function readPage(
  database: Database,
  { account }: TradeContextQuestion,
  { slots, skip, rows }: PageSlice,
  context: QueryContext,
): Promise<MatchingTransaction[]> {
  if (rows === 0) return [];
  const locks = await database.rows(PAGE_LOCKS, { account, slots, skip, rows }, context);
  if (locks.length === 0) return [];
  const found = await database.rows(PAGE_TRANSACTIONS, { positions: locks }, context);
  const isWrite = new Map(locks.map((lock) => [positionKey(lock), lock.isWrite]));
  return found.map((row) => ({ ...row, isWrite: isWrite.get(positionKey(row))! }));
}
