import type { Address } from '@tickscope/chain';
import { column, defineQuery, param, sqlFile } from '@tickscope/store';
import type { Database, QueryContext } from '../../database.js';

const BOUNDS = { wallet: param.address, from: param.integer, to: param.integer };
const SIGNED_SLOTS = defineQuery({
  name: 'signed-slots',
  sql: sqlFile(import.meta.url, './signed-slots.sql'),
  params: { ...BOUNDS, limit: param.integer },
  row: { slot: column.integer, signed: column.integer, isTraded: column.flag },
});
const STORED_OF_SLOTS = defineQuery({
  name: 'stored-of-slots',
  sql: sqlFile(import.meta.url, './stored-of-slots.sql'),
  params: { slots: param.integers },
  row: { slot: column.integer, hasTransactions: column.flag, isOneBlock: column.flag },
});
const WALLET_SLOTS = defineQuery({
  name: 'wallet-slots',
  sql: sqlFile(import.meta.url, './wallet-slots.sql'),
  params: BOUNDS,
  row: { signed: column.integer, wholeSlots: column.list(column.integer) },
});

/** A wallet with more trades has slots in nearly every granule of `slots`: all of the range are read at once. */
const FEW_TRADES = 500;
/** The server accepts parameters of up to 128 KB. */
const MOST_SLOTS = 5_000;

export interface WalletSlots {
  /** The number of transactions that the wallet signed in stored slots. */
  signed: number;
  /** Of the slots that it traded in, those whose block is stored whole. */
  wholeSlots: ReadonlySet<number>;
}

/** @param trades how many trades the wallet has in the range */
export async function readWalletSlots(
  database: Database,
  { trades, ...bounds }: { wallet: Address; from: number; to: number; trades: number },
  context: QueryContext,
): Promise<WalletSlots> {
  const few = trades <= FEW_TRADES ? await readFew(database, bounds, context) : null;
  if (few !== null) return few;
  const [row] = await database.rows(WALLET_SLOTS, bounds, context);
  if (row === undefined) throw new Error('WALLET_SLOTS returned no row, though it has no GROUP BY');
  return { signed: row.signed, wholeSlots: new Set(row.wholeSlots) };
}

/** Reads only the wallet's own slots of `slots`. Returns null where there are too many of them. */
async function readFew(
  database: Database,
  bounds: { wallet: Address; from: number; to: number },
  context: QueryContext,
): Promise<WalletSlots | null> {
  const asked = await database.rows(SIGNED_SLOTS, { ...bounds, limit: MOST_SLOTS + 1 }, context);
  if (asked.length > MOST_SLOTS) return null;
  if (asked.length === 0) return { signed: 0, wholeSlots: new Set() };
  const slots = asked.map(({ slot }) => slot);
  const rows = await database.rows(STORED_OF_SLOTS, { slots }, context);
  const stored = new Map(rows.filter((row) => row.hasTransactions).map((row) => [row.slot, row]));
  const found = asked.filter(({ slot }) => stored.has(slot));
  return {
    signed: found.reduce((sum, { signed }) => sum + signed, 0),
    wholeSlots: new Set(
      found.filter(({ slot, isTraded }) => isTraded && stored.get(slot)!.isOneBlock).map(({ slot }) => slot),
    ),
  };
}
