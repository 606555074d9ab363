import { mintSymbol } from '@tickscope/dex';
import { cleanText } from './terminal-text.js';

/**
 * Decimals of the tokens that prices are quoted in, from the issuers' documentation. Amounts of other tokens
 * are shown in their smallest unit.
 */
const DECIMALS = new Map([
  ['SOL', 9],
  ['USDC', 6],
  ['USDT', 6],
  ['PYUSD', 6],
]);

/** `0.0125 SOL`, `48,211 units of EPjF…Dt1v`: exact. @param amount in the smallest unit of `mint` */
export function formatTokenAmount(amount: bigint, mint: string): string {
  return isToldInUnits(mint)
    ? `${amount.toLocaleString('en-US')} units of ${symbolOf(mint)}`
    : shortTokenAmount(amount, mint);
}

/**
 * Like `formatTokenAmount`, for a table with a note that explains amounts in the smallest unit (`isToldInUnits`).
 *
 * @param decimals of the mint, where the caller knows them
 */
export function shortTokenAmount(amount: bigint, mint: string, decimals = decimalsOf(mint)): string {
  const symbol = symbolOf(mint);
  if (decimals === undefined) return `${amount.toLocaleString('en-US')} ${symbol}`;
  const scale = 10n ** BigInt(decimals);
  const size = amount < 0n ? -amount : amount;
  const fraction = (size % scale).toString().padStart(decimals, '0').replace(/0+$/, '');
  const whole = (size / scale).toLocaleString('en-US');
  return `${amount < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`} ${symbol}`;
}

/** Whether amounts of a token are shown in its smallest unit, because its decimals are not known here. */
export function isToldInUnits(mint: string): boolean {
  return !DECIMALS.has(symbolOf(mint));
}

function decimalsOf(mint: string): number | undefined {
  return DECIMALS.get(symbolOf(mint));
}

function symbolOf(mint: string): string {
  return cleanText(mintSymbol(mint));
}
