import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { Row } from '../../api/queries.js';
import { shorten } from '../../format/text.js';
import { resolvedColors, useTheme } from '../../theme.js';
import { offsetText } from '../../verdict.js';
import { useWidth } from '../use-width.js';
import { Axes } from './axes.js';
import {
  clampView,
  type Frame,
  type Mark,
  markAt,
  marksOf,
  placeOf,
  tallestOf,
  type View,
} from './layout.js';
import { COLOURS, paint } from './paint.js';
import css from './tick-axis.module.css';

const TOP = 22;
const REACH = 12;
const NARROW = 640;

export interface TickAxisProps {
  rows: readonly Row[];
  slots: { from: number; to: number };
  /** Slots on either side that are seen. */
  zoom: number;
  ownSlot: number;
  /** What is known of a slot: its leader and client. */
  nameOf: (slot: number) => string | null;
  selected: string | null;
  onSelect: (signature: string) => void;
  onZoom: (step: 1 | -1) => void;
}

/** Transactions on one account by PoH tick, a lane for each slot. Marks are painted, axes are elements. */
export function TickAxis(props: TickAxisProps) {
  const { rows, slots, zoom, ownSlot, selected, onSelect, onZoom, nameOf } = props;
  const navigate = useNavigate();
  const stage = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = useWidth(stage);
  const theme = useTheme();
  const laneCount = slots.to - slots.from + 1;
  const marks = useMemo(() => marksOf(rows, slots.from), [rows, slots.from]);
  const tallest = useMemo(() => tallestOf(marks, laneCount), [marks, laneCount]);
  const centred = (): View => clampView({ lanes: 2 * zoom + 1, top: ownSlot - slots.from - zoom }, laneCount);
  const [view, setView] = useState(centred);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a drag must not be undone by anything else.
  useEffect(() => setView(centred()), [zoom, ownSlot, slots.from, laneCount]);

  const frame = frameOf(width, view);
  const height = TOP + frame.height + 4;
  const places = useMemo(
    () => marks.map((mark) => placeOf(mark, view, frame, tallest)),
    [marks, view, frame, tallest],
  );
  const chosen = marks.findIndex(({ row }) => row.signature === selected);
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
      const element = context.canvas;
      if (element.width !== Math.round(width * ratio) || element.height !== Math.round(height * ratio)) {
        element.width = Math.round(width * ratio);
        element.height = Math.round(height * ratio);
      }
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      paint(context, {
        marks,
        places,
        view,
        frame,
        colours,
        ownLane: ownSlot - slots.from,
        selected: chosen < 0 ? null : chosen,
      });
    });
    return () => cancelAnimationFrame(request);
  }, [marks, places, view, frame, colours, width, height, ownSlot, slots.from, chosen]);

  const drag = useRef<{ y: number; top: number; isMoved: boolean } | null>(null);
  const pointed = (event: PointerEvent): number | null => {
    const box = event.currentTarget.getBoundingClientRect();
    return markAt(marks, places, event.clientX - box.left, event.clientY - box.top, REACH);
  };
  const move = (event: PointerEvent): void => {
    if (drag.current === null) {
      const at = pointed(event);
      if (at !== null && marks[at] !== undefined) onSelect(marks[at].row.signature);
      return;
    }
    const lanes = (drag.current.y - event.clientY) / (frame.height / view.lanes);
    if (Math.abs(drag.current.y - event.clientY) > 4) drag.current.isMoved = true;
    setView(clampView({ ...view, top: drag.current.top + lanes }, laneCount));
  };
  const release = (event: PointerEvent): void => {
    const wasMoved = drag.current?.isMoved === true;
    drag.current = null;
    const at = wasMoved ? null : pointed(event);
    if (at !== null && marks[at] !== undefined) onSelect(marks[at].row.signature);
  };
  const show = (at: number): void => {
    const mark = marks[at];
    if (mark === undefined) return;
    onSelect(mark.row.signature);
    if (mark.lane < view.top || mark.lane + 1 > view.top + view.lanes)
      setView(clampView({ ...view, top: mark.lane - view.lanes / 2 }, laneCount));
  };
  const key = (event: KeyboardEvent): void => {
    const next = keyTarget(event.key, marks, chosen);
    if (next !== null) show(next);
    else if (event.key === '+' || event.key === '=') onZoom(-1);
    else if (event.key === '-') onZoom(1);
    else if (event.key === 'Enter' && selected !== null)
      void navigate({ to: '/tx/$signature', params: { signature: selected } });
    else return;
    event.preventDefault();
  };

  return (
    <>
      <div
        ref={stage}
        className={css['stage']}
        style={{ height }}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys walk through the marks
        tabIndex={0}
        role="application"
        aria-roledescription="tick axis"
        aria-label={`${rows.length} transactions by PoH tick. Arrow keys go from one to the next, plus and minus zoom, Enter opens it. The table below has the same rows.`}
        onKeyDown={key}
        onDoubleClick={() => {
          if (selected !== null) void navigate({ to: '/tx/$signature', params: { signature: selected } });
        }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          drag.current = { y: event.clientY, top: view.top, isMoved: false };
        }}
        onPointerMove={move}
        onPointerUp={release}
        onPointerCancel={() => {
          drag.current = null;
        }}
      >
        <canvas ref={canvas} style={{ width, height }} />
        {width > 0 && (
          <Axes {...{ width, height, frame, view, marks, places, ownSlot, nameOf }} firstSlot={slots.from} />
        )}
      </div>
      <p className={css['chosen']} aria-live="polite">
        {chosen < 0 ? 'Point at a mark, or use the arrow keys.' : <Chosen mark={marks[chosen]!} />}
      </p>
    </>
  );
}

