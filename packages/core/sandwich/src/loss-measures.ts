import { SOL_MINT, type Swap } from '@tickscope/dex';

/** A victim's loss beside its trade. */
export interface LossMeasures {
  /** Share of the amount that it would have got without the attacker. */
  basisPoints: number;
  /** At the rate of the trade itself; null where neither side is SOL. */
  lamports: bigint | null;
}

/**
 * A loss as a share of the trade, and in SOL.
 *
 * @param loss in `mintOut` (`Victim.lossAmount`)
 *
 * @example
 * ```ts
 * import { SOL_MINT } from '@tickscope/dex';
 * import { lossMeasuresOf } from '@tickscope/sandwich';
 *
 * const swap = { mintIn: SOL_MINT, mintOut: 'token', traderIn: 1_000n, traderOut: 9_900n };
 * lossMeasuresOf(swap, 100n); // => { basisPoints: 100, lamports: 10n }
 * ```
 */
export function lossMeasuresOf(
  { mintIn, mintOut, traderIn, traderOut }: Pick<Swap, 'mintIn' | 'mintOut' | 'traderIn' | 'traderOut'>,
  loss: bigint,
): LossMeasures {
  const basisPoints = traderOut + loss === 0n ? 0 : (Number(loss) / Number(traderOut + loss)) * 10_000;
  if (mintOut === SOL_MINT) return { basisPoints, lamports: loss };
  return {
    basisPoints,
    lamports: mintIn === SOL_MINT && traderOut > 0n ? (loss * traderIn) / traderOut : null,
  };
}
