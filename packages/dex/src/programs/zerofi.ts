import type { DexProgram } from '../layout.js';
import { swap } from './describe.js';

/**
 * ZeroFi, priced by its market maker; no public interface description.
 *
 * Source: okxlabs/DEX-Router-Solana-V1 (fork wangyouquanMas) `adapters/zerofi.rs`; FixedLocally/sandwich-finder
 * `events/swaps/zerofi.rs`; duneanalytics/spellbook `zerofi_solana_stg_raw_swaps.sql`.
 */
export const ZEROFI: DexProgram = {
  id: 'ZERor4xhbUycZ6gb9ntrhqscUcZmAbQDjEAtCf4hbZY',
  name: 'ZeroFi',
  kind: 'proprietary',
  instructions: [
    swap('swap', '06', {
      pool: 0,
      vaults: [2, 4],
      trader: { source: 5, destination: 6 },
      authority: 7,
    }),
  ],
};
