import css from './interval.module.css';

/**
 * A share with its interval, on an axis from 0 to `most`, which the rows of a table have in common. The dashed line
 * is the share of all: an interval right of it lies above. One without an end at the right reaches further.
 */
export function Interval({
  share,
  low,
  high,
  all,
  most,
  isAbove,
}: {
  share: number;
  low: number;
  high: number;
  all: number | null;
  most: number;
  isAbove: boolean;
}) {
  const at = (value: number): string => `${Math.min(100, (100 * value) / most)}%`;
  return (
    <svg className={css['interval']} data-above={isAbove || undefined} aria-hidden="true">
      {all !== null && <line x1={at(all)} x2={at(all)} y1="-7" y2="29" className={css['all']} />}
      <line x1={at(low)} x2={at(high)} y1="11" y2="11" className={css['range']} />
      <line x1={at(low)} x2={at(low)} y1="7" y2="15" className={css['range']} />
      {high <= most && <line x1={at(high)} x2={at(high)} y1="7" y2="15" className={css['range']} />}
      <circle cx={at(share)} cy="11" r="4.5" className={css['share']} />
    </svg>
  );
}
