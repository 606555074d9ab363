import { Link, useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef } from 'react';
import type { BlockTransaction } from '../../api/chain-queries.js';
import { nameText, plural, shorten } from '../../format/text.js';
import { resolvedColors, useTheme } from '../../theme.js';
import drawing from '../drawing.module.css';
import { Legend, type LegendItem } from '../legend.js';
import { tickInSlot } from '../ticks.js';
import { useWidth } from '../use-width.js';
import css from './block.module.css';
import { type BlockLayout, type BlockMark, blockLayout, isPart, markAt } from './layout.js';
import { COLOURS, paint } from './paint.js';

const REACH = 14;
const NARROW = 560;

/** A block as it was built: ticks from left to right, the entries of a tick above one another, a mark a transaction. */
export function BlockDrawing({
  slot,
  transactions,
  selected,
  onSelect,
}: {
  slot: number;
  transactions: readonly BlockTransaction[];
  selected: string | null;
  onSelect: (signature: string) => void;
}) {
  const navigate = useNavigate();
  const stage = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = useWidth(stage);
  const theme = useTheme();
  const layout = useMemo(
    () => blockLayout(slot, transactions, Math.max(64, width)),
    [slot, transactions, width],
  );
  const { marks, height } = layout;
  const chosen = marks.findIndex(({ transaction }) => transaction.signature === selected);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has other colours.
  const colours = useMemo(
    () => (stage.current === null || width === 0 ? null : resolvedColors(stage.current, COLOURS)),
    [theme, width],
  );
  useEffect(() => {
    const context = canvas.current?.getContext('2d') ?? null;
    if (context === null || colours === null) return;
    const request = requestAnimationFrame(() => {
      const ratio = devicePixelRatio;
      context.canvas.width = Math.round(width * ratio);
      context.canvas.height = Math.round((height + 2) * ratio);
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      paint(context, layout, colours, chosen < 0 ? null : chosen);
    });
    return () => cancelAnimationFrame(request);
  }, [layout, colours, width, height, chosen]);

  const select = (at: number | null): void => {
    const mark = at === null ? undefined : marks[at];
    if (mark !== undefined) onSelect(mark.transaction.signature);
  };
  const point = (event: PointerEvent): void => {
    const box = event.currentTarget.getBoundingClientRect();
    select(markAt(marks, event.clientX - box.left, event.clientY - box.top, REACH));
  };
  const open = (): void => {
    if (chosen >= 0) void navigate({ to: '/tx/$signature', params: { signature: selected! } });
  };
  const key = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') open();
    else {
      const next = keyTarget(event.key, marks, chosen);
      if (next === null) return;
      select(next);
    }
    event.preventDefault();
  };
  return (
    <>
      <Ticks layout={layout} isNarrow={width < NARROW} />
      <div
        ref={stage}
        className={`${drawing['stage']} ${css['stage']}`}
        style={{ height: height + 2 }}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys walk through the marks
        tabIndex={0}
        role="application"
        aria-roledescription="block drawing"
        aria-label={`${plural(marks.length, 'transaction')} of the block by tick. Left and right go from one to the next, up and down to the next part of a sandwich, Enter opens it. The table below has the same transactions.`}
        onKeyDown={key}
        onDoubleClick={open}
        onPointerMove={point}
        onPointerDown={point}
      >
        <canvas ref={canvas} style={{ width, height: height + 2 }} />
      </div>
      <p className={`${drawing['chosen']} ${css['chosen']}`} aria-live="polite">
        {chosen < 0 ? (
          'Point at a mark, or use the arrow keys.'
        ) : (
          <Chosen slot={slot} mark={marks[chosen]!} />
        )}
      </p>
    </>
  );
}

function Ticks({ layout: { hasTicks, cell }, isNarrow }: { layout: BlockLayout; isNarrow: boolean }) {
  if (!hasTicks)
    return (
      <div className={css['ticks']} aria-hidden="true">
        <span style={{ left: 0 }}>first</span>
        <span style={{ right: 0 }}>last of the block</span>
      </div>
    );
  const every = isNarrow ? 16 : 8;
  const named = Array.from({ length: 64 / every }, (_, at) => at * every);
  return (
    <div className={css['ticks']} aria-hidden="true">
      {named.map((tick) => (
        <span key={tick} style={{ left: tick * cell + 3 }}>
          {tick === 0 ? 'tick 0' : tick}
        </span>
      ))}
    </div>
  );
}

const ROLE_NAMES: Record<BlockMark['role'], string> = {
  frontrun: 'frontrun',
  backrun: 'backrun',
  victim: 'victim',
  attempt: 'failed attempt of an attacker',
  swap: 'swap',
  other: 'transaction',
  vote: 'vote',
};

function Chosen({ slot, mark: { transaction, role } }: { slot: number; mark: BlockMark }) {
  const {
    signature,
    signer,
    dexes,
    compute_units: units,
    success,
    block_index: index,
    poh_tick: tick,
  } = transaction;
  return (
    <>
      <strong>{ROLE_NAMES[role]}</strong>{' '}
      <Link to="/tx/$signature" params={{ signature }} title={signature}>
        {shorten(signature, 5)}
      </Link>{' '}
      by {shorten(signer)}, #{index}
      {tick !== null && `, tick ${tickInSlot(slot, tick)}`}
      {dexes.length > 0 && <bdi>, on {dexes.map(nameText).join(' and ')}</bdi>}
      {units !== null && `, ${units.toLocaleString('en')} compute units`}
      {success === false && ', failed'}
    </>
  );
}

/** Which mark a key leads to; null for other keys. */
function keyTarget(key: string, marks: readonly BlockMark[], chosen: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return Math.min(marks.length - 1, chosen + 1);
    case 'ArrowLeft':
      return Math.max(0, chosen - 1);
    case 'Home':
      return 0;
    case 'End':
      return marks.length - 1;
    case 'ArrowDown':
      return marks.findIndex(({ role }, at) => at > chosen && isPart(role));
    case 'ArrowUp':
      return marks.findLastIndex(({ role }, at) => at < chosen && isPart(role));
    default:
      return null;
  }
}

const LEGEND: readonly LegendItem[] = [
  { name: 'attacker', shape: 'diamond', colour: 'attack' },
  { name: 'victim', shape: 'circle', colour: 'victim' },
  { name: 'swap', shape: 'circle', colour: 'soft' },
  { name: 'other', shape: 'circle', colour: 'other' },
  { name: 'vote', shape: 'circle', colour: 'vote' },
  { name: 'failed', shape: 'circle', colour: 'soft', isHollow: true },
];

export function BlockLegend({ hasTicks }: { hasTicks: boolean }) {
  return (
    <Legend
      before={
        hasTicks
          ? 'One column a tick (6.25 ms), one box an entry; the larger, the more compute'
          : 'In the order of the block; its entries are not known'
      }
      items={LEGEND}
    />
  );
}
