import type { Schemas } from '@tickscope/sdk';
import { SOL_MINT, solText } from '../../format/sol.js';
import { compactAmount, nameText } from '../../format/text.js';

/** `2.1200 SOL`. */
export function amountText(amount: Schemas['TokenAmount']): string {
  if (amount.mint === SOL_MINT && amount.ui_amount !== null) return solText(amount.ui_amount);
  return `${compactAmount(amount.ui_amount ?? amount.amount)} ${nameText(amount.symbol)}`;
}
