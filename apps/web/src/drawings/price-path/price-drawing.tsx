import { useNavigate } from '@tanstack/react-router';
import type { Schemas } from '@tickscope/sdk';
import { scaleLinear } from 'd3-scale';
import { useRef } from 'react';
import { compactAmount, nameText, percent, signed } from '../../format/text.js';
import { useWidth } from '../use-width.js';
import css from './price-drawing.module.css';
import { basePrice, type PricePoint, pricePath } from './price-path.js';

const HEIGHT = 260;
const MARGIN = { left: 58, right: 24, top: 34, bottom: 36 };

/**
 * A sandwich as its victims lived it: the price of each swap in order, in per cent of what this trade would have paid
 * without the attacker, and that fair price beside it.
 */
export function PriceDrawing({
  sandwich,
  signature,
}: {
  sandwich: Schemas['SandwichEvent'];
  /** Of the transaction that the page is about. */
  signature: string | null;
}) {
  const ref = useRef<HTMLDivElement>(null);
  const width = useWidth(ref);
  const points = pricePath(sandwich);
  const base = basePrice(points, signature);
  if (points.length < 2 || base === null)
    return <p>The amounts of this sandwich are not known, so there is no price to draw.</p>;
  return (
    <>
      <Legend hasYou={points.some((point) => point.signature === signature && point.kind === 'victim')} />
      <div ref={ref} className={css['drawing']}>
        {width > 0 && <Drawing {...{ points, base, signature, width }} />}
      </div>
    </>
  );
}

function Legend({ hasYou }: { hasYou: boolean }) {
  return (
    <div className={css['legend']} aria-hidden="true">
      <span>
        <Swatch d="M6 0l6 6-6 6-6-6z" fill="var(--attack)" />
        attacker
      </span>
      <span>
        <Swatch d="M6 1a5 5 0 1 1 0 10a5 5 0 1 1 0-10z" fill="var(--victim)" />
        {hasYou ? 'other victims' : 'victims'}
      </span>
      {hasYou && (
        <span>
          <Swatch d="M6 1a5 5 0 1 1 0 10a5 5 0 1 1 0-10z" fill="var(--you)" />
          this trade
        </span>
      )}
      <span>
        <svg width="22" height="12" aria-hidden="true">
          <path d="M0 6h22" stroke="var(--ink)" strokeWidth="1.8" />
        </svg>
        price paid
      </span>
      <span>
        <svg width="22" height="12" aria-hidden="true">
          <path d="M0 6h22" stroke="var(--clean)" strokeWidth="1.8" strokeDasharray="4 3" />
        </svg>
        price without the attacker
      </span>
    </div>
  );
}

function Swatch({ d, fill }: { d: string; fill: string }) {
  return (
    <svg width="12" height="12" aria-hidden="true">
      <path d={d} fill={fill} />
    </svg>
  );
}

interface DrawingProps {
  points: readonly PricePoint[];
  base: number;
  signature: string | null;
  width: number;
}

function Drawing({ points, base, signature, width }: DrawingProps) {
  const navigate = useNavigate();
  const share = (price: number): number => (price / base - 1) * 100;
  const values = points
    .flatMap(({ price, fairPrice }) => [price, ...(fairPrice === null ? [] : [fairPrice])])
    .map(share);
  const y = scaleLinear(
    [Math.min(0, ...values), Math.max(0, ...values)],
    [HEIGHT - MARGIN.bottom, MARGIN.top],
  ).nice(5);
  const step = (width - MARGIN.left - MARGIN.right) / points.length;
  const x = (at: number): number => MARGIN.left + (at + 0.5) * step;
  const you = points.findIndex((point) => point.signature === signature && point.kind === 'victim');
  const focus = you >= 0 ? points[you]! : null;
  const origin = focus ?? points.find(({ kind }) => kind === 'victim') ?? points[0]!;
  const isNarrow = step < 62;
  return (
    <svg width={width} height={HEIGHT} role="img" aria-label={describe(points, share, you)}>
      {y.ticks(5).map((tick) => (
        <g key={tick}>
          <line
            x1={MARGIN.left}
            x2={width - MARGIN.right}
            y1={y(tick)}
            y2={y(tick)}
            stroke={tick === 0 ? 'var(--line)' : 'var(--grid)'}
          />
          <text x={MARGIN.left - 10} y={y(tick) + 4} textAnchor="end">
            {tick === 0 ? 'fair' : `${signed(Number(tick.toPrecision(6)))} %`}
          </text>
        </g>
      ))}
      {focus?.fairPrice != null && (
        <rect
          x={x(you) - Math.min(26, step / 2.4)}
          width={2 * Math.min(26, step / 2.4)}
          y={Math.min(y(share(focus.price)), y(share(focus.fairPrice)))}
          height={Math.max(2, Math.abs(y(share(focus.price)) - y(share(focus.fairPrice))))}
          fill="var(--you)"
          opacity="0.24"
          rx="4"
        />
      )}
      <path
        d={fairLine(points, x, (price) => y(share(price)), step)}
        fill="none"
        stroke="var(--clean)"
        strokeWidth="1.8"
        strokeDasharray="5 4"
      />
      <path
        d={stepLine(
          points.map(({ price }, at) => [x(at), y(share(price))]),
          width - MARGIN.right,
        )}
        fill="none"
        stroke="var(--ink)"
        strokeWidth="1.8"
        strokeLinejoin="round"
      />
      {points.map((point, at) => (
        <Mark
          key={`${point.slot}.${point.blockIndex}.${point.kind}`}
          point={point}
          cx={x(at)}
          cy={y(share(point.price))}
          isYou={at === you}
          go={() => {
            if (point.signature !== null)
              void navigate({ to: '/tx/$signature', params: { signature: point.signature } });
          }}
        />
      ))}
      {points.map((point, at) => (
        <Label
          key={`${point.slot}.${point.blockIndex}.${point.kind}`}
          {...{ point, isNarrow }}
          x={x(at)}
          y={y(share(point.price))}
          width={width}
        />
      ))}
      {focus?.loss?.bps != null && (
        <text
          className={css['strong']}
          x={x(you) + 2}
          textAnchor="middle"
          y={Math.min(y(share(focus.price)), y(share(focus.fairPrice ?? focus.price))) - 18}
        >
          got {percent(focus.loss.bps)} less
        </text>
      )}
      {points.map((point, at) =>
        isNarrow && at % Math.ceil(46 / step) !== 0 && at !== you ? null : (
          <text
            key={`${point.slot}.${point.blockIndex}.${point.kind}`}
            x={x(at)}
            y={HEIGHT - 8}
            textAnchor="middle"
          >
            {tickText(point, origin)}
          </text>
        ),
      )}
      <text x={MARGIN.left - 10} y={HEIGHT - 8} textAnchor="end">
        ticks
      </text>
    </svg>
  );
}

