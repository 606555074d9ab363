import type { DexProgram } from '../layout.js';
import { swap } from './describe.js';

/**
 * ZeroFi, priced by its market maker; no public interface description. Its swaps of 2026 have tag 10, the older ones
 * 06.
 *
 * Source: okxlabs/DEX-Router-Solana-V1 (fork wangyouquanMas) `adapters/zerofi.rs`; FixedLocally/sandwich-finder
 * `events/swaps/zerofi.rs`; duneanalytics/spellbook `zerofi_solana_stg_raw_swaps.sql`. Tag 10: two public decoders
 * whose layouts were checked on executed swaps (`solana_swap_protocols.py`; a substreams module for native venues).
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
    {
      ...swap('swap_v4', '10', {
        pool: 0,
        vaults: [3, 5],
        trader: { source: 6, destination: 7 },
        authority: 8,
      }),
      dataLength: [17, 18, 57],
      minAccounts: 13,
    },
  ],
};
