import type { Frame, Mark, MarkRole, MarkSpot, View } from './layout.js';
import { TICKS_A_SLOT } from './layout.js';

export const COLOURS = [
  'attack',
  'victim',
  'you',
  'other',
  'vote',
  'card',
  'ink',
  'line',
  'grid',
  'you-tint',
  'focus',
] as const;
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
const LAYERS: readonly (readonly MarkRole[])[] = [
  ['vote', 'other'],
  ['victim', 'attempt'],
  ['frontrun', 'backrun'],
  ['you'],
];

export interface Painting {
  marks: readonly Mark[];
  places: readonly MarkSpot[];
  view: View;
  frame: Frame;
  colours: Colours;
  /** Lane of the transaction that the page is about. */
  ownLane: number;
  selected: number | null;
}

/** Paints lanes and marks. Only the marks of visible lanes cost anything. */
export function paint(context: CanvasRenderingContext2D, painting: Painting): void {
  const { frame, colours, marks, places, selected } = painting;
  context.clearRect(0, 0, frame.left + frame.width + 20, frame.top + frame.height + 20);
  context.save();
  context.beginPath();
  context.rect(0, frame.top, frame.left + frame.width + 20, frame.height);
  context.clip();
  paintLanes(context, painting);
  paintLinks(context, painting);
  for (const roles of LAYERS)
    for (const [at, mark] of marks.entries())
      if (roles.includes(mark.role)) paintMark(context, mark, places[at]!, colours, frame);
  if (selected !== null && places[selected] !== undefined) {
    const { x, y, radius } = places[selected];
    context.strokeStyle = colours.focus;
    context.lineWidth = 2;
    context.beginPath();
    context.arc(x, y, radius + 4, 0, 2 * Math.PI);
    context.stroke();
  }
  context.restore();
}

function paintLanes(context: CanvasRenderingContext2D, { view, frame, colours, ownLane }: Painting): void {
  const height = frame.height / view.lanes;
  for (let lane = Math.floor(view.top); lane <= view.top + view.lanes; lane += 1) {
    const y = frame.top + (lane - view.top) * height;
    if (lane === ownLane) {
      context.fillStyle = colours['you-tint'];
      context.fillRect(frame.left, y, frame.width, height);
    }
    if (height < 9) continue;
    context.fillStyle = colours.line;
    context.fillRect(frame.left, Math.round(y + height) - 1, frame.width, 1);
  }
  context.fillStyle = colours.grid;
  for (let tick = 0; tick <= TICKS_A_SLOT; tick += 8)
    context.fillRect(
      Math.round(frame.left + (tick / TICKS_A_SLOT) * frame.width),
      frame.top,
      1,
      frame.height,
    );
}

/** A dotted line from each frontrun to the backrun of its sandwich. */
function paintLinks(context: CanvasRenderingContext2D, { marks, places, colours }: Painting): void {
  const fronts = new Map<string, MarkSpot>();
  context.strokeStyle = colours.attack;
  context.lineWidth = 1.5;
  context.setLineDash([2, 4]);
  for (const [at, { row }] of marks.entries())
    for (const { role, sandwich_id: id } of row.roles) {
      if (role === 'frontrun' && !fronts.has(id)) fronts.set(id, places[at]!);
      const front = fronts.get(id);
      if (role !== 'backrun' || front === undefined) continue;
      const back = places[at]!;
      const bend = Math.max(14, Math.abs(back.y - front.y) * 0.5);
      context.beginPath();
      context.moveTo(front.x, front.y);
      if (Math.abs(back.y - front.y) < 4) {
        const middle = (front.x + back.x) / 2;
        context.quadraticCurveTo(middle, front.y - bend, back.x, back.y);
      } else context.bezierCurveTo(front.x, front.y + bend, back.x, back.y - bend, back.x, back.y);
      context.stroke();
    }
  context.setLineDash([]);
}

function paintMark(
  context: CanvasRenderingContext2D,
  mark: Mark,
  { x, y, radius }: MarkSpot,
  colours: Colours,
  frame: Frame,
): void {
  if (y < frame.top - radius || y > frame.top + frame.height + radius) return;
  const colour = colours[COLOUR_OF[mark.role]];
  context.beginPath();
  if (mark.shape === 'diamond') {
    context.moveTo(x, y - radius * 1.15);
    context.lineTo(x + radius * 1.15, y);
    context.lineTo(x, y + radius * 1.15);
    context.lineTo(x - radius * 1.15, y);
    context.closePath();
  } else if (mark.shape === 'triangle') {
    context.moveTo(x, y - radius * 1.1);
    context.lineTo(x + radius, y + radius * 0.8);
    context.lineTo(x - radius, y + radius * 0.8);
    context.closePath();
  } else context.arc(x, y, radius, 0, 2 * Math.PI);
  const isFramed = mark.role !== 'other' && mark.role !== 'vote';
  if (isFramed) {
    context.strokeStyle = colours.card;
    context.lineWidth = 4;
    context.stroke();
  }
  if (mark.isHollow || mark.role === 'attempt') {
    context.fillStyle = colours.card;
    context.fill();
    context.strokeStyle = colour;
    context.lineWidth = Math.min(1.6, radius * 0.6);
    context.stroke();
    return;
  }
  context.fillStyle = colour;
  context.fill();
  if (mark.role !== 'you') return;
  context.strokeStyle = colours.ink;
  context.lineWidth = 1.5;
  context.stroke();
}
