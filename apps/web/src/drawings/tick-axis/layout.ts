import { TICKS_A_SLOT } from '../ticks.js';
import { isOnRail, isPart, type Mark } from './marks.js';

export const NUMBERS_HEIGHT = 20;
const NARROW = 640;
const SEEN_HEIGHT = 460;
const MOST_LANE_HEIGHT = 68;
const LEAST_LANE_HEIGHT = 2.6;
/** From here on the attacker's legs that succeeded and this trade have a rail of their own, above the other marks of the lane. */
const LEAST_RAIL_HEIGHT = 40;
const RAIL_GAP = 16;

/** Where everything stands, in pixels from the top left of the first lane of the whole range. */
export interface Layout {
  width: number;
  /** Where the ticks begin and how wide all of them are. */
  left: number;
  plotWidth: number;
  laneHeight: number;
  lanes: number;
  /** How much is seen at once. */
  seenHeight: number;
  isNarrow: boolean;
  hasRail: boolean;
  spots: readonly Spot[];
}

export interface Spot {
  x: number;
  y: number;
  radius: number;
  /** Its tick, for a mark that stands beside it on the rail. */
  tickX: number;
}

const laneHeightOf = (seen: number): number =>
  Math.max(LEAST_LANE_HEIGHT, Math.min(MOST_LANE_HEIGHT, SEEN_HEIGHT / seen));

/** Height of the axis with its numbers, in pixels, for a zoom of this many slots on either side. */
export const axisHeight = (zoom: number): number => {
  const seen = 2 * zoom + 1;
  return Math.round(laneHeightOf(seen) * seen) + NUMBERS_HEIGHT;
};

/** `seen`: lanes that are seen at once, of `lanes` in all. */
export function layoutOf(
  marks: readonly Mark[],
  { width, lanes, seen }: { width: number; lanes: number; seen: number },
): Layout {
  const isNarrow = width < NARROW;
  const left = isNarrow ? 52 : 184;
  const laneHeight = laneHeightOf(seen);
  const frame = {
    width,
    left,
    plotWidth: Math.max(64, width - left - 2),
    laneHeight,
    lanes,
    seenHeight: Math.round(laneHeight * Math.min(seen, lanes)),
    isNarrow,
    hasRail: laneHeight >= LEAST_RAIL_HEIGHT,
  };
  return { ...frame, spots: spotsOf(marks, frame) };
}

function spotsOf(marks: readonly Mark[], frame: Omit<Layout, 'spots'>): Spot[] {
  const { left, plotWidth, laneHeight, hasRail } = frame;
  const cell = plotWidth / TICKS_A_SLOT;
  const small = Math.max(1.3, Math.min(3.4, cell * 0.4, laneHeight / 5));
  const large = Math.max(3.5, Math.min(6.5, laneHeight / 4));
  const isRaised = (mark: Mark): boolean => (hasRail ? isOnRail(mark) : isPart(mark));
  const heights = new Map<number, number>();
  const levels = marks.map((mark) => {
    const place = mark.lane * TICKS_A_SLOT + mark.tick;
    const level = heights.get(place) ?? 0;
    if (!isRaised(mark)) heights.set(place, level + 1);
    return level;
  });
  const room = laneHeight * (hasRail ? 0.48 : 0.7) - 2 * small;
  const railX = hasRail ? railOf(marks, frame, cell) : null;
  return marks.map((mark, at) => {
    const tickX = left + (mark.tick + 0.5) * cell;
    const top = mark.lane * laneHeight;
    if (isRaised(mark)) {
      const radius = mark.role === 'you' ? large + 1.5 : large;
      return { x: railX?.get(at) ?? tickX, y: top + laneHeight * (hasRail ? 0.29 : 0.5), radius, tickX };
    }
    const most = heights.get(mark.lane * TICKS_A_SLOT + mark.tick)!;
    const step = Math.min(small * 2.6, room / Math.max(1, most - 1));
    const bottom = top + laneHeight - Math.min(8, laneHeight * 0.18) - small;
    const radius = isPart(mark) ? small + 1 : small;
    return { x: tickX, y: bottom - levels[at]! * step, radius, tickX };
  });
}

/** Places on the rail of each lane: at their tick, moved aside where they would cover one another. */
function railOf(
  marks: readonly Mark[],
  { left, plotWidth }: Omit<Layout, 'spots'>,
  cell: number,
): Map<number, number> {
  const places = new Map<number, number>();
  const lanes = new Map<number, number[]>();
  for (const [at, mark] of marks.entries())
    if (isOnRail(mark)) lanes.set(mark.lane, [...(lanes.get(mark.lane) ?? []), at]);
  for (const parts of lanes.values()) {
    const wanted = parts.map((at) => left + (marks[at]!.tick + 0.5) * cell);
    const gap = Math.min(RAIL_GAP, plotWidth / parts.length);
    spread(wanted, gap, left + gap / 2, left + plotWidth - gap / 2).forEach((x, at) => {
      places.set(parts[at]!, x);
    });
  }
  return places;
}

/** Ascending places, moved as little as it takes to be `gap` apart, between two ends. */
export function spread(wanted: readonly number[], gap: number, least: number, most: number): number[] {
  const groups: { middle: number; count: number }[] = [];
  const first = ({ middle, count }: { middle: number; count: number }): number => {
    const half = ((count - 1) * gap) / 2;
    return Math.min(Math.max(middle - half, least), most - 2 * half);
  };
  for (const x of wanted) {
    let group = { middle: x, count: 1 };
    for (let before = groups.at(-1); before !== undefined; before = groups.at(-1)) {
      if (first(before) + before.count * gap <= first(group)) break;
      const count = before.count + group.count;
      group = { middle: (before.middle * before.count + group.middle * group.count) / count, count };
      groups.pop();
    }
    groups.push(group);
  }
  return groups.flatMap((group) => Array.from({ length: group.count }, (_, at) => first(group) + at * gap));
}

/** The mark next to a point; null where none is within `reach`. */
export function markAt(
  marks: readonly Mark[],
  spots: readonly Spot[],
  x: number,
  y: number,
  reach: number,
): number | null {
  let best: number | null = null;
  let least = reach ** 2;
  for (const [at, spot] of spots.entries()) {
    // From its edge: of two marks that overlap, the larger one is meant.
    const distance = (spot.x - x) ** 2 + (spot.y - y) ** 2 - (isPart(marks[at]!) ? spot.radius ** 2 : 0);
    if (distance >= least) continue;
    best = at;
    least = distance;
  }
  return best;
}

/** The first lane that is seen, within the range. */
export function clampTop(top: number, { lanes, laneHeight, seenHeight }: Layout): number {
  return Math.max(0, Math.min(top, lanes - seenHeight / laneHeight));
}

/** The lanes that are seen, in part or whole, from the first one on: of a window that begins at `top`. */
export function seenLanes(
  top: number,
  { lanes, laneHeight, seenHeight }: Layout,
): { from: number; to: number } {
  // Heights are whole pixels: a lane of which less than that is seen does not count.
  const least = 1.5 / laneHeight;
  return {
    from: Math.max(0, Math.floor(top + least)),
    to: Math.min(lanes, Math.ceil(top + seenHeight / laneHeight - least)) - 1,
  };
}
