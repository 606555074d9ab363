export const TICKS_A_SLOT = 64;

/** Tick in the slot, 0 to 63. The tick of a slot's last entry may be the first of the next slot. */
export function tickInSlot(slot: number, tick: number): number {
  return Math.max(0, Math.min(TICKS_A_SLOT - 1, tick - slot * TICKS_A_SLOT));
}
