import { useNavigate } from '@tanstack/react-router';
import type { Schemas } from '@tickscope/sdk';
import { useMemo, useRef } from 'react';
import { leastText, percent, signed } from '../../format/text.js';
import { useWidth } from '../use-width.js';
import { amountText } from './amount-text.js';
import css from './price-drawing.module.css';
import { ColumnLabels, SlotNames } from './price-labels.js';
import { PriceLegend } from './price-legend.js';
import { basePrice, type PricePoint, pricePath } from './price-path.js';
import { type Column, HEIGHT, type Scene, sceneOf } from './price-scene.js';

/**
 * A sandwich as its victims lived it: the price of each swap in order, in per cent of what this trade would have paid
 * without the attacker, and that fair price beside it. The bar between the two is what a victim lost.
 */
export function PriceDrawing({
  sandwich,
  signature,
}: {
  sandwich: Schemas['SandwichEvent'];
  /** Signature of the transaction that the page is about. */
  signature: string | null;
}) {
  const ref = useRef<HTMLDivElement>(null);
  const width = useWidth(ref);
  const points = useMemo(() => pricePath(sandwich), [sandwich]);
  const base = basePrice(points, signature);
  if (points.length < 2 || base === null)
    return <p>The amounts of this sandwich are not known, so there is no price to draw.</p>;
  return (
    <>
      <PriceLegend
        hasYou={points.some((point) => point.signature === signature && point.kind === 'victim')}
      />
      <div ref={ref} className={css['drawing']}>
        {width > 0 && <Drawing scene={sceneOf(points, { base, signature, width })} />}
      </div>
    </>
  );
}

function Drawing({ scene }: { scene: Scene }) {
  const navigate = useNavigate();
  const { width, columns, isNarrow } = scene;
  const own = columns.find(({ isYou }) => isYou) ?? columns.find(({ point }) => point.kind === 'victim');
  const origin = (own ?? columns[0]!).point;
  return (
    <svg width={width} height={HEIGHT} role="img" aria-label={describe(scene)}>
      {scene.grid.map(({ percent: value, y }) => (
        <g key={value}>
          <line x1={isNarrow ? 38 : 52} x2={width} y1={y} y2={y} className={css['grid']} />
          <text x={isNarrow ? 34 : 46} y={y + 4} textAnchor="end" className={css['scale']}>
            {`${signed(Number(value.toPrecision(6)))} %`}
          </text>
        </g>
      ))}
      <path d={scene.gap} className={css['gap']} />
      <path d={scene.fairLine} className={css['fair']} />
      <path d={scene.paidLine} className={css['paid']} />
      <SlotNames scene={scene} />
      {columns.map((column) => (
        <LossBar key={keyOf(column)} column={column} />
      ))}
      {columns.map((column) => (
        <Mark
          key={keyOf(column)}
          column={column}
          open={() => {
            const { signature } = column.point;
            if (signature !== null) void navigate({ to: '/tx/$signature', params: { signature } });
          }}
        />
      ))}
      <ColumnLabels scene={scene} origin={origin} />
    </svg>
  );
}

const keyOf = ({ point: { slot, blockIndex, kind } }: Column): string => `${slot}.${blockIndex}.${kind}`;

/** From the price without the attacker to the price paid. */
function LossBar({ column: { x, paidY, fairY, isYou } }: { column: Column }) {
  if (fairY === null) return null;
  return (
    <>
      <path d={`M${x} ${fairY}V${paidY}`} className={isYou ? css['ownLoss'] : css['loss']} />
      <circle cx={x} cy={fairY} r={3.5} className={css['fairPoint']} />
    </>
  );
}

function Mark({ column: { point, x, paidY, isYou }, open }: { column: Column; open: () => void }) {
  const isVictim = point.kind === 'victim';
  const size = isYou ? 9 : isVictim ? 6.5 : 9;
  const d = isVictim
    ? `M${x - size} ${paidY}a${size} ${size} 0 1 1 ${2 * size} 0a${size} ${size} 0 1 1 ${-2 * size} 0z`
    : `M${x} ${paidY - size}l${size} ${size}l${-size} ${size}l${-size} ${-size}z`;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the table beneath has the same links for the keyboard.
    <path d={d} className={css[isYou ? 'you' : isVictim ? 'victim' : 'attacker']} onClick={open}>
      <title>{markTitle(point, isYou)}</title>
    </path>
  );
}

function markTitle({ kind, paid, received, loss, isLeast }: PricePoint, isYou: boolean): string {
  const less =
    loss?.bps == null ? '' : `, ${leastText(percent(loss.bps), isLeast)} less than without the attacker`;
  return `${isYou ? 'this trade' : kind}: ${amountText(paid)} → ${amountText(received)}${less}`;
}

const MOST_DESCRIBED = 30;

function describe({ columns }: Scene): string {
  const parts = columns.slice(0, MOST_DESCRIBED).map(({ point, isYou }) => {
    const { loss, isLeast } = point;
    const name = isYou ? 'this trade' : point.kind;
    return loss?.bps == null ? name : `${name} ${leastText(percent(loss.bps), isLeast)} worse off`;
  });
  return `The price through the sandwich, in order: ${parts.join(', ')}. The table below has the same.`;
}
