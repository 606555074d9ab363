import { cleanText } from './clean-text.js';

/** Names that a token claims; null if it has none. Unverified: any number of tokens can claim the same name. */
export interface TokenNames {
  symbol: string | null;
  name: string | null;
}

/** Limits. Metaplex stores 10 and 32 bytes; Token-2022 any length that is paid for. */
const MOST_SYMBOL = 16;
const MOST_NAME = 64;

/** Null if both are empty. */
export function tokenNames(symbol: string, name: string): TokenNames | null {
  const names = { symbol: cleanText(symbol, MOST_SYMBOL), name: cleanText(name, MOST_NAME) };
  return names.symbol === null && names.name === null ? null : names;
}