function Chosen({ mark: { row, role, shape, isHollow } }: { mark: Mark }) {
  const what = role === 'you' ? 'this trade' : role === 'other' ? 'transaction' : role;
  return (
    <>
      <strong>{what}</strong> {shorten(row.signature, 5)} by {shorten(row.signer)},{' '}
      {offsetText(row.poh_tick_offset)}, slot {row.slot.toLocaleString('en')} #{row.block_index}
      {shape === 'triangle' ? ', reads' : ', writes'}
      {isHollow ? ', failed' : ''}
    </>
  );
}

let lastFrame: { width: number; lanes: number; frame: Frame } | null = null;

/** The same object for the same sizes, so that places are computed once. */
function frameOf(width: number, { lanes }: View): Frame {
  if (lastFrame?.width === width && lastFrame.lanes === lanes) return lastFrame.frame;
  const left = width < NARROW ? 56 : 176;
  const laneHeight = Math.max(2.6, Math.min(54, 460 / lanes));
  const frame = {
    left,
    top: TOP,
    width: Math.max(10, width - left - 12),
    height: Math.round(laneHeight * lanes),
  };
  lastFrame = { width, lanes, frame };
  return frame;
}

/** Which mark a key leads to; null for other keys. */
function keyTarget(key: string, marks: readonly Mark[], chosen: number): number | null {
  const own = marks.findIndex(({ role }) => role === 'you');
  const from = chosen < 0 ? own : chosen;
  const mark = marks[from];
  switch (key) {
    case 'ArrowRight':
      return Math.min(marks.length - 1, from + 1);
    case 'ArrowLeft':
      return Math.max(0, from - 1);
    case 'Home':
      return own;
    case 'ArrowDown':
    case 'ArrowUp': {
      if (mark === undefined) return own;
      const sign = key === 'ArrowDown' ? 1 : -1;
      const lane = marks
        .map((other) => (other.lane - mark.lane) * sign)
        .filter((distance) => distance > 0)
        .reduce((least, distance) => Math.min(least, distance), Number.POSITIVE_INFINITY);
      const inLane = marks
        .map((other, at) => ({ other, at }))
        .filter(({ other }) => (other.lane - mark.lane) * sign === lane);
      inLane.sort(
        (left, right) => Math.abs(left.other.tick - mark.tick) - Math.abs(right.other.tick - mark.tick),
      );
      return inLane[0]?.at ?? from;
    }
    default:
      return null;
  }
}

export function TickLegend() {
  return (
    <div className={css['legend']} aria-hidden="true">
      <span>One row a slot, one column a tick (6.25 ms)</span>
      <span>
        <b>●</b>writes
      </span>
      <span>
        <b>▲</b>reads
      </span>
      <span>
        <b>○</b>failed
      </span>
      <span style={{ color: 'var(--attack)' }}>
        <b>◆</b>attacker
      </span>
      <span style={{ color: 'var(--victim)' }}>
        <b>●</b>victim
      </span>
      <span style={{ color: 'var(--you-ink)' }}>
        <b>●</b>this trade
      </span>
    </div>
  );
}
