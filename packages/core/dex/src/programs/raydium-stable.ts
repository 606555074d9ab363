import type { DexProgram, HopLayout } from '../layout.js';
import { leastOut, mostIn } from './data-limits.js';
import { swap } from './describe.js';

/**
 * Raydium's stable pools, backed by an order book like those of AMM v4. Only the exact-out swap names the pool's
 * target orders, before the vaults.
 *
 * Source: raydium-io/raydium-sdk-V2 `src/raydium/liquidity/instruction.ts`; a public decoder whose layouts were
 * checked on executed swaps (`solana_swap_protocols.py`).
 */
function hop(first: number, second: number): HopLayout {
  return {
    pool: 1,
    vaults: [first, second],
    trader: { source: -3, destination: -2 },
    authority: -1,
    settlement: [-6, -5],
  };
}

export const RAYDIUM_STABLE: DexProgram = {
  id: '5quBtoiQqxF9Jv6KYKctB59NT3gtJD2Y65kdnB1Uev3h',
  name: 'Raydium stable',
  kind: 'stable',
  instructions: [
    swap('swap_base_in', '09', hop(4, 5), leastOut(9)),
    swap('swap_base_out', '0b', hop(5, 6), mostIn(1)),
  ],
};
