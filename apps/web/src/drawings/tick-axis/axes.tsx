import { nameText, signed } from '../../format/text.js';
import { TICKS_A_SLOT } from '../ticks.js';
import { type LaneFacts, leaderText, stateText } from './lane-facts.js';
import { type Layout, NUMBERS_HEIGHT } from './layout.js';
import type { Mark } from './marks.js';
import { partName, placeNames } from './names.js';
import css from './tick-axis.module.css';

const LEAST_LABEL_HEIGHT = 18;
const LEAST_TEXT_HEIGHT = 14;
const LONGEST_LEADER = 30;

/** The numbers of the ticks, above all lanes. */
export function TickNumbers({ layout }: { layout: Layout }) {
  const every = layout.isNarrow ? 16 : 8;
  return (
    <svg width={layout.width} height={NUMBERS_HEIGHT} aria-hidden="true" className={css['numbers']}>
      <text x={0} y={13}>
        {layout.isNarrow ? 'slot' : 'slot and leader'}
      </text>
      {Array.from({ length: TICKS_A_SLOT / every }, (_, at) => at * every).map((tick) => (
        <text key={tick} x={layout.left + (tick / TICKS_A_SLOT) * layout.plotWidth + 1} y={13}>
          {tick === 0 ? 'tick 0' : tick}
        </text>
      ))}
    </svg>
  );
}

interface LanesProps {
  layout: Layout;
  firstSlot: number;
  ownSlot: number;
  facts: ReadonlyMap<number, LaneFacts>;
}

/** Slots, leaders, and why a lane is empty: beside and on the lanes, moving with them. */
export function LaneNames({ layout, firstSlot, ownSlot, facts }: LanesProps) {
  const { laneHeight, lanes, isNarrow, left, plotWidth } = layout;
  const every = Math.max(1, Math.ceil(LEAST_LABEL_HEIGHT / laneHeight));
  const hasTwoLines = laneHeight >= 2 * LEAST_TEXT_HEIGHT + 4;
  return Array.from({ length: lanes }, (_, lane) => {
    const slot = firstSlot + lane;
    const offset = slot - ownSlot;
    const fact = facts.get(slot);
    const middle = (lane + 0.5) * laneHeight + 4;
    const leader = isNarrow || fact === undefined ? null : leaderText(fact);
    const isFirst = leader !== null && !isSameLeader(fact, facts.get(slot - 1));
    const run = isFirst ? runOf(slot, facts) : 0;
    const state = fact === undefined ? null : stateText(fact);
    const hasLeader = leader !== null && (hasTwoLines || run * laneHeight >= LEAST_TEXT_HEIGHT);
    return (
      <g key={slot}>
        {offset % every === 0 && (
          <text
            x={0}
            y={hasTwoLines && hasLeader ? middle - 8 : middle}
            className={offset === 0 ? css['strong'] : undefined}
          >
            {offset === 0 && !isNarrow ? slot.toLocaleString('en') : signed(offset)}
          </text>
        )}
        {hasLeader && (
          <text x={hasTwoLines ? 0 : 66} y={hasTwoLines ? middle + 8 : middle} className={css['leader']}>
            {cut(nameText(leader), hasTwoLines ? LONGEST_LEADER : LONGEST_LEADER - 13)}
          </text>
        )}
        {isFirst && (
          <path
            d={`M${left - 5} ${lane * laneHeight + 3}v${Math.max(1, run * laneHeight - 6)}`}
            className={css['run']}
          />
        )}
        {state !== null && laneHeight >= LEAST_TEXT_HEIGHT && (
          <text x={left + plotWidth / 2} y={middle} textAnchor="middle" className={css['state']}>
            {isNarrow ? (fact?.state ?? '') : state}
          </text>
        )}
      </g>
    );
  });
}

const isSameLeader = (one: LaneFacts | undefined, other: LaneFacts | undefined): boolean =>
  one !== undefined && other !== undefined && one.leader === other.leader;

/** Slots in a row with the same leader. */
function runOf(first: number, facts: ReadonlyMap<number, LaneFacts>): number {
  let slot = first + 1;
  while (isSameLeader(facts.get(first), facts.get(slot))) slot += 1;
  return slot - first;
}

const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;

/** Names beside the marks on the rail, where there is room for them. */
export function PartNames({ layout, marks }: { layout: Layout; marks: readonly Mark[] }) {
  if (!layout.hasRail || layout.isNarrow) return null;
  return placeNames(layout, marks).map(({ mark, x, y, anchor }) => (
    <text
      key={mark.row.signature}
      {...{ x, y }}
      textAnchor={anchor}
      className={css[mark.role === 'you' ? 'you' : 'attack']}
    >
      {partName(mark)}
    </text>
  ));
}
