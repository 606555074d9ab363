import { type Column, cleanText, fitTable, shortTokenAmount } from '@tickscope/command-line';
import { type Explanation, mintSymbol, type RouteLimit, type SwapLimit, shortAddress } from '@tickscope/dex';

const SOL = 'So11111111111111111111111111111111111111112';

/** `2`, `2.0` for an inner instruction, `2.0#1` for a further part of it. */
export function positionText(position: {
  outerIndex: number;
  innerIndex: number | null;
  partIndex?: number;
}): string {
  const { outerIndex, innerIndex, partIndex = 0 } = position;
  return `${outerIndex}${innerIndex === null ? '' : `.${innerIndex}`}${partIndex === 0 ? '' : `#${partIndex}`}`;
}

/** `EPjF…Dt1v`. Owners and mints come from the source as text, so they are cleaned. */
export function shortText(address: string | null): string {
  return address === null ? 'unknown' : cleanText(shortAddress(address));
}

/** @param mint null for lamports */
export function amountText(amount: bigint, mint: string | null, { decimals }: Explanation): string {
  return shortTokenAmount(
    amount,
    mint ?? SOL,
    mint === null ? 9 : Object.hasOwn(decimals, mint) ? decimals[mint] : undefined,
  );
}

export function symbolText(mint: string): string {
  return cleanText(mintSymbol(mint));
}

/** The fee payer by name, others by address. */
export function walletText(address: string | null, { feePayer }: Explanation): string {
  return address === feePayer ? 'fee payer' : shortText(address);
}

/** `≥ 1.49 USDT`; `none` for the amounts that stand for no limit. */
export function limitText(
  { kind, amount }: SwapLimit | RouteLimit,
  mint: string | null,
  explanation: Explanation,
): string {
  if (kind === 'least_out' && amount <= 1n) return `none (${amount})`;
  const sign = kind === 'least_out' ? '≥' : '≤';
  return `${sign} ${mint === null ? String(amount) : amountText(amount, mint, explanation)}`;
}

/** How much better than the limit the trader fared, as a share of the limit: `0.65 % better`. */
export function marginText({ kind, amount }: SwapLimit, moved: bigint): string | null {
  if (amount <= 1n) return null;
  const better = kind === 'least_out' ? moved - amount : amount - moved;
  return `${percentText(better, amount)} ${better < 0n ? 'worse' : 'better'}`;
}

/** `0.65 %`, without its sign. */
export function percentText(part: bigint, whole: bigint): string {
  const size = part < 0n ? -part : part;
  const hundredths = (size * 10_000n) / whole;
  return `${hundredths / 100n}.${(hundredths % 100n).toString().padStart(2, '0')} %`;
}

/** A heading and a table below it; nothing for a table without rows. */
export function section(
  heading: string,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  maxWidth: number | null,
): string[] {
  if (rows.length === 0) return [];
  const { text, leftOut } = fitTable(columns, rows, maxWidth);
  const note = leftOut.length === 0 ? '' : `\n(no room for: ${leftOut.join(', ')})`;
  return [`${heading}\n${text}${note}`];
}
