/** Slots on either side of a transaction that the tick axis can show. */
export const ZOOMS = [1, 2, 4, 8, 16, 32, 64, 100] as const;
const LEAST_ZOOM = 2;

/** The zoom of the first view. @param reach slots from the transaction to the furthest part of its sandwich */
export function zoomFor(reach: number): number {
  return ZOOMS.find((zoom) => zoom >= Math.max(LEAST_ZOOM, reach)) ?? 100;
}

/** Ranges for the contention of an account. */
export const LOCK_RANGES = ['1h', '3h', '6h', '12h', '24h', '48h', '72h'] as const;

/** Which transactions of a block are listed; without votes where nothing is chosen. */
export const SLOT_VIEWS = ['all', 'swaps', 'parts'] as const;
