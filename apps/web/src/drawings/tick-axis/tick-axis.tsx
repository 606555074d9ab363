import { Link, useNavigate } from '@tanstack/react-router';
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Row } from '../../api/queries.js';
import design from '../../design/design.module.css';
import { shorten } from '../../format/text.js';
import { offsetText } from '../../sentences/ticks.js';
import { resolvedColors, useTheme } from '../../theme.js';
import drawing from '../drawing.module.css';
import { useWidth } from '../use-width.js';
import { LaneNames, PartNames, TickNumbers } from './axes.js';
import type { LaneFacts } from './lane-facts.js';
import { axisHeight, clampTop, type Layout, layoutOf, markAt, seenLanes } from './layout.js';
import { keyTarget, type Mark, marksOf } from './marks.js';
import { partName } from './names.js';
import { COLOURS, paint } from './paint.js';
import css from './tick-axis.module.css';
import { useDrag } from './use-drag.js';

const REACH = 14;
/** A canvas that is larger than this is not painted by some browsers. */
const MOST_PIXELS = 16_000_000;

export interface TickAxisProps {
  rows: readonly Row[];
  slots: { from: number; to: number };
  /** Slots on either side that are seen. */
  zoom: number;
  ownSlot: number;
  facts: ReadonlyMap<number, LaneFacts>;
  selected: string | null;
  onSelect: (signature: string) => void;
  onZoom: (step: 1 | -1) => void;
  /** The slots that are seen, once they have changed and a drag is over. */
  onSeen: (slots: { from: number; to: number }) => void;
}

/**
 * Transactions on one account by PoH tick, a lane for each slot. The whole range is painted once, on a layer behind a
 * window: a drag only moves the layer.
 */
