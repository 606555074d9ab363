/** Slots on either side of a transaction that the tick axis can show. */
export const ZOOMS = [1, 2, 4, 8, 16, 32, 64, 100] as const;

/** What the contention of an account is asked for. */
export const LOCK_RANGES = ['1h', '3h', '6h', '12h', '24h', '48h', '72h'] as const;

/** Which transactions of a block are listed; without votes where nothing is chosen. */
export const SLOT_VIEWS = ['all', 'swaps', 'parts'] as const;
