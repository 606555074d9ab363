import type { PlannedSwap } from './planned-swap.js';

/** The swaps of a pool since recording started. */
export interface PoolJournal {
  /** In order. */
  swaps: PlannedSwap[];
  /** Number of current readers. */
  readers: number;
}
