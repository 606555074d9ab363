import type { components } from '@tickscope/schemas';
import { amountOf, groupThousands, percentOf } from '../amounts.js';

type Loss = components['schemas']['Loss'];

/** `0.0125 SOL (1.25 %)`; the tokens where the value in SOL is not known. */
export function describeLoss(loss: Loss | null): string {
  if (loss === null) return 'unknown';
  const value = loss.sol === null ? amountOf(loss) : `${groupThousands(loss.sol)} SOL`;
  return loss.bps === null ? value : `${value} (${percentOf(loss.bps)})`;
}
