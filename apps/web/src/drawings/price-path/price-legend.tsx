import { Legend } from '../legend.js';
import css from './price-drawing.module.css';

export function PriceLegend({ hasYou }: { hasYou: boolean }) {
  return (
    <Legend
      items={[
        { name: 'attacker', shape: 'diamond', colour: 'attack' },
        ...(hasYou ? [{ name: 'this trade', shape: 'circle', colour: 'you' } as const] : []),
        { name: hasYou ? 'other victims' : 'victims', shape: 'circle', colour: 'victim' },
      ]}
    >
      <Line name="price paid" className={css['paid']!} />
      <Line name="price without the attack" className={css['fair']!} />
    </Legend>
  );
}

function Line({ name, className }: { name: string; className: string }) {
  return (
    <span>
      <svg width="24" height="12" aria-hidden="true">
        <path d="M0 6h24" className={className} />
      </svg>
      {name}
    </span>
  );
}
