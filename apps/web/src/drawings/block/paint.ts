import { outline } from '../outline.js';
import { type BlockLayout, type BlockMark, type BlockRole, isPart } from './layout.js';

export const COLOURS = [
  ...(['attack', 'victim', 'soft', 'other', 'vote'] as const),
  ...(['card', 'raised', 'grid', 'focus'] as const),
] as const;
export type Colours = Record<(typeof COLOURS)[number], string>;

const COLOUR_OF: Record<BlockRole, keyof Colours> = {
  frontrun: 'attack',
  backrun: 'attack',
  attempt: 'attack',
  victim: 'victim',
  swap: 'soft',
  other: 'other',
  vote: 'vote',
};
const TICKS_A_LINE = 8;

/** Paints the ticks, the lanes of the entries, the marks, and what joins the legs of a sandwich. */
export function paint(
  context: CanvasRenderingContext2D,
  { marks, lanes, height, cell, hasTicks }: BlockLayout,
  colours: Colours,
  selected: number | null,
): void {
  const width = cell * 64;
  context.clearRect(-20, -20, width + 40, height + 40);
  context.fillStyle = colours.grid;
  if (hasTicks)
    for (let tick = 0; tick <= 64; tick += TICKS_A_LINE)
      context.fillRect(Math.round(tick * cell), 0, 1, height);
  context.fillRect(0, height, width, 1);
  context.fillStyle = colours.raised;
  for (const lane of lanes) {
    context.beginPath();
    context.roundRect(lane.x, lane.y, lane.width, lane.height, 2);
    context.fill();
  }
  for (const mark of marks) if (!isPart(mark.role)) paintMark(context, mark, colours);
  paintLinks(context, marks, colours);
  for (const mark of marks) if (isPart(mark.role)) paintMark(context, mark, colours);
  const chosen = selected === null ? undefined : marks[selected];
  if (chosen === undefined) return;
  context.strokeStyle = colours.focus;
  context.lineWidth = 2;
  context.beginPath();
  context.arc(chosen.x, chosen.y, chosen.radius + 4, 0, 2 * Math.PI);
  context.stroke();
}

/** A dotted line from each frontrun to the backrun of its sandwich, where both are in the block. */
function paintLinks(context: CanvasRenderingContext2D, marks: readonly BlockMark[], colours: Colours): void {
  const fronts = new Map<string, BlockMark>();
  context.strokeStyle = colours.attack;
  context.lineWidth = 1.5;
  context.setLineDash([2, 4]);
  for (const mark of marks)
    for (const { role, sandwich_id: id } of mark.transaction.roles) {
      if (role === 'frontrun' && !fronts.has(id)) fronts.set(id, mark);
      const front = fronts.get(id);
      if (role !== 'backrun' || front === undefined) continue;
      const bend = Math.min(40, Math.max(12, Math.abs(mark.x - front.x) * 0.3));
      context.beginPath();
      context.moveTo(front.x, front.y);
      context.quadraticCurveTo((front.x + mark.x) / 2, Math.min(front.y, mark.y) - bend, mark.x, mark.y);
      context.stroke();
    }
  context.setLineDash([]);
}

function paintMark(context: CanvasRenderingContext2D, mark: BlockMark, colours: Colours): void {
  const { radius, role, transaction } = mark;
  context.beginPath();
  outline(context, COLOUR_OF[role] === 'attack' ? 'diamond' : 'circle', mark, radius);
  if (isPart(role)) {
    context.strokeStyle = colours.card;
    context.lineWidth = 3;
    context.stroke();
  }
  const colour = colours[COLOUR_OF[role]];
  if (transaction.success === false || role === 'attempt') {
    context.strokeStyle = colour;
    context.lineWidth = Math.min(1.4, radius * 0.6);
    context.stroke();
    return;
  }
  context.fillStyle = colour;
  context.fill();
}
