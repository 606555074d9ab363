import { pubkeyFromBase58 } from '@tickscope/chain';
import type { ReadConnection } from '../connection/read-connection.js';
import type { WriteConnection } from '../connection/write-connection.js';
import { column, defineFileQuery, param, runQuery } from '../query/index.js';
import { RowBuffer } from '../writer/row-buffer.js';

/** Metadata of a mint. Addresses in base58. */
export interface TokenFacts {
  mint: string;
  symbol: string | null;
  name: string | null;
  decimals: number | null;
  /** The token program that owns the mint. */
  program: string | null;
  /** Source of the names. `mint`: the mint has no name; `none`: the mint account does not exist. */
  source: 'token_2022' | 'metaplex' | 'mint' | 'none';
}

const UNNAMED_MINTS = defineFileQuery(import.meta.url, './unnamed-mints.sql', {
  params: {
    from_slot: param.integer,
    to_slot: param.integer,
    retry_after: param.integer,
    limit: param.integer,
  },
  row: { mint: column.text },
});
const SWAPPED_SLOTS = defineFileQuery(import.meta.url, './swapped-slots.sql', {
  row: { blocks: column.integer, firstSlot: column.integer, lastSlot: column.integer },
});
const COLUMNS = ['mint', 'symbol', 'name', 'decimals', 'program', 'source'] as const;
const TIMEOUT_MS = 60_000;

/**
 * Returns mints that were traded in a slot range and whose metadata is unknown, or was last looked up without finding a
 * name more than `retryAfterSeconds` ago.
 */
export async function readUnnamedMints(
  read: ReadConnection,
  range: { fromSlot: number; toSlot: number; retryAfterSeconds: number; limit: number },
  signal?: AbortSignal,
): Promise<string[]> {
  const rows = await runQuery(
    read,
    UNNAMED_MINTS,
    {
      from_slot: range.fromSlot,
      to_slot: range.toSlot,
      retry_after: range.retryAfterSeconds,
      limit: range.limit,
    },
    { timeoutMs: TIMEOUT_MS, ...(signal === undefined ? {} : { signal }) },
  );
  return rows.map(({ mint }) => mint);
}

/** Returns the first and last slot with stored transactions, or null if there are none. */
export async function readStoredRange(
  read: ReadConnection,
  signal?: AbortSignal,
): Promise<{ firstSlot: number; lastSlot: number } | null> {
  const options = { timeoutMs: TIMEOUT_MS, ...(signal === undefined ? {} : { signal }) };
  const [row] = await runQuery(read, SWAPPED_SLOTS, {}, options);
  return row === undefined || row.blocks === 0 ? null : { firstSlot: row.firstSlot, lastSlot: row.lastSlot };
}

export async function writeTokens(write: WriteConnection, tokens: readonly TokenFacts[]): Promise<void> {
  const rows = new RowBuffer();
  for (const { mint, symbol, name, decimals, program, source } of tokens) {
    rows.fixed(pubkeyFromBase58(mint));
    rows.nullable(symbol, rows.string);
    rows.nullable(name, rows.string);
    rows.nullable(decimals, rows.uint8);
    rows.nullable(program === null ? null : pubkeyFromBase58(program), rows.fixed);
    rows.string(source);
    rows.endRow();
  }
  await write.insertRows('tokens', COLUMNS, [rows.encoded()]);
}
