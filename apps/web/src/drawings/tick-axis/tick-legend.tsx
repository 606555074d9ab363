import css from './tick-axis.module.css';

const CIRCLE = 'M11 6a5 5 0 1 1-10 0a5 5 0 1 1 10 0z';
const TRIANGLE = 'M6 1l5 9h-10z';
const DIAMOND = 'M6 0l6 6-6 6-6-6z';

const ITEMS: readonly { name: string; d: string; colour: string; isHollow?: boolean }[] = [
  { name: 'this trade', d: CIRCLE, colour: 'you' },
  { name: 'attacker', d: DIAMOND, colour: 'attack' },
  { name: 'victim', d: CIRCLE, colour: 'victim' },
  { name: 'writes', d: CIRCLE, colour: 'other' },
  { name: 'reads', d: TRIANGLE, colour: 'other' },
  { name: 'failed', d: CIRCLE, colour: 'other', isHollow: true },
];

/** What shapes and colours mean; the table beneath says it in words. */
export function TickLegend() {
  return (
    <div className={css['legend']} aria-hidden="true">
      <span>A row is a slot, a column a PoH tick.</span>
      {ITEMS.map(({ name, d, colour, isHollow = false }) => (
        <span key={name}>
          <svg width="12" height="12" viewBox="-1 -1 14 14" aria-hidden="true">
            <path
              d={d}
              fill={isHollow ? 'none' : `var(--${colour})`}
              stroke={colour === 'you' ? 'var(--ink)' : `var(--${colour})`}
              strokeWidth="1.5"
            />
          </svg>
          {name}
        </span>
      ))}
    </div>
  );
}
