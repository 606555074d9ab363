import type { DexProgram, HopLayout } from '../layout.js';
import { flagAt } from './data-flags.js';
import { swap } from './describe.js';

/**
 * GoonFi, priced by its market maker; no public interface description. Byte 1 says whether the user bids, that
 * is pays quote (b) for base (a). The second version keeps the order of these accounts under another tag.
 *
 * Source: okxlabs/DEX-Router-Solana-V1 (fork wangyouquanMas) `adapters/goonfi.rs`; FixedLocally/sandwich-finder
 * `events/swaps/goonfi.rs`; duneanalytics/spellbook `goonfi_v2_solana_stg_raw_swaps.sql`; the public CPI client
 * `beethoven` (`GoonfiV2`).
 */
const HOP: HopLayout = {
  pool: 1,
  vaults: [4, 5],
  trader: { a: 2, b: 3, aToB: flagAt(1, 0, 1) },
  authority: 0,
};

export const GOONFI: DexProgram = {
  id: 'goonERTdGsjnkZqWuVjs73BZ3Pb9qoCUdBUL17BnS5j',
  name: 'GoonFi',
  kind: 'proprietary',
  instructions: [swap('swap', '02', HOP)],
};

export const GOONFI_V2: DexProgram = {
  id: 'goonuddtQRrWqqn5nFyczVKaie28f3kDkHWkHtURSLE',
  name: 'GoonFi v2',
  kind: 'proprietary',
  instructions: [swap('swap', '01', HOP)],
};
