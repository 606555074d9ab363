import type { DexProgram, HopLayout } from '../layout.js';
import { flagAt } from './data-flags.js';
import { swap } from './describe.js';

/**
 * Jupiter Lend's DEX: liquidity around a centre price, lying in the lending protocol's vaults, which all its pools
 * share. Byte 8: 1 pays token 0 (a) for token 1 (b).
 *
 * Source: a public decoder whose layouts were checked on executed swaps (`solana_swap_protocols.py`);
 * duneanalytics/spellbook `jupiter_lend_solana_base_trades.sql` (transfers lie in the call of the liquidity program;
 * each touches one of the two vaults).
 */
const HOP: HopLayout = { pool: 1, vaults: [13, 14], trader: { a: 2, b: 3, aToB: flagAt(8) }, authority: 0 };

export const JUPITER_LEND: DexProgram = {
  id: 'jupZ4m2GqUCJ5iueMfzQf8khFfH31d4XAQt3RzCT9Vd',
  name: 'Jupiter Lend',
  kind: 'concentrated',
  instructions: [
    { ...swap('swap_in', '8dac0ad04509389a', HOP), dataLength: 25 },
    { ...swap('swap_out', 'ce24950ea3849401', HOP), dataLength: 25 },
  ],
};
