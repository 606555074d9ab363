import { mintDecimals, mintSymbol } from '@tickscope/dex';
import type { components } from '@tickscope/schemas';
import { cleanText } from './terminal-text.js';

/** `0.0125 SOL`, `48,211 units of EPjF…Dt1v`: exact. @param amount in the smallest unit of `mint` */
export function formatTokenAmount(amount: bigint, mint: string): string {
  return mintDecimals(mint) === null
    ? `${amount.toLocaleString('en-US')} units of ${symbolOf(mint)}`
    : shortTokenAmount(amount, mint);
}

/**
 * Like `formatTokenAmount`, for a table with a note that explains amounts in the smallest unit.
 *
 * @param decimals of the mint; null where they are not known
 */
export function shortTokenAmount(amount: bigint, mint: string, decimals = mintDecimals(mint)): string {
  const symbol = symbolOf(mint);
  if (decimals === null) return `${amount.toLocaleString('en-US')} ${symbol}`;
  const scale = 10n ** BigInt(decimals);
  const size = amount < 0n ? -amount : amount;
  const fraction = (size % scale).toString().padStart(decimals, '0').replace(/0+$/, '');
  const whole = (size / scale).toLocaleString('en-US');
  return `${amount < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`} ${symbol}`;
}

function symbolOf(mint: string): string {
  return cleanText(mintSymbol(mint));
}

/** An amount of the API: `12.5 TOK`, or in the smallest unit where the decimals are not known. */
export function amountOf({ amount, symbol, ui_amount: whole }: components['schemas']['TokenAmount']): string {
  const shown = cleanText(symbol);
  if (whole === null) return `${BigInt(amount).toLocaleString('en-US')} units of ${shown}`;
  return `${groupThousands(whole)} ${shown}`;
}

/** `-12,345.6`: separates the thousands of a decimal number, exactly. */
export function groupThousands(decimal: string): string {
  const [integer, fraction] = decimal.replace('-', '').split('.');
  const grouped = BigInt(integer!).toLocaleString('en-US');
  return `${decimal.startsWith('-') ? '-' : ''}${grouped}${fraction === undefined ? '' : `.${fraction}`}`;
}

/** `1.25 %`. @param bps basis points */
export function percentOf(bps: number): string {
  return `${Number((bps / 100).toFixed(2))} %`;
}
