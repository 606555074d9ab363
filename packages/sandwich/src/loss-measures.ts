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
 * @param loss in `mintOut`, on the pool's side (`Victim.lossAmount`)
 */
export function lossMeasuresOf(
  { mintIn, mintOut, poolIn, poolOut }: Pick<Swap, 'mintIn' | 'mintOut' | 'poolIn' | 'poolOut'>,
  loss: bigint,
): LossMeasures {
  const basisPoints = poolOut + loss === 0n ? 0 : (Number(loss) / Number(poolOut + loss)) * 10_000;
  if (mintOut === SOL_MINT) return { basisPoints, lamports: loss };
  return {
    basisPoints,
    lamports: mintIn === SOL_MINT && poolOut > 0n ? (loss * poolIn) / poolOut : null,
  };
}
