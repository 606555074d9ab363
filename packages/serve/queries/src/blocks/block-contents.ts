import { positionKey } from '@tickscope/chain';
import { dexOfProgram } from '@tickscope/dex';
import { column, defineFileQuery, LEG_ROLES, param } from '@tickscope/store';
import type { Database, QueryContext } from '../database.js';
import { rolesByPosition } from '../mev/roles.js';
import { readEvidence } from '../mev/sandwich-evidence.js';

/** More than a block can have: an entry has a transaction, or is a tick. */
const MOST_ENTRIES = 20_000;

const BLOCK_ENTRIES = defineFileQuery(import.meta.url, './block-entries.sql', {
  params: { slot: param.integer, rows: param.integer },
  row: {
    entryIndex: column.integer,
    numHashes: column.integer,
    hash: column.text,
    transactionCount: column.integer,
    startIndex: column.integer,
    isTick: column.flag,
    pohTick: column.integer,
  },
});
const BLOCK_TRANSACTIONS = defineFileQuery(import.meta.url, './block-transactions.sql', {
  params: { slot: param.integer, from_index: param.integer, with_votes: param.flag, rows: param.integer },
  row: {
    signature: column.signature,
    blockIndex: column.integer,
    entryIndex: column.nullable(column.integer),
    txIndex: column.nullable(column.integer),
    pohTick: column.nullable(column.integer),
    signer: column.address,
    isVote: column.flag,
    success: column.nullable(column.flag),
    error: column.nullable(column.text),
    /** Lamports as text, like the others. */
    fee: column.nullable(column.text),
    priorityFee: column.nullable(column.text),
    jitoTip: column.nullable(column.text),
    computeUnits: column.nullable(column.integer),
    computeUnitLimit: column.nullable(column.integer),
    computeUnitPrice: column.nullable(column.text),
    costUnits: column.nullable(column.integer),
    programs: column.list(column.address),
  },
});
const LEGS_OF_SLOT = defineFileQuery(import.meta.url, './legs-of-slot.sql', {
  params: { slot: param.integer },
  row: {
    slot: column.integer,
    blockIndex: column.integer,
    sandwichId: column.text,
    role: column.oneOf(...LEG_ROLES),
    firstSlot: column.integer,
  },
});

export function readEntries(database: Database, slot: number, context: QueryContext) {
  return database.rows(BLOCK_ENTRIES, { slot, rows: MOST_ENTRIES }, context);
}

export interface TransactionsAsked {
  fromIndex: number;
  limit: number;
  withVotes: boolean;
}

/** Reads a page of a block's transactions, and where the next page begins; null: this is the last one. */
export async function readTransactions(
  database: Database,
  slot: number,
  { fromIndex, limit, withVotes }: TransactionsAsked,
  context: QueryContext,
) {
  const asked = { slot, from_index: fromIndex, with_votes: withVotes, rows: limit + 1 };
  const [rows, legs] = await Promise.all([
    database.rows(BLOCK_TRANSACTIONS, asked, context),
    database.rows(LEGS_OF_SLOT, { slot }, context),
  ]);
  const roles = rolesByPosition(legs, await readEvidence(database, legs, context));
  const transactions = rows.slice(0, limit).map((row) => ({
    ...row,
    dexes: [...new Set(row.programs.flatMap((program) => dexOfProgram(program)?.name ?? []))],
    roles: roles.get(positionKey({ slot, blockIndex: row.blockIndex })) ?? [],
  }));
  return { transactions, nextIndex: rows[limit]?.blockIndex ?? null };
}
