import type { Sandwich } from '@tickscope/sandwich';
import type { RowTally } from '../../test/detection/row-score.js';

/** A round trip that came out wrong, and what the detector made of its legs. */
export function explainRow({ label, found }: RowTally['wrong'][number]): string {
  const { dex, pool, first_slot, last_slot, fronts, backs, gross, cost, victims } = label;
  const uses = victims.map(({ placed, slippage_use }) => `${placed ? '' : 'by chance '}${use(slippage_use)}`);
  const head = `  ${dex} ${pool.slice(0, 6)} slots ${first_slot} to ${last_slot}, ${fronts.length} fronts, ${backs.length} backs, gross ${gross}, cost ${cost}, uses ${uses.join(', ')}\n`;
  return head + found.map(sandwichLine).join('');
}

function sandwichLine(sandwich: Sandwich): string {
  const { confidence, reason, basis, intent, evidence, link, quantityRatio, firstSlot, lastSlot } = sandwich;
  const victims = sandwich.victims.map(({ slippageUse, limitAge }) => `${use(slippageUse)} ${limitAge}`);
  return `    ${confidence} ${reason ?? basis} ${intent} ${link} q ${quantityRatio.toFixed(4)} slots ${firstSlot} to ${lastSlot}, ${sandwich.fronts.length} fronts, ${sandwich.backs.length} backs, ${evidence.signs.join(' ')}, uses ${victims.join(', ')}\n`;
}

function use(value: number | null): string {
  return value === null ? 'none' : value.toFixed(2);
}
