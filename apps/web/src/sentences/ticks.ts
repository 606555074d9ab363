import { plural } from '../format/text.js';

const TICKS_A_SLOT = 64n;

/** Where a transaction is. `tick`: as text; null where it is not known. */
export interface TickPlace {
  slot: number;
  tick: string | null;
}

/** `24 ticks before`, `in the same tick`. */
export function offsetText(offset: number): string {
  if (offset === 0) return 'in the same tick';
  return distanceText(offset, 'tick');
}

/** How far `place` is from `origin`: in ticks, or in slots where a tick is not known. */
export function distanceOf(place: TickPlace, origin: TickPlace): string {
  const [tick, from] = [knownTick(place), knownTick(origin)];
  if (tick !== null && from !== null) return offsetText(Number(tick - from));
  const slots = place.slot - origin.slot;
  return slots === 0 ? 'in the same slot' : distanceText(slots, 'slot');
}

/**
 * The tick as a number. Null also for the highest tick of the slot: the API gives it to all transactions of a block without
 * entries.
 */
export function knownTick({ slot, tick }: TickPlace): bigint | null {
  if (tick === null) return null;
  const height = BigInt(tick);
  return height === BigInt(slot + 1) * TICKS_A_SLOT - 1n ? null : height;
}

const distanceText = (distance: number, unit: string): string =>
  `${plural(Math.abs(distance), unit)} ${distance < 0 ? 'before' : 'after'}`;
