/** SOL, as exact text, of lamports as text: `0.00000579` of `5790`. */
export function solOf(lamports: string): string {
  const digits = lamports.replace('-', '').padStart(10, '0');
  const fraction = digits.slice(-9).replace(/0+$/, '');
  const sign = lamports.startsWith('-') ? '-' : '';
  return `${sign}${digits.slice(0, -9)}${fraction === '' ? '' : `.${fraction}`}`;
}
