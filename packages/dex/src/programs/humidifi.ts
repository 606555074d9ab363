import type { DexProgram, HopLayout, SwapLayout } from '../layout.js';
import { flagAt } from './data-flags.js';

/**
 * HumidiFi, priced by its market maker; no public interface description. Its 25 bytes of data are masked with
 * fixed bytes: the tag is the last one (04, 0f, 14 read as 3d, 36, 2d), the direction the 17th (0 reads as 38).
 *
 * Source: okxlabs/DEX-Router-Solana-V1 (fork wangyouquanMas) `adapters/humidifi.rs` and `constants.rs` (the mask);
 * FixedLocally/sandwich-finder `events/swaps/humidifi.rs`; duneanalytics/spellbook
 * `humidifi_solana_stg_raw_swaps.sql`.
 */
const HOP: HopLayout = {
  pool: 1,
  vaults: [2, 3],
  trader: { a: 4, b: 5, aToB: flagAt(16, 0x38, 0x39) },
  authority: 0,
};

function masked(name: string, tag: string): SwapLayout {
  return {
    does: 'swap',
    name,
    discriminator: tag,
    discriminatorAt: 24,
    dataLength: 25,
    minAccounts: 9,
    hops: [HOP],
  };
}

export const HUMIDIFI: DexProgram = {
  id: '9H6tua7jkLhdm3w8BvgpTn5LZNU7g4ZynDmCiNN3q6Rp',
  name: 'HumidiFi',
  kind: 'proprietary',
  instructions: [masked('swap', '3d'), masked('swap_v2', '36'), masked('swap_v3', '2d')],
};
