import { scaleLinear } from 'd3-scale';
import { signed } from '../../format/text.js';
import { type Frame, type Mark, type MarkSpot, TICKS_A_SLOT, type View } from './layout.js';
import css from './tick-axis.module.css';

const LEAST_LABEL_HEIGHT = 17;
const LEAST_NAME_HEIGHT = 34;
const MOST_NAMED_MARKS = 12;

interface AxesProps {
  width: number;
  height: number;
  frame: Frame;
  view: View;
  firstSlot: number;
  ownSlot: number;
  marks: readonly Mark[];
  places: readonly MarkSpot[];
  nameOf: (slot: number) => string | null;
}

/** Ticks above, slots at the left, and the names of the parts of sandwiches beside their marks. */
export function Axes({ width, height, frame, view, firstSlot, ownSlot, marks, places, nameOf }: AxesProps) {
  const x = scaleLinear([0, TICKS_A_SLOT], [frame.left, frame.left + frame.width]);
  const laneHeight = frame.height / view.lanes;
  const every = Math.max(1, Math.ceil(LEAST_LABEL_HEIGHT / laneHeight));
  const lanes = Array.from({ length: Math.ceil(view.lanes) + 1 }, (_, at) => Math.floor(view.top) + at);
  const isNarrow = frame.left < 100;
  return (
    <svg width={width} height={height} aria-hidden="true">
      {x.ticks(isNarrow ? 4 : 8).map((tick) => (
        <text key={tick} x={x(tick) + 3} y={14}>
          {tick}
        </text>
      ))}
      <text x={0} y={14}>
        {isNarrow ? 'slot' : 'slot · leader'}
      </text>
      {lanes.map((lane) => {
        const slot = firstSlot + lane;
        const offset = slot - ownSlot;
        const top = frame.top + (lane - view.top) * laneHeight;
        if (
          offset % every !== 0 ||
          top < frame.top - 1 ||
          top + Math.min(laneHeight, 14) > frame.top + frame.height + 1
        )
          return null;
        const name = laneHeight >= LEAST_NAME_HEIGHT && !isNarrow ? nameOf(slot) : null;
        const y = top + (name === null ? laneHeight / 2 + 4 : laneHeight / 2 - 2);
        return (
          <g key={slot}>
            <text x={0} y={y} className={offset === 0 ? css['strong'] : undefined}>
              {isNarrow ? signed(offset) : offset === 0 ? slot.toLocaleString('en') : `${signed(offset)}`}
            </text>
            {name !== null && (
              <text x={0} y={y + 15}>
                {name.length > 25 ? `${name.slice(0, 24)}…` : name}
              </text>
            )}
          </g>
        );
      })}
      {laneHeight >= 20 && !isNarrow && <PartNames {...{ marks, places, frame }} />}
    </svg>
  );
}

function PartNames({
  marks,
  places,
  frame,
}: {
  marks: readonly Mark[];
  places: readonly MarkSpot[];
  frame: Frame;
}) {
  const named = marks
    .map((mark, at) => ({ mark, place: places[at]! }))
    .filter(({ mark, place }) => {
      const isNamed = mark.role === 'you' || mark.role === 'frontrun' || mark.role === 'backrun';
      return isNamed && place.y > frame.top && place.y < frame.top + frame.height;
    })
    .slice(0, MOST_NAMED_MARKS);
  const taken: { x: number; y: number }[] = [];
  return (
    <>
      {named.map(({ mark, place }) => {
        const isLeft = place.x > frame.left + frame.width * 0.8;
        const x = place.x + (isLeft ? -1 : 1) * (place.radius + 7);
        // Names of marks that stand on each other would cover one another.
        let y = place.y + 4;
        while (taken.some((other) => Math.abs(other.x - x) < 80 && Math.abs(other.y - y) < 12)) y -= 12;
        taken.push({ x, y });
        return (
          <text
            key={mark.row.signature}
            x={x}
            y={y}
            textAnchor={isLeft ? 'end' : 'start'}
            className={css[mark.role === 'you' ? 'you' : 'attack']}
          >
            {mark.role === 'you' ? 'this trade' : mark.role}
          </text>
        );
      })}
    </>
  );
}
