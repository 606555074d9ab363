import { outline } from '../outline.js';
import { TICKS_A_SLOT } from '../ticks.js';
import type { Layout, Spot } from './layout.js';
import { isOnRail, type Mark, type MarkRole } from './marks.js';

export const COLOURS = [
  ...(['attack', 'victim', 'you', 'other', 'vote'] as const),
  ...(['card', 'raised', 'ink', 'you-tint'] as const),
];
export type Colours = Record<(typeof COLOURS)[number], string>;

const COLOUR_OF: Record<MarkRole, keyof Colours> = {
  you: 'you',
  frontrun: 'attack',
  backrun: 'attack',
  attempt: 'attack',
  victim: 'victim',
  vote: 'vote',
  other: 'other',
};
/** From the back to the front. */
const PARTS: readonly MarkRole[] = ['victim', 'attempt', 'frontrun', 'backrun', 'you'];
const TICKS_A_STRIPE = 8;

export interface Painting {
  marks: readonly Mark[];
  layout: Layout;
  colours: Colours;
  /** Lane of the transaction that the page is about. */
  ownLane: number;
}

/** Paints all lanes of the range once: a drag moves the picture, and paints nothing. */
export function paint(context: CanvasRenderingContext2D, painting: Painting): void {
  const { marks, layout, colours } = painting;
  context.clearRect(0, 0, layout.width, layout.lanes * layout.laneHeight);
  paintLanes(context, painting);
  paintOthers(context, painting);
  if (layout.hasRail) paintStems(context, painting);
  paintLinks(context, painting);
  for (const role of PARTS)
    for (const [at, mark] of marks.entries())
      if (mark.role === role) paintPart(context, mark, layout.spots[at]!, colours);
}

function paintLanes(context: CanvasRenderingContext2D, { layout, colours, ownLane }: Painting): void {
  const { left, plotWidth, laneHeight, lanes } = layout;
  const gap = laneHeight >= 20 ? 4 : laneHeight >= 6 ? 1 : 0;
  for (let lane = 0; lane < lanes; lane += 1) {
    context.fillStyle = lane === ownLane ? colours['you-tint'] : colours.raised;
    context.beginPath();
    context.roundRect(left, lane * laneHeight + gap / 2, plotWidth, laneHeight - gap, gap === 4 ? 6 : 0);
    context.fill();
  }
  context.fillStyle = colours.card;
  for (let tick = TICKS_A_STRIPE; tick < TICKS_A_SLOT; tick += TICKS_A_STRIPE)
    context.fillRect(Math.round(left + (tick / TICKS_A_SLOT) * plotWidth), 0, 1, lanes * laneHeight);
}

/** Marks that are no parts of sandwiches: all of one look in one path. */
function paintOthers(context: CanvasRenderingContext2D, { marks, layout, colours }: Painting): void {
  for (const role of ['vote', 'other'] as const)
    for (const isHollow of [false, true]) {
      context.beginPath();
      for (const [at, mark] of marks.entries()) {
        if (mark.role !== role || mark.isHollow !== isHollow) continue;
        const spot = layout.spots[at]!;
        outline(context, mark.shape, spot, isHollow ? spot.radius - 0.4 : spot.radius);
      }
      const colour = colours[COLOUR_OF[role]];
      if (isHollow) {
        context.strokeStyle = colour;
        context.lineWidth = 1.2;
        context.stroke();
      } else {
        context.fillStyle = colour;
        context.fill();
      }
    }
}

/** From a mark on the rail down to its tick. */
function paintStems(context: CanvasRenderingContext2D, { marks, layout, colours }: Painting): void {
  context.lineWidth = 1.5;
  context.globalAlpha = 0.55;
  for (const [at, mark] of marks.entries()) {
    if (!isOnRail(mark)) continue;
    const { x, y, tickX } = layout.spots[at]!;
    context.strokeStyle = colours[COLOUR_OF[mark.role]];
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(tickX, (mark.lane + 1) * layout.laneHeight - 5);
    context.stroke();
  }
  context.globalAlpha = 1;
}

/** A dotted line from each frontrun to the backruns of its sandwich. */
function paintLinks(context: CanvasRenderingContext2D, { marks, layout, colours }: Painting): void {
  const fronts = new Map<string, Spot>();
  context.strokeStyle = colours.attack;
  context.lineWidth = 1.5;
  context.setLineDash([2, 3]);
  for (const [at, { row }] of marks.entries())
    for (const { role, sandwich_id: id } of row.roles) {
      if (role === 'frontrun' && !fronts.has(id)) fronts.set(id, layout.spots[at]!);
      const front = fronts.get(id);
      if (role !== 'backrun' || front === undefined) continue;
      const back = layout.spots[at]!;
      context.beginPath();
      context.moveTo(front.x, front.y);
      if (Math.abs(back.y - front.y) < 4) {
        const top = front.y - Math.min(layout.laneHeight * 0.36, Math.abs(back.x - front.x) * 0.4);
        context.bezierCurveTo(front.x, top, back.x, top, back.x, back.y);
      } else {
        const bend = Math.max(14, Math.abs(back.y - front.y) * 0.6);
        context.bezierCurveTo(front.x, front.y + bend, back.x, back.y - bend, back.x, back.y);
      }
      context.stroke();
    }
  context.setLineDash([]);
}

function paintPart(
  context: CanvasRenderingContext2D,
  { role, shape, isHollow }: Mark,
  spot: Spot,
  colours: Colours,
): void {
  const colour = colours[COLOUR_OF[role]];
  context.beginPath();
  outline(context, shape, spot, spot.radius);
  context.strokeStyle = colours.card;
  context.lineWidth = role === 'victim' || role === 'attempt' ? 2 : 4;
  context.stroke();
  const isOpen = isHollow || role === 'attempt';
  context.fillStyle = isOpen ? colours.card : colour;
  context.fill();
  if (!isOpen && role !== 'you') return;
  context.strokeStyle = role === 'you' ? colours.ink : colour;
  context.lineWidth = 1.6;
  context.stroke();
}
