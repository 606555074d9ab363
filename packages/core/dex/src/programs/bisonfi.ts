import type { DexProgram, HopLayout } from '../layout.js';
import { flagAt } from './data-flags.js';
import { leastOut } from './data-limits.js';
import { swap } from './describe.js';

/**
 * BisonFi, priced by its market maker; no public interface description. Byte 17: 1 pays b for a.
 *
 * Source: the public router `magnus` (adapter `bisonfi`: tag 02 and these accounts); duneanalytics/spellbook
 * `bisonfi_solana_stg_raw_swaps.sql` (tags 02 and 07). Tag 13 (a signed quote), the lengths and that all three have the
 * same accounts: two public decoders whose layouts were checked on executed swaps (`solana_swap_protocols.py`; a
 * substreams module for native venues).
 */
const HOP: HopLayout = {
  pool: 1,
  vaults: [2, 3],
  trader: { a: 4, b: 5, aToB: flagAt(17, 0, 1) },
  authority: 0,
};
/** The place of its direction is not known. */
const QUOTED: HopLayout = { ...HOP, trader: { a: 4, b: 5, aToB: () => null } };

export const BISONFI: DexProgram = {
  id: 'BiSoNHVpsVZW2F7rx2eQ59yQwKxzU5NvBcmKshCSUypi',
  name: 'BisonFi',
  kind: 'proprietary',
  instructions: [
    { ...swap('swap', '02', HOP, leastOut(9)), minAccounts: 8 },
    { ...swap('swap_07', '07', HOP), minAccounts: 8 },
    { ...swap('swap_13', '13', QUOTED), dataLength: 153, minAccounts: 8 },
  ],
};
