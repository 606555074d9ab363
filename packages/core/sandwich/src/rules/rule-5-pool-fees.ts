import type { Swap } from '@tickscope/dex';

/** How a pool takes its fee from the input, on the pool's side of the amounts. */
export type FeePolicy =
  /** Becomes part of the reserves. `fee` is the share of the input. */
  | { kind: 'reserves'; fee: number }
  /**
   * Lies in the vaults but beside the reserves, and each pool has its own. `hasRanges`: liquidity differs from one price
   * range to the next.
   */
  | { kind: 'beside'; hasRanges: boolean };

/**
 * Fee of the programs in which it becomes part of the reserves (fees paid to others beside the vault are not in the
 * pool's amounts). Programs with a fee per pool have their usual one: losses are solved only from swaps of one
 * direction, for which a fee wrong by f makes the loss wrong by about a share f of itself.
 *
 * Source: raydium-io/raydium-amm `program/src/state.rs` (`Fees::initialize`: 25 of 10,000); pump-fun/pump-public-docs
 * `docs/PUMP_PROGRAM_README.md` (the curve's fee is beside the trade), and `docs/PUMP_SWAP_README.md` (20 basis points
 * stay in the pool; tiers came later). The rest are usual values.
 */
const FEES: ReadonlyMap<string, number> = new Map([
  ['675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8', 0.0025],
  ['CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C', 0.0025],
  ['6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P', 0],
  ['pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA', 0.002],
]);

const USUAL_FEE = 0.003;

/**
 * Programs with one curve for all of a pool's liquidity, whose fees wait in the vaults until they are claimed: Meteora
 * DAMM v2 (constant product within one range), Meteora DBC and Raydium LaunchLab (launches).
 */
const BESIDE: ReadonlySet<string> = new Set([
  'cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG',
  'dbcij3LWUppWqq96dh6gJWwBifmcGfLSB5D4DuSMaqN',
  'LanMV9sAd7wArD4vJFi2qDdfnVhFxYSUg6eADduJ3uj',
]);

/** Null where a pool's price does not follow from two reserves. */
export function feePolicyOf({ poolKind, programId }: Pick<Swap, 'poolKind' | 'programId'>): FeePolicy | null {
  if (poolKind === 'concentrated') return { kind: 'beside', hasRanges: true };
  if (poolKind !== 'constant_product' && poolKind !== 'bonding_curve') return null;
  if (BESIDE.has(programId)) return { kind: 'beside', hasRanges: false };
  return { kind: 'reserves', fee: FEES.get(programId) ?? USUAL_FEE };
}

/**
 * The fees that concentrated pools have, as shares: those of Orca's fee tiers (1, 2, 4, 5, 16, 30, 65, 100 and 200 basis
 * points) and of the configurations of Raydium and its copies.
 *
 * Source: Orca's list of fee tiers (docs.orca.so); raydium-io/raydium-clmm README and client configuration (1, 5, 25,
 * 30, 100); the rest are round values that such configurations take.
 */
export const RANGE_FEES: readonly number[] = [
  1, 2, 3, 4, 5, 8, 10, 15, 16, 20, 25, 30, 40, 50, 60, 65, 80, 100, 150, 200, 300, 400,
].map((points) => points / 10_000);

/** The fee of `RANGE_FEES` nearest to a fee. */
export function nearestRangeFee(fee: number): number {
  return RANGE_FEES.reduce((best, other) => (Math.abs(other - fee) < Math.abs(best - fee) ? other : best));
}
