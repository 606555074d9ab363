/** SOL, as exact text, of lamports as text: `0.00000579` of `5790`. */
export function solOf(lamports: string): string {
  const digits = lamports.replace('-', '').padStart(10, '0');
  const fraction = digits.slice(-9).replace(/0+$/, '');
  const sign = lamports.startsWith('-') ? '-' : '';
  return `${sign}${digits.slice(0, -9)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Wrapped SOL, whose amounts read as those of SOL do. */
export const SOL_MINT = 'So11111111111111111111111111111111111111112';
const LAMPORTS_A_SOL = 1e9;
/** Less reads better in lamports than behind three zeros. */
const LEAST_SOL = 0.001;

/**
 * An amount of SOL as a person reads it, in two parts: four decimals, so that a column of them lines up; below a
 * thousandth, whole lamports.
 */
export function solParts(sol: string): { amount: string; unit: 'SOL' | 'lamports' | 'lamport' } {
  const value = Number(sol);
  if (value === 0) return { amount: '0', unit: 'SOL' };
  if (Math.abs(value) >= LEAST_SOL || Number.isNaN(value))
    return {
      amount: value.toLocaleString('en', { minimumFractionDigits: 4, maximumFractionDigits: 4 }),
      unit: 'SOL',
    };
  const lamports = Math.round(value * LAMPORTS_A_SOL);
  return { amount: lamports.toLocaleString('en'), unit: Math.abs(lamports) === 1 ? 'lamport' : 'lamports' };
}

/** `1.2163 SOL`, `5,790 lamports`. */
export function solText(sol: string): string {
  const { amount, unit } = solParts(sol);
  return `${amount} ${unit}`;
}
