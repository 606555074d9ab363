import {
  type Address,
  accountLocks,
  ChainDataError,
  decodeTransactionWire,
  fromBase58,
  keyToBase58,
  type WireTransaction,
} from '@tickscope/chain';
import { invalidRequest } from '../../errors.js';

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** The largest of any format: v1 (SIMD-0385). */
const MOST_BYTES = 4_096;

/**
 * The accounts that a serialized transaction would write-lock, without those of its lookup tables, which are not in it.
 *
 * @param encoding null: base58 where the text is of that alphabet, else base64
 */
export function writableAccounts(
  text: string,
  encoding: 'Base58' | 'Base64' | null,
  field: string,
): Address[] {
  const tx = decode(text, encoding);
  if (tx === null) throw invalidRequest(`${field}: expected a serialized transaction, in base64 or base58`);
  const locks = accountLocks({ ...tx, loaded: null });
  return locks.filter(({ isWrite }) => isWrite).map(({ account }) => keyToBase58(account));
}

function decode(text: string, encoding: 'Base58' | 'Base64' | null): WireTransaction | null {
  const candidates = [
    encoding === 'Base64' ? null : fromBase58(text, MOST_BYTES),
    encoding === 'Base58' || !BASE64.test(text) ? null : Buffer.from(text, 'base64'),
  ];
  for (const bytes of candidates) {
    if (bytes === null || bytes.length > MOST_BYTES) continue;
    try {
      return decodeTransactionWire(bytes);
    } catch (error) {
      if (!(error instanceof ChainDataError)) throw error;
    }
  }
  return null;
}
