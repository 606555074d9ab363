import type { ReactNode } from 'react';
import css from './drawing.module.css';

const SHAPES = {
  circle: 'M11 6a5 5 0 1 1-10 0a5 5 0 1 1 10 0z',
  triangle: 'M6 1l5 9h-10z',
  diamond: 'M6 0l6 6-6 6-6-6z',
  square: 'M1 1h10v10h-10z',
} as const;

export interface LegendItem {
  name: string;
  shape: keyof typeof SHAPES;
  /** A colour of the theme, and that of the outline where it differs. */
  colour: string;
  outline?: string;
  isHollow?: boolean;
}

/** Meaning of the shapes and colours of a drawing; the table beneath says it in words. */
export function Legend({
  items,
  before,
  children,
}: {
  items: readonly LegendItem[];
  before?: string;
  children?: ReactNode;
}) {
  return (
    <div className={css['legend']} aria-hidden="true">
      {before !== undefined && <span>{before}</span>}
      {items.map(({ name, shape, colour, outline = colour, isHollow = false }) => (
        <span key={name}>
          <svg width="12" height="12" viewBox="-1 -1 14 14" aria-hidden="true">
            <path
              d={SHAPES[shape]}
              fill={isHollow ? 'none' : `var(--${colour})`}
              stroke={`var(--${outline})`}
              strokeWidth="1.5"
            />
          </svg>
          {name}
        </span>
      ))}
      {children}
    </div>
  );
}
