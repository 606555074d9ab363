import type { DexProgram, HopLayout } from '../layout.js';
import { flagAt } from './data-flags.js';
import { swap } from './describe.js';

/**
 * SolFi, priced by its market maker; no public interface description. Direction byte: 0 pays a for b.
 *
 * Source: okxlabs/DEX-Router-Solana-V1 (fork wangyouquanMas) `adapters/solfi.rs`; FixedLocally/sandwich-finder
 * `events/swaps/solfi.rs` and `sv2e.rs`; duneanalytics/spellbook `solfi_v2_solana_stg_raw_swaps.sql` (tags 07 and
 * 0e with the pool at the same place; the other accounts of 0e are taken to be those of 07).
 */
const V2: HopLayout = {
  pool: 1,
  vaults: [4, 5],
  trader: { a: 6, b: 7, aToB: flagAt(17, 0, 1) },
  authority: 0,
};

export const SOLFI: DexProgram = {
  id: 'SoLFiHG9TfgtdUXUjWAxi3LtvYuFyDLVhBWxdMZxyCe',
  name: 'SolFi',
  kind: 'proprietary',
  instructions: [
    swap('swap', '07', {
      pool: 1,
      vaults: [2, 3],
      trader: { a: 4, b: 5, aToB: flagAt(17, 0, 1) },
      authority: 0,
    }),
  ],
};

export const SOLFI_V2: DexProgram = {
  id: 'SV2EYYJyRz2YhfXwXnhNAevDEui5Q6yrfyo13WtupPF',
  name: 'SolFi v2',
  kind: 'proprietary',
  instructions: [
    swap('swap', '07', V2),
    swap('swap_0e', '0e', { ...V2, trader: { a: 6, b: 7, aToB: () => null } }),
  ],
};
