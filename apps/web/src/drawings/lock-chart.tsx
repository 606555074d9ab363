import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { resolvedColors, useTheme } from '../theme.js';
import { useWidth } from './use-width.js';

const HEIGHT = 220;

/** Write locks and conflicts over slots. */
export function LockChart({
  slots,
  locks,
  conflicts,
  ranges,
}: {
  slots: readonly number[];
  locks: readonly number[];
  conflicts: readonly number[];
  /** The name of a point: a slot, or the range whose sum it is. */
  ranges: readonly string[];
}) {
  const ref = useRef<HTMLDivElement>(null);
  const width = useWidth(ref);
  const theme = useTheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of theme changes the colours.
  useEffect(() => {
    const element = ref.current;
    if (element === null || width === 0) return;
    const { accent, attack, soft, grid } = resolvedColors(element, [
      'accent',
      'attack',
      'soft',
      'grid',
    ] as const);
    const axis = {
      stroke: soft,
      grid: { stroke: grid, width: 1 },
      ticks: { show: false },
      font: '11px system-ui',
    };
    const chart = new uPlot(
      {
        width,
        height: HEIGHT,
        scales: { x: { time: false } },
        cursor: { y: false },
        legend: { live: true },
        axes: [
          { ...axis, values: (_, ticks) => ticks.map((tick) => tick.toLocaleString('en')), space: 110 },
          { ...axis, size: 48 },
        ],
        series: [
          { label: 'Slots', value: (_, _slot, _series, at) => (at === null ? '' : (ranges[at] ?? '')) },
          {
            label: 'Write locks',
            stroke: accent,
            width: 1.5,
            fill: `color-mix(in srgb, ${accent} 14%, transparent)`,
            points: { show: false },
          },
          { label: 'Conflicts', stroke: attack, width: 1.5, dash: [4, 3], points: { show: false } },
        ],
      },
      [[...slots], [...locks], [...conflicts]],
      element,
    );
    return () => chart.destroy();
  }, [slots, locks, conflicts, ranges, width, theme]);
  return <div ref={ref} style={{ minHeight: HEIGHT + 30 }} aria-hidden="true" />;
}
