import { SOL_MINT, type Swap } from '@tickscope/dex';

/** A victim's loss beside its trade. */
export interface LossMeasures {
  /** Of what it would have got without the attacker. */
  basisPoints: number;
  /** At the rate of the trade itself; null where neither side is SOL. */
  lamports: bigint | null;
}

/**
 * A loss as a share of the trade, and in SOL.
 *
 * @param loss in `mintOut` (`Victim.lossAmount`)
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
