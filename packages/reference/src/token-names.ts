import { cleanText } from './clean-text.js';

/** What a token calls itself. Null: it does not. A claim of whoever made it: nothing keeps two from saying the same. */
export interface TokenNames {
  symbol: string | null;
  name: string | null;
}

/** Metaplex keeps 10 and 32 bytes; Token-2022 as many as are paid for. */
const MOST_SYMBOL = 16;
const MOST_NAME = 64;

/** `null` when neither says anything. */
export function tokenNames(symbol: string, name: string): TokenNames | null {
  const names = { symbol: cleanText(symbol, MOST_SYMBOL), name: cleanText(name, MOST_NAME) };
  return names.symbol === null && names.name === null ? null : names;
}
