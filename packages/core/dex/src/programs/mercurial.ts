import type { DexProgram, HopLayout } from '../layout.js';
import { leastOut } from './data-limits.js';
import { swap } from './describe.js';

/**
 * Mercurial's stable pools of two to four mints. An exchange names all vaults of the pool; which two it uses follows
 * from what moved.
 *
 * Source: a public decoder whose layouts were checked on executed swaps (`solana_swap_protocols.py`; tag 04, eight to
 * ten accounts); the same in block 254170887.
 */
const HOP: HopLayout = {
  pool: 0,
  vaults: { first: 4, last: -3 },
  trader: { source: -2, destination: -1 },
  authority: 3,
};

export const MERCURIAL: DexProgram = {
  id: 'MERLuDFBMmsHnsBPZw2sDQZHvXFMwp8EdjudcU2HKky',
  name: 'Mercurial',
  kind: 'stable',
  instructions: [{ ...swap('exchange', '04', HOP, leastOut(9)), dataLength: 17, minAccounts: 8 }],
};
