import type { SlotRange } from '@tickscope/chain';
import type { ClickHouseClient } from '../client.js';
import { queryRows } from '../query.js';
import { sqlFile } from '../sql-file.js';

const STORED_BLOCKS = sqlFile(import.meta.url, './stored-blocks.sql');

/** For reads of few slots. Reads of whole partitions use `LOOKUP_TIMEOUT_MS`. */
export const READ_TIMEOUT_MS = 60_000;

/** A row of `slots`. Hashes are hex, so that they can be compared as strings. */
export interface StoredBlock {
  slot: number;
  parentSlot: number | null;
  blockhash: string;
  parentBlockhash: string | null;
  content: 'full' | 'no_entries' | 'entries_only';
  model: 'ticked' | 'alpenglow' | null;
  transactionCount: number;
  voteCount: number | null;
  failedCount: number | null;
  entryCount: number | null;
  tickCount: number | null;
  numHashes: number | null;
  /** Rows of other tables may have expired. */
  isOld: boolean;
}

type Row = [
  ...[slot: string, parentSlot: string | null, blockhash: string, parentBlockhash: string | null],
  ...[content: StoredBlock['content'], model: StoredBlock['model'], transactionCount: number],
  ...[voteCount: number | null, failedCount: number | null, entryCount: number | null],
  ...[tickCount: number | null, numHashes: string | null, isOld: number],
];

/** Yields the blocks of a range in slot order, `pageBlocks` at a time (one more if the last slot has two). */
export async function* storedBlocks(
  client: ClickHouseClient,
  { fromSlot, toSlot }: SlotRange,
  pageBlocks: number,
): AsyncGenerator<StoredBlock[]> {
  let next = fromSlot;
  while (next <= toSlot) {
    const rows = await queryRows<Row>(client, STORED_BLOCKS, {
      params: { from_slot: next, to_slot: toSlot, limit: pageBlocks },
      timeoutMs: READ_TIMEOUT_MS,
    });
    if (rows.length > 0) yield rows.map(toBlock);
    if (rows.length < pageBlocks) return;
    next = Number(rows.at(-1)![0]) + 1;
  }
}

function toBlock(row: Row): StoredBlock {
  const [slot, parentSlot, blockhash, parentBlockhash, content, model, transactionCount, ...rest] = row;
  const [voteCount, failedCount, entryCount, tickCount, numHashes, isOld] = rest;
  return {
    slot: Number(slot),
    parentSlot: toNumber(parentSlot),
    blockhash,
    parentBlockhash,
    content,
    model,
    transactionCount,
    voteCount,
    failedCount,
    entryCount,
    tickCount,
    numHashes: toNumber(numHashes),
    isOld: isOld === 1,
  };
}

function toNumber(text: string | null): number | null {
  return text === null ? null : Number(text);
}
