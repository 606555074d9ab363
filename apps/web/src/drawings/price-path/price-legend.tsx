import css from './price-drawing.module.css';

const DIAMOND = 'M6 0l6 6-6 6-6-6z';
const CIRCLE = 'M6 1a5 5 0 1 1 0 10a5 5 0 1 1 0-10z';

export function PriceLegend({ hasYou }: { hasYou: boolean }) {
  return (
    <div className={css['legend']} aria-hidden="true">
      <Item name="attacker" d={DIAMOND} fill="var(--attack)" />
      {hasYou && <Item name="this trade" d={CIRCLE} fill="var(--you)" />}
      <Item name={hasYou ? 'other victims' : 'victims'} d={CIRCLE} fill="var(--victim)" />
      <Line name="price paid" className={css['paid']!} />
      <Line name="price without the attacker" className={css['fair']!} />
    </div>
  );
}

function Item({ name, d, fill }: { name: string; d: string; fill: string }) {
  return (
    <span>
      <svg width="12" height="12" aria-hidden="true">
        <path d={d} fill={fill} />
      </svg>
      {name}
    </span>
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
