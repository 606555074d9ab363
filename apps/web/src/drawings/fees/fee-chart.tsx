import { scaleLinear } from 'd3-scale';
import { useRef } from 'react';
import { solOf, solText } from '../../format/sol.js';
import { compactAmount } from '../../format/text.js';
import { useWidth } from '../use-width.js';
import css from './fee-chart.module.css';

const HEIGHT = 240;
const TOP = 14;
const BOTTOM = 26;
const LEFT = 104;
const NARROW = 560;
const LABEL_GAP = 15;
/** 100 lamports: less is next to nothing. */
const LEAST_DECADE = 2;

export interface Paid {
  signature: string;
  slot: number;
  /** Lamports beyond the base fee, with the tip. */
  lamports: bigint;
  isFailed: boolean;
}

export interface Rank {
  share: number;
  lamports: bigint;
}

/** Chart of what each transaction paid to get in, by slot, on a logarithmic axis; with the percentiles as lines. */
export function FeeChart({ paid, ranks }: { paid: readonly Paid[]; ranks: readonly Rank[] }) {
  const ref = useRef<HTMLDivElement>(null);
  const width = useWidth(ref);
  const right = width < NARROW ? 140 : 176;
  const slots = paid.map(({ slot }) => slot);
  const [first, last] = [Math.min(...slots), Math.max(...slots)];
  const x = scaleLinear([first, Math.max(last, first + 1)], [LEFT, Math.max(LEFT + 1, width - right)]);
  // 0 has a place of its own beneath the least decade.
  const decade = (lamports: bigint): number => Math.log10(Number(lamports));
  const positive = paid.filter(({ lamports }) => lamports > 0n).map(({ lamports }) => decade(lamports));
  const least =
    positive.length === 0 ? LEAST_DECADE : Math.max(LEAST_DECADE, Math.floor(Math.min(...positive)));
  const most = Math.max(least + 1, positive.length === 0 ? 4 : Math.ceil(Math.max(...positive)));
  const scale = scaleLinear([least - 0.7, most], [HEIGHT - BOTTOM, TOP]).clamp(true);
  const y = (lamports: bigint): number => scale(lamports === 0n ? least - 0.7 : decade(lamports));
  const decades = Array.from({ length: most - least + 1 }, (_, at) => least + at);
  return (
    <div ref={ref} style={{ height: HEIGHT }}>
      {width > 0 && (
        <svg className={css['chart']} height={HEIGHT} aria-hidden="true">
          {decades.map((at) => (
            <g key={at}>
              <line x1={LEFT} x2={width - right} y1={scale(at)} y2={scale(at)} className={css['grid']} />
              <text x={LEFT - 8} y={scale(at) + 4} textAnchor="end">
                {decadeText(at)}
              </text>
            </g>
          ))}
          <line x1={LEFT} x2={width - right} y1={y(0n)} y2={y(0n)} className={css['grid']} />
          <text x={LEFT - 8} y={y(0n) + 4} textAnchor="end">
            0 SOL
          </text>
          {ranks.map(({ share, lamports }) => (
            <line
              key={share}
              x1={LEFT}
              x2={width - right}
              y1={y(lamports)}
              y2={y(lamports)}
              className={css['rank']}
            />
          ))}
          {paid.map(({ signature, slot, lamports, isFailed }) => (
            <circle
              key={signature}
              cx={x(slot)}
              cy={y(lamports)}
              r={4}
              className={css['mark']}
              data-failed={isFailed || undefined}
            >
              <title>{`${solText(solOf(lamports.toString()))} in slot ${slot.toLocaleString('en')}`}</title>
            </circle>
          ))}
          {spread(ranks.map(({ lamports }) => y(lamports))).map((at, index) => {
            const { share, lamports } = ranks[index]!;
            return (
              <text key={share} x={width - right + 10} y={at + 4}>
                {Math.round(100 * share)} %{' '}
                <tspan className={css['value']}>{solText(solOf(lamports.toString()))}</tspan>
              </text>
            );
          })}
          {(last === first || width >= NARROW) && (
            <text x={LEFT} y={HEIGHT - 4}>
              {first.toLocaleString('en')}
            </text>
          )}
          {last > first && (
            <text x={width - right} y={HEIGHT - 4} textAnchor="end">
              slot {last.toLocaleString('en')}
            </text>
          )}
        </svg>
      )}
    </div>
  );
}

/** 10 to a power, in lamports: a label of the axis, whose values are not in a column. */
function decadeText(power: number): string {
  const sol = solOf((10n ** BigInt(power)).toString());
  return power < 6 ? solText(sol) : `${compactAmount(sol)} SOL`;
}

/** Labels of lines that lie close keep a distance; from the lowest line upwards. */
function spread(heights: readonly number[]): number[] {
  const places: number[] = [];
  for (const height of heights) {
    const before = places.at(-1);
    places.push(before === undefined ? height : Math.min(height, before - LABEL_GAP));
  }
  return places;
}
