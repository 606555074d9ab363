import type { Address, Signature, TxPosition } from '@tickscope/chain';
import { dexOfProgram, shortAddress } from '@tickscope/dex';
import { column, defineFileQuery, param } from '@tickscope/store';
import type { Database, QueryContext } from '../database.js';
import { readWholeSlots } from '../transactions/stored-slots.js';
import type { StoredPart } from './window-buckets.js';

const SIGNED_PAGE = defineFileQuery(import.meta.url, './signed-page.sql', {
  params: {
    wallet: param.address,
    from: param.integer,
    to: param.integer,
    before_slot: param.integer,
    before_index: param.integer,
    limit: param.integer,
  },
  row: { slot: column.integer, blockIndex: column.integer },
});
const SIGNED_TOTAL = defineFileQuery(import.meta.url, './signed-total.sql', {
  params: { wallet: param.address, from: param.integer, to: param.integer },
  row: { transactions: column.integer },
});
const PAGE_ROWS = defineFileQuery(import.meta.url, './page-rows.sql', {
  params: { positions: param.positions },
  row: {
    /** Base58. */
    signature: column.signature,
    slot: column.integer,
    blockIndex: column.integer,
    pohTick: column.nullable(column.integer),
    /** Unix seconds. */
    blockTime: column.nullable(column.integer),
    success: column.nullable(column.flag),
    /** The DEX programs of its swaps and failed swaps, base58. */
    programs: column.list(column.address),
  },
});
const BOUNDARY_SIGNATURE = defineFileQuery(import.meta.url, './boundary-signature.sql', {
  params: { from: param.integer },
  row: {
    /** Base58. */
    signature: column.signature,
  },
});

/** One partition of `account_slots`. Each further read covers eight times as many slots. */
const FIRST_RANGE_SLOTS = 32_768;
const RANGE_FACTOR = 8;
const MOST_BLOCK_INDEX = 2 ** 32 - 1;

/**
 * Reads the wallet's signed transactions in the stored part, newest first, from blocks that are stored whole.
 * @param before only transactions before it; null: from the newest on
 */
export async function readStoredSignatures(
  database: Database,
  wallet: Address,
  part: StoredPart,
  { before, limit }: { before: TxPosition | null; limit: number },
  context: QueryContext,
) {
  const positions: TxPosition[] = [];
  let at: TxPosition = before ?? { slot: part.toSlot, blockIndex: MOST_BLOCK_INDEX };
  let rangeSlots = FIRST_RANGE_SLOTS;
  while (positions.length < limit && at.slot >= part.fromSlot) {
    const from = Math.max(part.fromSlot, at.slot - rangeSlots + 1);
    const wanted = limit - positions.length;
    const before = { before_slot: at.slot, before_index: at.blockIndex };
    const asked = { wallet, from, to: at.slot, ...before, limit: wanted };
    const found = await database.rows(SIGNED_PAGE, asked, context);
    const slots = found.map(({ slot }) => slot);
    const whole = await readWholeSlots(database, slots, context);
    positions.push(...found.filter(({ slot }) => whole.has(slot)));
    // After a full page the same slots may have more rows; otherwise the range is exhausted.
    const last = found.length === wanted ? found.at(-1) : undefined;
    at = last ?? { slot: from - 1, blockIndex: MOST_BLOCK_INDEX };
    if (last === undefined) rangeSlots *= RANGE_FACTOR;
  }
  if (positions.length === 0) return [];
  const rows = await database.rows(PAGE_ROWS, { positions }, context);
  return rows.map(({ signature, slot, pohTick, blockTime, success, programs }) => ({
    signature,
    slot,
    blockTime,
    success,
    is_signer: true,
    is_dex_trade: programs.length > 0,
    dexes: [...new Set(programs.map((program) => dexOfProgram(program)?.name ?? shortAddress(program)))],
    poh_tick: pohTick,
  }));
}

/** Counts the transactions of the stored part that the wallet signed. */
export async function countStoredSignatures(
  database: Database,
  wallet: Address,
  { fromSlot, toSlot }: StoredPart,
  context: QueryContext,
): Promise<number> {
  const [row] = await database.rows(SIGNED_TOTAL, { wallet, from: fromSlot, to: toSlot }, context);
  return row?.transactions ?? 0;
}

/**
 * The first transaction of the stored part, of any wallet: everything before it is older than the stored part.
 * Null: the part has no transaction.
 */
export async function boundarySignature(
  database: Database,
  { fromSlot }: StoredPart,
  context: QueryContext,
): Promise<Signature | null> {
  const [row] = await database.rows(BOUNDARY_SIGNATURE, { from: fromSlot }, context);
  return row?.signature ?? null;
}
