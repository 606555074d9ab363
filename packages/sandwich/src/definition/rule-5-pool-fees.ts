/**
 * Share of the input that a pool keeps out of the product, on the pool's side of the amounts (fees paid to others
 * beside the vault are not in those). Programs with a fee per pool have their usual one: losses are solved only from
 * swaps of one direction, for which a fee wrong by f makes the loss wrong by about a share f of itself.
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

export function poolFee(programId: string): number {
  return FEES.get(programId) ?? USUAL_FEE;
}
