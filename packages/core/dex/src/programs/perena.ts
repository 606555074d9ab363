import type { DexProgram, HopLayout } from '../layout.js';
import { leastOut, mostIn } from './data-limits.js';
import { swap } from './describe.js';

/**
 * Perena Numeraire: pools of several stable mints; an instruction names the two vaults that it uses.
 *
 * Source: a public decoder whose layouts were checked on executed swaps (`solana_swap_protocols.py`), from the
 * interface description on the chain.
 */
const HOP: HopLayout = { pool: 0, vaults: [5, 6], trader: { a: 3, b: 4, aToB: () => null }, authority: 8 };

export const PERENA: DexProgram = {
  id: 'NUMERUNsFCP3kuNmWZuXtm1AaQCPj9uw6Guv2Ekoi5P',
  name: 'Perena',
  kind: 'stable',
  instructions: [
    swap('swap_exact_in', '68688356a1bdb4d8', HOP, leastOut(18)),
    swap('swap_exact_out', 'fa49652126cf4bb8', HOP, mostIn(18)),
    swap('swap_exact_in_hinted', '62eff4e910ec2831', HOP, leastOut(18)),
    swap('swap_exact_out_hinted', '99d0ce463eea62b6', HOP, mostIn(18)),
  ],
};
