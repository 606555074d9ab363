import type { PlanContext } from '../kinds/kind.js';

/** Tolerances that wallets and terminals offer, in basis points, roughly as often as they are chosen. */
const TOLERANCES = [50n, 50n, 100n, 100n, 100n, 300n, 300n, 500n, 1_000n, 1_500n] as const;

/** How far a trade may fall short of its quote, in basis points. */
export function drawSlippage(random: PlanContext['random']): bigint {
  return random.pick(TOLERANCES);
}