export function TickAxis({
  rows,
  slots,
  zoom,
  ownSlot,
  facts,
  selected,
  onSelect,
  onZoom,
  onSeen,
}: TickAxisProps) {
  const navigate = useNavigate();
  const stage = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const width = useWidth(stage);
  const lanes = slots.to - slots.from + 1;
  const marks = useMemo(() => marksOf(rows, slots.from), [rows, slots.from]);
  const layout = useMemo(
    () => layoutOf(marks, { width, lanes, seen: 2 * zoom + 1 }),
    [marks, width, lanes, zoom],
  );
  usePainting(canvas, stage, { marks, layout, ownLane: ownSlot - slots.from });

  const top = useRef(0);
  const moveTo = (lane: number): void => {
    top.current = clampTop(lane, layout);
    if (layer.current !== null)
      layer.current.style.transform = `translateY(${-top.current * layout.laneHeight}px)`;
  };
  const settle = (lane: number): void => {
    moveTo(lane);
    const seen = seenLanes(top.current, layout);
    onSeen({ from: slots.from + seen.from, to: slots.from + seen.to });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another selection must not undo a drag.
  useLayoutEffect(
    () => settle(ownSlot - slots.from - zoom),
    [zoom, layout.laneHeight, lanes, ownSlot, slots.from, width > 0],
  );

  const [pointed, setPointed] = useState<number | null>(null);
  const chosen = useMemo(() => marks.findIndex(({ row }) => row.signature === selected), [marks, selected]);
  const drag = useDrag(stage, {
    begin: () => top.current,
    move: (from, pixels) => moveTo(from - pixels / layout.laneHeight),
    point: (x, y) => setPointed(markAt(marks, layout.spots, x, y + top.current * layout.laneHeight, REACH)),
    drop: () => settle(top.current),
    press: () => {
      const mark = pointed === null ? undefined : marks[pointed];
      if (mark !== undefined) onSelect(mark.row.signature);
    },
  });
  const open = (): void => {
    if (selected !== null) void navigate({ to: '/tx/$signature', params: { signature: selected } });
  };
  const show = (at: number): void => {
    const mark = marks[at];
    if (mark === undefined) return;
    setPointed(null);
    onSelect(mark.row.signature);
    const seen = layout.seenHeight / layout.laneHeight;
    if (mark.lane < top.current || mark.lane + 1 > top.current + seen) settle(mark.lane - seen / 2);
  };
  const page = (sign: 1 | -1): void =>
    settle(
      Math.round(top.current) + sign * Math.max(1, Math.floor(layout.seenHeight / layout.laneHeight / 2)),
    );
  const key = (event: KeyboardEvent): void => {
    const next = keyTarget(event.key, marks, chosen);
    if (next !== null) show(next);
    else if (event.key === '+' || event.key === '=') onZoom(-1);
    else if (event.key === '-') onZoom(1);
    else if (event.key === 'PageUp' || event.key === 'PageDown') page(event.key === 'PageUp' ? -1 : 1);
    else if (event.key === 'Enter') open();
    else return;
    event.preventDefault();
  };
  const isOwnTickKnown = rows.every((row) => !row.is_original || row.poh_tick_exact);
  const described = pointed ?? (chosen < 0 ? null : chosen);

  return (
    <>
      <div
        ref={stage}
        className={`${drawing['stage']} ${css['stage']}`}
        style={{ minHeight: axisHeight(zoom) }}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys walk through the marks
        tabIndex={0}
        role="application"
        aria-roledescription="tick axis"
        aria-label={`${rows.length} transactions by PoH tick. Arrow keys go from one to the next, plus and minus zoom, page keys move, Enter opens. The table below has the same rows.`}
        onKeyDown={key}
        onDoubleClick={open}
        {...drag}
      >
        {width > 0 && (
          <>
            <TickNumbers layout={layout} />
            <div className={css['window']} style={{ height: layout.seenHeight }} data-window>
              <div ref={layer} className={css['layer']} style={{ height: lanes * layout.laneHeight }}>
                <canvas ref={canvas} />
                <svg width={width} height={lanes * layout.laneHeight} aria-hidden="true">
                  <LaneNames {...{ layout, ownSlot, facts }} firstSlot={slots.from} />
                  <PartNames {...{ layout, marks }} />
                  <Ring at={chosen} {...{ layout }} className="selected" />
                  <Ring at={pointed ?? -1} {...{ layout }} className="pointed" />
                </svg>
              </div>
            </div>
          </>
        )}
      </div>
      <div className={css['below']}>
        <p className={`${drawing['chosen']} ${css['chosen']}`}>
          {described === null ? (
            'Point at a mark, or use the arrow keys.'
          ) : (
            <Description mark={marks[described]!} isOwnTickKnown={isOwnTickKnown} />
          )}
        </p>
        {lanes * layout.laneHeight > layout.seenHeight + 1 && (
          <span className={design['buttons']}>
            <button type="button" className={design['button']} onClick={() => page(-1)}>
              Earlier slots
            </button>
            <button type="button" className={design['button']} onClick={() => page(1)}>
              Later slots
            </button>
          </span>
        )}
      </div>
    </>
  );
}

function Ring({ at, layout, className }: { at: number; layout: Layout; className: 'selected' | 'pointed' }) {
  const spot = layout.spots[at];
  return spot === undefined ? null : (
    <circle cx={spot.x} cy={spot.y} r={spot.radius + 4} className={css[className]} />
  );
}

/** Meaning of a mark, in words. */
function Description({ mark, isOwnTickKnown }: { mark: Mark; isOwnTickKnown: boolean }) {
  const { row, isHollow } = mark;
  const distance =
    isOwnTickKnown && row.poh_tick_exact ? offsetText(row.poh_tick_offset) : 'at a tick not known';
  return (
    <>
      <strong>{partName(mark)}</strong>{' '}
      <Link to="/tx/$signature" params={{ signature: row.signature }} className={design['mono']}>
        {shorten(row.signature, 5)}
      </Link>{' '}
      by <span className={design['mono']}>{shorten(row.signer)}</span>, {distance}, slot{' '}
      {row.slot.toLocaleString('en')} #{row.block_index}, {row.matched_in_written ? 'writes' : 'reads'}
      {isHollow ? ', failed' : ''}
    </>
  );
}

/** Paints when marks, sizes or the theme change; not when one drags, points or selects. */
function usePainting(
  canvas: RefObject<HTMLCanvasElement | null>,
  stage: RefObject<HTMLElement | null>,
  { marks, layout, ownLane }: { marks: readonly Mark[]; layout: Layout; ownLane: number },
): void {
  const theme = useTheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has other colours.
  useEffect(() => {
    const context = canvas.current?.getContext('2d') ?? null;
    if (context === null || stage.current === null || layout.width === 0) return;
    const height = Math.ceil(layout.lanes * layout.laneHeight);
    const ratio = Math.min(devicePixelRatio, Math.sqrt(MOST_PIXELS / (layout.width * height)));
    const element = context.canvas;
    element.width = Math.round(layout.width * ratio);
    element.height = Math.round(height * ratio);
    element.style.width = `${layout.width}px`;
    element.style.height = `${height}px`;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    paint(context, { marks, layout, ownLane, colours: resolvedColors(stage.current, COLOURS) });
  }, [canvas, stage, marks, layout, ownLane, theme]);
}
