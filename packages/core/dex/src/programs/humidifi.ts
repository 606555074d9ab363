import type { DexProgram, HopLayout, SwapLayout } from '../layout.js';
import { flagAt } from './data-flags.js';

/**
 * HumidiFi, priced by its market maker; no public interface description. Its data is masked with fixed bytes. Of 25
 * bytes the tag is the last one (04, 0f, 14 read as 3d, 36, 2d), the direction the 17th (0 reads as 38). The 113 and
 * 137 bytes of a signed quote end in a tag too (1c, 32 read as 28, 19); the place of their direction is not known.
 *
 * Source: okxlabs/DEX-Router-Solana-V1 (fork wangyouquanMas) `adapters/humidifi.rs` and `constants.rs` (the mask);
 * FixedLocally/sandwich-finder `events/swaps/humidifi.rs`; duneanalytics/spellbook `humidifi_solana_stg_raw_swaps.sql`.
 * Signed quotes: two public decoders whose layouts were checked on executed swaps (`solana_swap_protocols.py`; a
 * substreams module for native venues).
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
    limit: null,
  };
}

function quoted(name: string, tag: string, dataLength: number): SwapLayout {
  return {
    ...masked(name, tag),
    discriminatorAt: dataLength - 1,
    dataLength,
    minAccounts: 12,
    hops: [{ ...HOP, trader: { a: 4, b: 5, aToB: () => null } }],
  };
}

export const HUMIDIFI: DexProgram = {
  id: '9H6tua7jkLhdm3w8BvgpTn5LZNU7g4ZynDmCiNN3q6Rp',
  name: 'HumidiFi',
  kind: 'proprietary',
  instructions: [
    masked('swap', '3d'),
    masked('swap_v2', '36'),
    masked('swap_v3', '2d'),
    quoted('swap_quoted', '28', 113),
    quoted('swap_quoted_v2', '19', 137),
  ],
};
