import type { Schemas } from '@tickscope/sdk';
import { solText } from '../format/sol.js';
import { compactAmount, nameText } from '../format/text.js';

/** A loss in SOL, else in its token: `0.0483 SOL`, `at least 12 USDC`. */
export function lossText(loss: Schemas['Loss'], isLowerBound: boolean): string {
  const amount =
    loss.sol === null
      ? `${compactAmount(loss.ui_amount ?? loss.amount)} ${nameText(loss.symbol)}`
      : solText(loss.sol);
  return isLowerBound ? `at least ${amount}` : amount;
}

/** Computed from the frontrun's own rate, a loss is a lower bound. */
export const isLeast = ({ loss_method: method }: { loss_method: string | null }): boolean =>
  method === 'front_rate';

/** The sum of its victims' losses is a lower bound where one of the losses is, or is not known. */
export const isLeastOfAll = ({ victims }: Pick<Schemas['SandwichEvent'], 'victims'>): boolean =>
  victims.some((victim) => victim.loss === null || isLeast(victim));

/** Explains `≥` before a loss, on hover. */
export const LEAST_HINT = '≥: at least that much. Not all of the loss can be computed.';
