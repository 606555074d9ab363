import { amountOf, groupThousands, percentOf } from '@tickscope/command-line';
import type { components } from '@tickscope/schemas';

type Loss = components['schemas']['Loss'];
type Sandwich = Pick<components['schemas']['SandwichEvent'], 'loss' | 'victims' | 'gain' | 'net_gain'>;

/** `0.0125 SOL (1.25 %)`; the tokens where the value in SOL is not known. */
export function describeLoss(loss: Loss | null, isLeast = false): string {
  if (loss === null) return 'unknown';
  const value = loss.sol === null ? amountOf(loss) : `${groupThousands(loss.sol)} SOL`;
  const least = isLeast ? 'at least ' : '';
  return loss.bps === null ? `${least}${value}` : `${least}${value} (${percentOf(loss.bps)})`;
}

/** The sum of its victims' losses: a lower bound where one of them is not known, or is a lower bound itself. */
export function describeLosses(sandwich: Sandwich): string {
  return describeLoss(sandwich.loss, isLeastOfAll(sandwich));
}

export const isLeastOfAll = ({ victims }: Pick<Sandwich, 'victims'>): boolean =>
  victims.some(({ loss, loss_method: method }) => loss === null || method === 'front_rate');

/** The gain of its attacker after fees and tips, else before them. */
export function describeGain({ gain, net_gain: net }: Sandwich): string {
  return net === null ? `${amountOf(gain)} before fees` : amountOf(net);
}
