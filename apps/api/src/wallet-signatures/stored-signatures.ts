import { pubkeyFromBase58, type TxPosition } from '@tickscope/chain';
import { dexOfProgram } from '@tickscope/dex';
import type { components } from '@tickscope/schemas';
import { sqlFile } from '@tickscope/store';
import type { Database } from '../database/database.js';
import { toInteger, toIntegerOrNull } from '../database/integers.js';
import type { QueryContext } from '../request-context.js';
import type { StoredPart } from './stored-part.js';

type WalletSignature = components['schemas']['WalletSignature'];

const query = (name: string) => ({ name, sql: sqlFile(import.meta.url, `./${name}.sql`) });
const SIGNED_PAGE = query('signed-page');
const SIGNED_TOTAL = query('signed-total');
const PAGE_ROWS = query('page-rows');
const BOUNDARY_SIGNATURE = query('boundary-signature');
const WHOLE_SLOTS = query('whole-slots');

/** One partition of `account_locks`. Each further read covers eight times as many slots. */
const FIRST_SPAN_SLOTS = 32_768;
const SPAN_FACTOR = 8;
const MOST_BLOCK_INDEX = 2 ** 32 - 1;

/**
 * Reads the wallet's signed transactions in the stored part, newest first, from blocks that are stored whole.
 * @param before only transactions before it; null: from the newest on
 */
export async function readStoredSignatures(
  database: Database,
  wallet: string,
  part: StoredPart,
  { before, limit }: { before: TxPosition | null; limit: number },
  context: QueryContext,
): Promise<WalletSignature[]> {
  const positions: TxPosition[] = [];
  let at: TxPosition = before ?? { slot: part.toSlot, blockIndex: MOST_BLOCK_INDEX };
  let span = FIRST_SPAN_SLOTS;
  while (positions.length < limit && at.slot >= part.fromSlot) {
    const from = Math.max(part.fromSlot, at.slot - span + 1);
    const wanted = limit - positions.length;
    const found = await signedPage(database, wallet, { from, before: at, limit: wanted }, context);
    positions.push(...(await inWholeSlots(database, found, context)));
    // After a full page the same slots may have more rows; otherwise the span is exhausted.
    const last = found.length === wanted ? found.at(-1) : undefined;
    at = last ?? { slot: from - 1, blockIndex: MOST_BLOCK_INDEX };
    if (last === undefined) span *= SPAN_FACTOR;
  }
  return readRows(database, positions, context);
}

async function signedPage(
  database: Database,
  wallet: string,
  { from, before, limit }: { from: number; before: TxPosition; limit: number },
  context: QueryContext,
): Promise<TxPosition[]> {
  const rows = await database.rows<[string, number]>(
    SIGNED_PAGE,
    {
      wallet: hexOf(wallet),
      from,
      to: before.slot,
      before_slot: before.slot,
      before_index: before.blockIndex,
      limit,
    },
    context,
  );
  return rows.map(([slot, blockIndex]) => ({ slot: toInteger(slot), blockIndex }));
}

async function inWholeSlots(
  database: Database,
  positions: readonly TxPosition[],
  context: QueryContext,
): Promise<TxPosition[]> {
  if (positions.length === 0) return [];
  const slots = [...new Set(positions.map(({ slot }) => slot))];
  const rows = await database.rows<[string]>(WHOLE_SLOTS, { slots }, context);
  const whole = new Set(rows.map(([slot]) => toInteger(slot)));
  return positions.filter(({ slot }) => whole.has(slot));
}

async function readRows(
  database: Database,
  positions: readonly TxPosition[],
  context: QueryContext,
): Promise<WalletSignature[]> {
  if (positions.length === 0) return [];
  type Row = [string, string, number, string | null, number | null, boolean | null, string[]];
  const rows = await database.rows<Row>(
    PAGE_ROWS,
    { positions: `[${positions.map(({ slot, blockIndex }) => `(${slot},${blockIndex})`).join(',')}]` },
    context,
  );
  return rows.map(([signature, slot, , pohTick, blockTime, success, programs]) => ({
    signature,
    slot: toInteger(slot),
    blockTime,
    success,
    is_signer: true,
    is_dex_trade: programs.length > 0,
    dexes: [...new Set(programs.flatMap((program) => dexOfProgram(program)?.name ?? []))],
    poh_tick: toIntegerOrNull(pohTick),
  }));
}

/** Counts the transactions of the stored part that the wallet signed. */
export async function countStoredSignatures(
  database: Database,
  wallet: string,
  { fromSlot, toSlot }: StoredPart,
  context: QueryContext,
): Promise<number> {
  const params = { wallet: hexOf(wallet), from: fromSlot, to: toSlot };
  const [row] = await database.rows<[string]>(SIGNED_TOTAL, params, context);
  return toInteger(row?.[0] ?? '0');
}

/**
 * The first transaction of the stored part, of any wallet: everything before it is older than the stored part.
 * Null: the part has no transaction.
 */
export async function boundarySignature(
  database: Database,
  { fromSlot }: StoredPart,
  context: QueryContext,
): Promise<string | null> {
  const [row] = await database.rows<[string]>(BOUNDARY_SIGNATURE, { from: fromSlot }, context);
  return row?.[0] ?? null;
}

function hexOf(address: string): string {
  return Buffer.from(pubkeyFromBase58(address)).toString('hex');
}
