import type { Schemas } from '@tickscope/sdk';
import { percent, plural } from '../format/text.js';
import { isLeastOfAll, lossText } from './loss.js';

type Sandwich = Pick<Schemas['SandwichRecord'], 'retracted' | 'victim_count' | 'loss' | 'victims'>;

/** Says in one sentence what a sandwich cost its victims. */
export function sandwichSentence(sandwich: Sandwich): string {
  const { retracted, victim_count: count, loss } = sandwich;
  const lost = loss === null ? 'an unknown amount' : lossText(loss, isLeastOfAll(sandwich));
  const share = loss?.bps == null ? '' : `, ${percent(loss.bps)}`;
  return `${retracted ? 'Withdrawn: ' : ''}${plural(count, 'trade')} lost ${lost}${share}.`;
}
