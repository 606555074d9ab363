import { ChainDataError } from './errors.js';

const STRING_OR_LONG_INTEGER = /"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g;

/**
 * `JSON.parse` that keeps integers of 16 digits and more as text. Lamport balances pass 2^53 (9 million SOL) on
 * the real chain, and a plain parse would silently round them.
 */
export function parseExactJson(text: string): unknown {
  const exact = /\d{16}/.test(text)
    ? text.replace(STRING_OR_LONG_INTEGER, (token) => (token.startsWith('"') ? token : `"${token}"`))
    : text;
  try {
    return JSON.parse(exact);
  } catch (error) {
    throw new ChainDataError('malformed', `not JSON: ${(error as Error).message.slice(0, 200)}`, {
      cause: error,
    });
  }
}
