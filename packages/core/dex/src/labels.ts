import { DEX_PROGRAMS } from './programs/index.js';
import { type PoolKind, SOL_MINT } from './swap.js';

/**
 * Common quote mints, from their issuers' documentation, with the decimals of their accounts. Other symbols come with the
 * tokens' metadata.
 */
const QUOTES: readonly (readonly [mint: string, symbol: string, decimals: number])[] = [
  [SOL_MINT, 'SOL', 9],
  ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 'USDC', 6],
  ['Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB', 'USDT', 6],
  ['2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo', 'PYUSD', 6],
  ['mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So', 'mSOL', 9],
  ['J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn', 'JitoSOL', 9],
  ['bSo13r4TkiE4KumL71LsHTPpL2euBYLFx6h9HP3piy1', 'bSOL', 9],
  ['4k3Dyjzvzp8eMZWUXbBCjEvwSkkk59S5iCNLY3QrkX6R', 'RAY', 6],
  ['JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN', 'JUP', 6],
  ['DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263', 'BONK', 5],
];
const SYMBOLS = new Map(QUOTES.map(([mint, symbol]) => [mint, symbol]));
const DECIMALS = new Map(QUOTES.map(([mint, , decimals]) => [mint, decimals]));

/** Rank as a quote currency. The higher rank comes second in a pair: tokens, then SOL, then dollars. */
const QUOTE_RANK = new Map([
  ['SOL', 1],
  ['USDC', 2],
  ['USDT', 2],
  ['PYUSD', 2],
]);

/** Returns the display symbol of a mint. */
export type SymbolOf = (mint: string) => string;

const CURATED = new Set([...SYMBOLS.values()].map(toComparable));

/** Whether a symbol, in any spelling, is that of a well-known mint. Another mint with that symbol is an impostor. */
export function isCuratedSymbol(symbol: string): boolean {
  return CURATED.has(toComparable(symbol));
}

/** Normalises a symbol: removes differences in case, width, diacritics, spaces and punctuation. */
function toComparable(symbol: string): string {
  return symbol
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}

/**
 * The symbol of a known mint, otherwise its shortened address.
 *
 * @example
 * ```ts
 * import { mintSymbol } from '@tickscope/dex';
 *
 * mintSymbol('Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'); // => 'USDT'
 * mintSymbol('9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'); // => '9WzD…AWWM'
 * ```
 */
export function mintSymbol(mint: string): string {
  return SYMBOLS.get(mint) ?? shortAddress(mint);
}

/** The decimals of a known mint, otherwise null. */
export function mintDecimals(mint: string): number | null {
  return DECIMALS.get(mint) ?? null;
}

/** `EPjF…Dt1v`: for display only, not usable as an address. */
export function shortAddress(address: string): string {
  return address.length <= 12 ? address : `${address.slice(0, 4)}…${address.slice(-4)}`;
}

/**
 * `SOL/USDC (Orca Whirlpool)`: the pair in conventional order, and its DEX.
 *
 * @param symbolOf returns the display symbol of a mint. The order depends on the mints themselves, which cannot be
 * faked
 *
 * @example
 * ```ts
 * import { poolLabel, SOL_MINT } from '@tickscope/dex';
 *
 * poolLabel(['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', SOL_MINT], 'Orca Whirlpool'); // => 'SOL/USDC (Orca Whirlpool)'
 * ```
 */
export function poolLabel(
  mints: readonly string[],
  dexName: string,
  symbolOf: SymbolOf = mintSymbol,
): string {
  const rankOf = (mint: string): number => QUOTE_RANK.get(SYMBOLS.get(mint) ?? '') ?? 0;
  const symbols = [...new Set(mints)]
    .sort()
    .sort((left, right) => rankOf(left) - rankOf(right))
    .map(symbolOf);
  return symbols.length === 0 ? dexName : `${symbols.join('/')} (${dexName})`;
}

export interface DexDescription {
  name: string;
  kind: PoolKind;
}

const BY_PROGRAM = new Map(
  DEX_PROGRAMS.map(({ id, name, kind }): [string, DexDescription] => [id, { name, kind }]),
);

/**
 * The DEX of a program; null for other programs.
 *
 * @example
 * ```ts
 * import { dexOfProgram } from '@tickscope/dex';
 *
 * dexOfProgram('CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C')?.name; // => 'Raydium CPMM'
 * ```
 */
export function dexOfProgram(programId: string): DexDescription | null {
  return BY_PROGRAM.get(programId) ?? null;
}
