/** Slots on either side of a transaction that the tick axis can show. */
export const ZOOMS = [1, 2, 4, 8, 16, 32, 64, 100] as const;

/** What the contention of an account is asked for. */
export const LOCK_RANGES = ['1h', '3h', '6h', '12h', '24h', '48h', '72h'] as const;
