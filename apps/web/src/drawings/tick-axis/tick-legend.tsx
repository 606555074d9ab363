import { Legend, type LegendItem } from '../legend.js';

const ITEMS: readonly LegendItem[] = [
  { name: 'this trade', shape: 'circle', colour: 'you', outline: 'ink' },
  { name: 'attacker', shape: 'diamond', colour: 'attack' },
  { name: 'victim', shape: 'circle', colour: 'victim' },
  { name: 'writes', shape: 'circle', colour: 'other' },
  { name: 'reads', shape: 'triangle', colour: 'other' },
  { name: 'failed', shape: 'circle', colour: 'other', isHollow: true },
];

export function TickLegend() {
  return <Legend before="A row is a slot, a column a PoH tick." items={ITEMS} />;
}
