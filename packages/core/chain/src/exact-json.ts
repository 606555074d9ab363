import { duplicateKey } from './duplicate-key.js';
import { ChainDataError } from './errors.js';

/**
 * Matches whole strings (even unterminated) and numbers. Every alternative is greedy without lookahead, so the scan
 * never backtracks and stays linear on hostile text.
 */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"?|-?\d[\d.eE+-]*/g;
const LONG_INTEGER = /^-?[1-9]\d{15,}$/;
const COLON_NEXT = /\s*:/y;

/**
 * `JSON.parse` that keeps integers of 16 or more digits as text. Lamport balances exceed 2^53 (9 million SOL) on the
 * real chain, and a plain parse would silently round them. Throws `ChainDataError('malformed')` for everything that
 * `JSON.parse` rejects, and for an object that has a key twice.
 */
export function parseExactJson(text: string): unknown {
  const value = parse(text);
  const twice = duplicateKey(text);
  if (twice !== null)
    throw new ChainDataError(
      'malformed',
      `an object has the key ${JSON.stringify(twice.slice(0, 100))} twice`,
    );
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(/\d{16}/.test(text) ? quoteLongIntegers(text) : text);
  } catch (error) {
    throw new ChainDataError('malformed', `not JSON: ${(error as Error).message.slice(0, 200)}`, {
      cause: error,
    });
  }
}

function quoteLongIntegers(text: string): string {
  return text.replace(STRING_OR_NUMBER, (token: string, offset: number) => {
    if (token.length < 16 || !LONG_INTEGER.test(token)) return token;
    // Does not quote a number in the position of a key: that would turn invalid JSON into valid JSON.
    COLON_NEXT.lastIndex = offset + token.length;
    return COLON_NEXT.test(text) ? token : `"${token}"`;
  });
}
