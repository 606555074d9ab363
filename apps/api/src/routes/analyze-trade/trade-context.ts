import { pubkeyFromBase58 } from '@tickscope/chain';
import { sqlFile } from '@tickscope/store';
import type { Database } from '../../database/database.js';
import { toInteger, toIntegerOrNull } from '../../database/integers.js';
import { ApiError } from '../../errors.js';
import type { RequestContext } from '../../request-context.js';
import type { Coverage, RangeContents } from '../../slot-coverage/coverage.js';
import { readCoverage, readStoredRange } from '../../slot-coverage/read-coverage.js';
import {
  type StoredTransaction,
  storedTransaction,
  type TransactionColumns,
} from '../../transactions/stored-transaction.js';
import { type PageSlice, pageSlice, type SlotActivity } from './page.js';
import type { MatchingTransaction } from './records.js';

const query = (name: string) => ({ name, sql: sqlFile(import.meta.url, `./${name}.sql`) });
const ACCOUNT_ACTIVITY = query('account-activity');
const PAGE_LOCKS = query('page-locks');
const PAGE_TRANSACTIONS = query('page-transactions');

export interface TradeContextQuestion {
  original: StoredTransaction;
  /** Base58. */
  account: string;
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
  context: RequestContext,
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
  throw new ApiError('unavailable', {
    details: 'The blocks in question are being replaced.',
    retryAfterSeconds: 1,
    internal: 'account_slots and account_locks do not agree',
  });
}

async function readWindow(
  database: Database,
  question: TradeContextQuestion,
  context: RequestContext,
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

async function readActivity(
  database: Database,
  { account, from, to }: TradeContextQuestion,
  context: RequestContext,
): Promise<SlotActivity[]> {
  const rows = await database.rows<
    [slot: string, lockCount: number, firstPohTick: string | null, lastPohTick: string | null]
  >(ACCOUNT_ACTIVITY, { account: accountHex(account), from, to }, context);
  return rows.map(([slot, lockCount, firstPohTick, lastPohTick]) => ({
    slot: toInteger(slot),
    lockCount,
    firstPohTick: toIntegerOrNull(firstPohTick),
    lastPohTick: toIntegerOrNull(lastPohTick),
  }));
}

async function readPage(
  database: Database,
  { account }: TradeContextQuestion,
  { slots, skip, rows }: PageSlice,
  context: RequestContext,
): Promise<MatchingTransaction[]> {
  if (rows === 0) return [];
  const locks = await database.rows<[slot: string, blockIndex: number, isWrite: boolean]>(
    PAGE_LOCKS,
    { account: accountHex(account), slots, skip, rows },
    context,
  );
  if (locks.length === 0) return [];
  const positions = locks.map(([slot, blockIndex]) => `(${slot},${blockIndex})`);
  const found = await database.rows<TransactionColumns>(
    PAGE_TRANSACTIONS,
    { positions: `[${positions.join(',')}]` },
    context,
  );
  const isWrite = new Map(locks.map(([slot, blockIndex, write]) => [`${slot}/${blockIndex}`, write]));
  return found.map((row) => ({ ...storedTransaction(row), isWrite: isWrite.get(`${row[1]}/${row[2]}`)! }));
}

/** Binary parameters are sent as hex. ClickHouse folds `unhex` of a constant, so the primary key is used. */
function accountHex(account: string): string {
  return Buffer.from(pubkeyFromBase58(account)).toString('hex');
}
