import type { SlotRange } from '@tickscope/chain';
import {
  column,
  defineQuery,
  param,
  type ReadConnection,
  type RowOf,
  runQuery,
  sqlFile,
} from '@tickscope/store';

/** For reads of few slots. Reads of whole partitions use `LOOKUP_TIMEOUT_MS`. */
export const READ_TIMEOUT_MS = 60_000;

const STORED_BLOCKS = defineQuery({
  name: 'verified-blocks',
  sql: sqlFile(import.meta.url, './stored-blocks.sql'),
  params: { from_slot: param.integer, to_slot: param.integer, limit: param.integer },
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
