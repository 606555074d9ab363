import type { SlotRange } from '@tickscope/chain';
import {
  column,
  defineFileQuery,
  param,
  type Query,
  type ReadConnection,
  type RowOf,
  runQuery,
} from '@tickscope/store';

/** For reads of few slots. Reads of whole partitions use `LOOKUP_TIMEOUT_MS`. */
const READ_TIMEOUT_MS = 60_000;

/** Parameters of a query about a slot range. */
export const RANGE = { from_slot: param.integer, to_slot: param.integer };

/** Asks a query about a slot range. */
export function rowsOfRange<Row>(
  read: ReadConnection,
  query: Query<{ from_slot: number; to_slot: number }, Row>,
  { fromSlot, toSlot }: SlotRange,
  timeoutMs = READ_TIMEOUT_MS,
): Promise<Row[]> {
  return runQuery(read, query, { from_slot: fromSlot, to_slot: toSlot }, { timeoutMs });
}

const STORED_BLOCKS = defineFileQuery(import.meta.url, './stored-blocks.sql', {
  name: 'verified-blocks',
  params: { ...RANGE, limit: param.integer },
  row: {
    slot: column.integer,
    parentSlot: column.nullable(column.integer),
    /** Hashes in hex, so that they can be compared as strings. */
    blockhash: column.text,
    parentBlockhash: column.nullable(column.text),
    content: column.oneOf('full', 'no_entries', 'entries_only'),
    model: column.nullable(column.oneOf('ticked', 'alpenglow')),
    transactionCount: column.integer,
    voteCount: column.nullable(column.integer),
    failedCount: column.nullable(column.integer),
    entryCount: column.nullable(column.integer),
    tickCount: column.nullable(column.integer),
    numHashes: column.nullable(column.rounded),
    /** Rows of other tables may have expired. */
    isOld: column.flag,
  },
});

/** A row of `slots`. */
export type StoredBlock = RowOf<typeof STORED_BLOCKS>;

/** Yields the blocks of a range in slot order, `pageBlocks` at a time (one more if the last slot has two). */
export async function* storedBlocks(
  read: ReadConnection,
  { fromSlot, toSlot }: SlotRange,
  pageBlocks: number,
): AsyncGenerator<StoredBlock[]> {
  let next = fromSlot;
  while (next <= toSlot) {
    const params = { from_slot: next, to_slot: toSlot, limit: pageBlocks };
    const rows = await runQuery(read, STORED_BLOCKS, params, { timeoutMs: READ_TIMEOUT_MS });
    if (rows.length > 0) yield rows;
    if (rows.length < pageBlocks) return;
    next = rows.at(-1)!.slot + 1;
  }
}
