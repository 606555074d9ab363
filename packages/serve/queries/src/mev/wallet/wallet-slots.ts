import type { Address } from '@tickscope/chain';
import { column, defineFileQuery, param } from '@tickscope/store';
import type { StoredSlots } from '../../coverage/index.js';
import type { Database, QueryContext } from '../../database.js';

const BOUNDS = { wallet: param.address, from: param.integer, to: param.integer };
const SIGNED_SLOTS = defineFileQuery(import.meta.url, './signed-slots.sql', {
  params: { ...BOUNDS, limit: param.integer },
  row: { slot: column.integer, signed: column.integer, isTraded: column.flag },
});
const STORED_OF_SLOTS = defineFileQuery(import.meta.url, './stored-of-slots.sql', {
  params: { slots: param.integers },
  row: { slot: column.integer, hasTransactions: column.flag, isOneBlock: column.flag },
});
const WALLET_SLOTS = defineFileQuery(import.meta.url, './wallet-slots.sql', {
  params: BOUNDS,
  row: { signed: column.integer, wholeSlots: column.list(column.integer) },
});

/** With more slots than this all slots of the range are read at once, at the server. */
const MOST_SIGNED = 20_000;
/** The server accepts parameters of up to 128 KB. */
const MOST_ASKED = 5_000;

export interface WalletSlots {
  /** The number of transactions that the wallet signed in stored slots. */
  signed: number;
  /** Slots that it traded in and whose block is stored whole. */
  wholeSlots: ReadonlySet<number>;
}

/**
 * Reads the slots of a wallet. Asks only about those of `slots` of which `stored` does not know whether they have a
 * block.
 *
 * @param question.stored known slots of a range that contains `from` to `to`
 */
export async function readWalletSlots(
  database: Database,
  { stored, ...bounds }: { wallet: Address; from: number; to: number; stored: StoredSlots },
  context: QueryContext,
  { mostSigned = MOST_SIGNED }: { mostSigned?: number } = {},
): Promise<WalletSlots> {
  const signed = await database.rows(SIGNED_SLOTS, { ...bounds, limit: mostSigned + 1 }, context);
  const asked = signed.filter(({ slot }) => stored.has(slot) === null).map(({ slot }) => slot);
  if (signed.length > mostSigned || asked.length > MOST_ASKED) return readAll(database, bounds, context);
  const rows = asked.length === 0 ? [] : await database.rows(STORED_OF_SLOTS, { slots: asked }, context);
  const found = new Map(rows.map((row) => [row.slot, row]));
  const counted = signed.filter(({ slot }) => stored.has(slot) ?? found.get(slot)?.hasTransactions === true);
  const isWhole = (slot: number): boolean => stored.has(slot) ?? found.get(slot)?.isOneBlock === true;
  return {
    signed: counted.reduce((sum, { signed: transactions }) => sum + transactions, 0),
    wholeSlots: new Set(
      counted.filter(({ slot, isTraded }) => isTraded && isWhole(slot)).map(({ slot }) => slot),
    ),
  };
}

async function readAll(
  database: Database,
  bounds: { wallet: Address; from: number; to: number },
  context: QueryContext,
): Promise<WalletSlots> {
  const [row] = await database.rows(WALLET_SLOTS, bounds, context);
  if (row === undefined) throw new Error('WALLET_SLOTS returned no row, though it has no GROUP BY');
  return { signed: row.signed, wholeSlots: new Set(row.wholeSlots) };
}
