import type { Schemas } from '@tickscope/sdk';
import { compactAmount, nameText } from '../../format/text.js';

/** `2.12 SOL`. */
export function amountText(amount: Schemas['TokenAmount']): string {
  return `${compactAmount(amount.ui_amount ?? amount.amount)} ${nameText(amount.symbol)}`;
}