function Mark({
  point,
  cx,
  cy,
  isYou,
  go,
}: {
  point: PricePoint;
  cx: number;
  cy: number;
  isYou: boolean;
  go: () => void;
}) {
  const colour = isYou ? 'var(--you)' : point.kind === 'victim' ? 'var(--victim)' : 'var(--attack)';
  const size = isYou ? 8 : point.kind === 'victim' ? 6 : 8;
  const d =
    point.kind === 'victim'
      ? `M${cx - size} ${cy}a${size} ${size} 0 1 1 ${2 * size} 0a${size} ${size} 0 1 1 ${-2 * size} 0z`
      : `M${cx} ${cy - size}l${size} ${size}l${-size} ${size}l${-size} ${-size}z`;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the table beneath has the same links for the keyboard.
    <path d={d} fill={colour} stroke="var(--card)" strokeWidth="2" style={{ cursor: 'pointer' }} onClick={go}>
      <title>{markTitle(point, isYou)}</title>
    </path>
  );
}

function Label({
  point,
  x,
  y,
  isNarrow,
  width,
}: {
  point: PricePoint;
  x: number;
  y: number;
  isNarrow: boolean;
  width: number;
}) {
  if (point.kind === 'victim') return null;
  const text =
    point.kind === 'frontrun'
      ? `attacker buys${isNarrow ? '' : ` for ${amountText(point.paid)}`}`
      : `attacker sells${isNarrow ? '' : ` for ${amountText(point.received)}`}`;
  const anchor = x < 120 ? 'start' : x > width - 120 ? 'end' : 'middle';
  return (
    <text
      className={css['attackText']}
      x={anchor === 'start' ? x - 8 : anchor === 'end' ? x + 8 : x}
      y={point.kind === 'frontrun' ? y - 16 : y + 25}
      textAnchor={anchor}
    >
      {text}
    </text>
  );
}

/** Horizontal at each price, vertical between swaps. */
function stepLine(points: readonly (readonly [x: number, y: number])[], end: number): string {
  const [[firstX, firstY], ...others] = points as [[number, number], ...[number, number][]];
  return `M${firstX} ${firstY}${others.map(([x, y]) => `H${x}V${y}`).join('')}H${end}`;
}

/** Through the swaps whose fair price is known; interrupted at the others. */
function fairLine(
  points: readonly PricePoint[],
  x: (at: number) => number,
  y: (price: number) => number,
  step: number,
): string {
  return points
    .map(({ fairPrice }, at) => {
      if (fairPrice === null) return '';
      const before = points[at - 1]?.fairPrice ?? null;
      return `${before === null ? 'M' : 'L'}${x(at) - step / 2} ${y(fairPrice)}H${x(at) + step / 2}`;
    })
    .join('');
}

function amountText(amount: Schemas['TokenAmount']): string {
  return `${compactAmount(amount.ui_amount ?? amount.amount)} ${nameText(amount.symbol)}`;
}

function markTitle({ kind, paid, received }: PricePoint, isYou: boolean): string {
  return `${isYou ? 'this trade' : kind}: ${amountText(paid)} → ${amountText(received)}`;
}

function tickText({ slot, blockIndex, pohTick }: PricePoint, origin: PricePoint): string {
  if (slot === origin.slot && blockIndex === origin.blockIndex) return '0';
  if (pohTick === null || origin.pohTick === null) return `slot ${signed(slot - origin.slot)}`;
  return signed(Number(pohTick - origin.pohTick));
}

function describe(points: readonly PricePoint[], share: (price: number) => number, you: number): string {
  const parts = points.map(
    (point, at) =>
      `${at === you ? 'this trade' : point.kind} ${signed(Number(share(point.price).toFixed(1)))} %`,
  );
  return `Prices in order, compared with the price without the attacker: ${parts.slice(0, 30).join(', ')}. The table below has the same.`;
}
