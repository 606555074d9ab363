import type { Schemas } from '@tickscope/sdk';

/** Losses added up in SOL. */
export interface LossSum {
  sol: number;
  count: number;
  /** Losses that are not known in SOL; `sol` leaves them out. */
  unknown: number;
  /** `sol` is a lower bound: a loss is one, or is not known in SOL. */
  isLeast: boolean;
}

export const NO_LOSS: LossSum = { sol: 0, count: 0, unknown: 0, isLeast: false };

/** @param isLeast whether the loss is a lower bound */
export function addLoss(sum: LossSum, loss: Pick<Schemas['Loss'], 'sol'> | null, isLeast: boolean): LossSum {
  const sol = loss?.sol ?? null;
  return {
    sol: sum.sol + Number(sol ?? 0),
    count: sum.count + 1,
    unknown: sum.unknown + (sol === null ? 1 : 0),
    isLeast: sum.isLeast || isLeast || sol === null,
  };
}
