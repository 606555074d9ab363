import { solText } from '../../format/sol.js';
import { leastText, percent, signed } from '../../format/text.js';
import { amountText } from './amount-text.js';
import css from './price-drawing.module.css';
import type { PricePoint } from './price-path.js';
import { type Column, HEIGHT, type Scene } from './price-scene.js';

const ROOM_OF_LOSS = 120;
const ROOM_OF_SHARE = 52;
const ROOM_OF_TICKS = 62;

/** Label of each column, beside its mark and beneath it; where columns are close, only what counts most. */
export function ColumnLabels({ scene, origin }: { scene: Scene; origin: PricePoint }) {
  const { columns, step } = scene;
  const every = Math.max(1, Math.ceil(ROOM_OF_TICKS / step));
  const own = columns.findIndex(({ point }) => point === origin);
  const last = columns.length - 1;
  const hasTicks = (at: number): boolean => at === last || ((at - own) % every === 0 && last - at >= every);
  return columns.map((column, at) => (
    <g key={`${column.point.slot}.${column.point.blockIndex}.${column.point.kind}`}>
      {column.point.kind === 'victim' ? (
        <LossLabel {...{ column, step }} />
      ) : (
        <LegLabel {...{ column, scene }} isFirst={at === 0} isLast={at === columns.length - 1} />
      )}
      {hasTicks(at) && (
        <text x={column.x} y={HEIGHT - 32} textAnchor="middle" className={column.isYou ? css['strong'] : ''}>
          {column.isYou && step >= ROOM_OF_TICKS ? 'this trade' : tickText(column.point, origin)}
        </text>
      )}
    </g>
  ));
}

function LossLabel({ column: { point, x, paidY, fairY, isYou }, step }: { column: Column; step: number }) {
  const { loss, isLeast } = point;
  if (loss?.bps == null || fairY === null) return null;
  const less = isLeast ? leastText(percent(loss.bps), true) : `−${percent(loss.bps)}`;
  if (!isYou)
    return step < ROOM_OF_SHARE ? null : (
      <text x={x} y={paidY - 14} textAnchor="middle" className={css['victimText']}>
        {less}
      </text>
    );
  if (step < ROOM_OF_LOSS)
    return (
      <text x={x} y={paidY - 17} textAnchor="middle" className={css['ownText']}>
        {less}
      </text>
    );
  const middle = (paidY + fairY) / 2;
  return (
    <>
      <text x={x + 15} y={middle - 3} className={css['ownText']}>
        got {leastText(percent(loss.bps), isLeast)} less
      </text>
      <text x={x + 15} y={middle + 14} className={css['strong']}>
        {leastText(loss.sol === null ? amountText(loss) : solText(loss.sol), isLeast)}
      </text>
    </>
  );
}

function LegLabel({
  column: { point, x, paidY },
  scene: { isNarrow, step, width },
  isFirst,
  isLast,
}: {
  column: Column;
  scene: Scene;
  isFirst: boolean;
  isLast: boolean;
}) {
  const isFront = point.kind === 'frontrun';
  const amount = isFront ? `pays ${amountText(point.paid)}` : `gets ${amountText(point.received)}`;
  if (!isNarrow && (isFirst || isLast)) {
    const side = isFirst ? -1 : 1;
    const anchor = isFirst ? 'end' : 'start';
    return (
      <>
        <text x={x + side * 17} y={paidY - 1} textAnchor={anchor} className={css['attackText']}>
          {point.kind}
        </text>
        <text x={x + side * 17} y={paidY + 15} textAnchor={anchor}>
          {amount}
        </text>
      </>
    );
  }
  if (!isFirst && !isLast && step < ROOM_OF_LOSS) return null;
  const anchor = x < 60 ? 'start' : x > width - 60 ? 'end' : 'middle';
  const edge = anchor === 'start' ? x - 10 : anchor === 'end' ? x + 10 : x;
  return (
    <text x={edge} y={isFront ? paidY - 17 : paidY + 26} textAnchor={anchor} className={css['attackText']}>
      {point.kind}
    </text>
  );
}

/** A line beneath the columns of each slot, with its number. */
export function SlotNames({ scene: { slots, step, isNarrow } }: { scene: Scene }) {
  return slots.map(({ slot, from, to }, at) => {
    const half = Math.min(step * 0.42, 46);
    const isRoomy = to - from + step > (isNarrow ? 70 : 100);
    return (
      <g key={slot}>
        <path d={`M${from - half} ${HEIGHT - 22}H${to + half}`} className={css['slot']} />
        {(isRoomy || at === 0) && (
          <text x={(from + to) / 2} y={HEIGHT - 6} textAnchor="middle" className={css['scale']}>
            {at === 0 || isRoomy ? `slot ${slot.toLocaleString('en')}` : ''}
          </text>
        )}
      </g>
    );
  });
}

function tickText({ slot, blockIndex, pohTick }: PricePoint, origin: PricePoint): string {
  if (slot === origin.slot && blockIndex === origin.blockIndex) return '0';
  if (pohTick === null || origin.pohTick === null) return `slot ${signed(slot - origin.slot)}`;
  const offset = Number(pohTick - origin.pohTick);
  return offset === 0 ? 'same tick' : `${signed(offset)} ${Math.abs(offset) === 1 ? 'tick' : 'ticks'}`;
}
