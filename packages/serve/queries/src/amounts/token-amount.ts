/** How amounts of a mint are written. */
export interface Token {
  symbol: string;
  /** Null: the mint has not been read yet. */
  decimals: number | null;
}

/** Returns how amounts of a mint are written. */
export type TokenOf = (mint: string) => Token;

const SOL_DECIMALS = 9;

/** `1.25`: an amount in whole tokens, exact. @param amount in the smallest unit */
function wholeTokens(amount: bigint, decimals: number): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return `${amount < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

export function solText(lamports: bigint): string {
  return wholeTokens(lamports, SOL_DECIMALS);
}

/** @param amount decimal, in the smallest unit of the mint */
export function tokenAmount(amount: string, mint: string, tokenOf: TokenOf) {
  const { symbol, decimals } = tokenOf(mint);
  const ui_amount = decimals === null ? null : wholeTokens(BigInt(amount), decimals);
  return { amount, mint, symbol, decimals, ui_amount };
}

/** As `tokenAmount`, for an amount that may not be known. */
export function knownAmount(amount: string | null, mint: string, tokenOf: TokenOf) {
  return amount === null ? null : tokenAmount(amount, mint, tokenOf);
}
