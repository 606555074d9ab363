import { equalBytes, uint64At } from '@tickscope/chain';
import type { LoggedFill } from '../layout.js';

/**
 * Manifest's record of one order filling another, written as log data by `BatchUpdate` and by the swaps: a tag (the first
 * eight bytes of Keccak-256 over program id and type name), then the fields without gaps. Amounts are in atoms.
 *
 * Source: CKS-Systems/manifest `programs/manifest/src/logs.rs`, `FillLog`; on the chain, the amounts of three swaps of
 * September and October 2026 equal their token transfers, and the price times the base is the quote.
 */
const TAG = Buffer.from('3ae6f2034b7104a9', 'hex');
const MARKET_AT = 8;
const MAKER_AT = MARKET_AT + 32;
const TAKER_AT = MAKER_AT + 32;
const BASE_MINT_AT = TAKER_AT + 32;
const QUOTE_MINT_AT = BASE_MINT_AT + 32;
/** After the price, of 16 bytes. */
const BASE_ATOMS_AT = QUOTE_MINT_AT + 32 + 16;
const QUOTE_ATOMS_AT = BASE_ATOMS_AT + 8;
/** After the numbers of the maker's and the taker's order. */
const TAKER_IS_BUY_AT = QUOTE_ATOMS_AT + 8 + 2 * 8;
/** A flag for global orders and 14 bytes of padding follow. */
const LENGTH = TAKER_IS_BUY_AT + 1 + 1 + 14;

/** Null for other data, and for a fill of another length or with a direction that is neither 0 nor 1. */
export function manifestFill(data: Uint8Array): LoggedFill | null {
  if (data.length !== LENGTH || !equalBytes(data.subarray(0, TAG.length), TAG)) return null;
  const isBuy = data[TAKER_IS_BUY_AT];
  if (isBuy !== 0 && isBuy !== 1) return null;
  const key = (at: number): Uint8Array => data.subarray(at, at + 32);
  const base = { mint: key(BASE_MINT_AT), atoms: uint64At(data, BASE_ATOMS_AT) };
  const quote = { mint: key(QUOTE_MINT_AT), atoms: uint64At(data, QUOTE_ATOMS_AT) };
  const [paid, got] = isBuy === 1 ? [quote, base] : [base, quote];
  return {
    market: key(MARKET_AT),
    maker: key(MAKER_AT),
    taker: key(TAKER_AT),
    mintIn: paid.mint,
    mintOut: got.mint,
    amountIn: paid.atoms,
    amountOut: got.atoms,
  };
}
