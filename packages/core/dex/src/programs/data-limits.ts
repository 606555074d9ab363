import type { LimitLayout, LimitPlace } from '../layout.js';

/**
 * Where instructions state their limits: an offset of a little-endian u64 in the data.
 *
 * Source: those of the programs’ files, which give the data too. Where theirs gives accounts only:
 * okxlabs/DEX-Router-Solana-V1 `adapters/` (Gamma in `goosefx.rs`, MetaDAO in `futarchy.rs`, Perena in `numeraire.rs`,
 * 1DEX, Heaven, WOOFi); sevenlabs-hq/carbon `decoders/` (Heaven, Virtuals, Raydium stable);
 * mercurial-finance/stable-swap-n-pool-instructions `src/instruction.rs`; saros-xyz/dlmm-saros-sdk
 * `src/constants/idl/liquidity_book.json`.
 */

export function leastOut(at: number): LimitPlace {
  return { kind: 'least_out', at };
}

export function mostIn(at: number): LimitPlace {
  return { kind: 'most_in', at };
}

/** The limit at `at` is a least amount out if the byte at `flag` is `exactIn`, a most amount in if it is `exactOut`. */
export function byFlag(at: number, flag: number, exactIn = 1, exactOut = 0): LimitLayout {
  const least = leastOut(at);
  const most = mostIn(at);
  return (data) => (data[flag] === exactIn ? least : data[flag] === exactOut ? most : null);
}

/** Meteora’s modes: 0 exact in, 1 exact in that may fill in part, 2 exact out. */
export function byMode(at: number, mode: number): LimitLayout {
  const least = leastOut(at);
  const most = mostIn(at);
  return (data) => (data[mode] === 0 || data[mode] === 1 ? least : data[mode] === 2 ? most : null);
}
