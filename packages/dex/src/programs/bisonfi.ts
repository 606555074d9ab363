import type { DexProgram, HopLayout } from '../layout.js';
import { flagAt } from './data-flags.js';
import { swap } from './describe.js';

/**
 * BisonFi, priced by its market maker; no public interface description. Byte 17: 1 pays b for a.
 *
 * Source: the public router `magnus` (adapter `bisonfi`: tag 02 and these accounts); duneanalytics/spellbook
 * `bisonfi_solana_stg_raw_swaps.sql` (tags 02 and 07, nine accounts or more, the pool at the same place; the other
 * accounts of 07 are taken to be those of 02).
 */
const HOP: HopLayout = {
  pool: 1,
  vaults: [2, 3],
  trader: { a: 4, b: 5, aToB: flagAt(17, 0, 1) },
  authority: 0,
};

export const BISONFI: DexProgram = {
  id: 'BiSoNHVpsVZW2F7rx2eQ59yQwKxzU5NvBcmKshCSUypi',
  name: 'BisonFi',
  kind: 'proprietary',
  instructions: [
    { ...swap('swap', '02', HOP), minAccounts: 9 },
    {
      ...swap('swap_07', '07', { ...HOP, trader: { a: 4, b: 5, aToB: () => null } }),
      minAccounts: 9,
    },
  ],
};
