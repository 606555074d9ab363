import type { DexProgram, HopLayout, SwapLayout } from '../layout.js';
import { swap } from './describe.js';

/**
 * Scorch, priced by its market maker; no public interface description. The program that holds the vaults calls another
 * one (ojh19ojaKduoJZuaJADhcVGp4xt1TcdAvZmpVsCorch) for the price. One authority owns the vaults of all pools, so the
 * pool is the account of the pair.
 *
 * Source: a public decoder whose layouts were checked on executed swaps (`solana_swap_protocols.py`); a public client
 * of many venues (“EcoSwapSVM venue adapter”; tag 02); duneanalytics/spellbook `scorch_solana_stg_raw_swaps.sql` (both
 * tags).
 */
function at(name: string, discriminator: string, pool: number): SwapLayout {
  const hop: HopLayout = {
    pool,
    vaults: [4, 5],
    trader: { source: 2, destination: 3 },
    authority: 1,
  };
  return { ...swap(name, discriminator, hop), dataLength: 34, minAccounts: pool + 1 };
}

export const SCORCH: DexProgram = {
  id: 'SCoRcH8c2dpjvcJD6FiPbCSQyQgu3PcUAWj2Xxx3mqn',
  name: 'Scorch',
  kind: 'proprietary',
  instructions: [at('swap_compact', '01', 11), at('swap', '02', 15)],
};
