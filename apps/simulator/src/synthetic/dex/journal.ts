import type { PlannedSwap } from './planned-swap.js';

/** What happened in a pool since somebody began to look. */
export interface PoolJournal {
  /** In order. */
  swaps: PlannedSwap[];
  /** How many look. */
  readers: number;
}
