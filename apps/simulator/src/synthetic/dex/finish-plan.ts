import type { Account } from '../account.js';
import { basePlan } from '../kinds/common.js';
import type { PlanContext } from '../kinds/kind.js';
import { callLines, encodeLogs, type LoggedCall } from '../log-messages.js';
import type { Pool, TransactionPlan } from '../plan.js';
import { customError } from '../transaction-errors.js';

/** A plan for a swap. Large ones avoid v1, whose messages hold too few addresses for routes. */
export function swapPlan(
  kind: string,
  payer: Account,
  context: PlanContext,
  isLarge = false,
): TransactionPlan {
  const plan = basePlan(kind, payer, context);
  if (isLarge && plan.version !== 0) plan.version = 0;
  return plan;
}

/** Raises the compute-unit limit to what the plan needs. */
export function finishPlan(plan: TransactionPlan): TransactionPlan {
  if (plan.computeUnitLimit !== null && plan.computeUnitLimit < plan.computeUnits)
    plan.computeUnitLimit = Math.ceil(plan.computeUnits * 1.1);
  return plan;
}

/** The point at which a transaction failed. */
export type FailurePoint =
  /** The DEX itself failed: no calls were made under its instruction, nor after it under the outer one. */
  | 'at_swap'
  /** The outer program failed before it called a DEX. */
  | 'before_swap'
  /** The outer program rejected the total result of the swaps. */
  | 'after_swap';

/**
 * Builds swaps as if they happened and reverts them: the plan fails, and the pools are unchanged. The last instruction
 * is the one that fails; the log names the program that raised the error.
 */
export function failing(
  plan: TransactionPlan,
  pools: readonly Pool[],
  point: FailurePoint,
  errorCode: number,
  { options }: PlanContext,
  build: () => void,
): TransactionPlan {
  const before = pools.map(({ curve, journal }) => ({ curve, swaps: journal?.swaps.length ?? 0 }));
  build();
  for (const [index, pool] of pools.entries()) {
    pool.curve = before[index]!.curve;
    if (pool.journal !== null) pool.journal.swaps.length = before[index]!.swaps;
  }
  plan.tokenMoves = [];
  plan.lamportMoves = [];
  delete plan.swaps;
  const last = plan.instructions.at(-1)!;
  if (point === 'before_swap') last.inner.length = 0;
  else if (point === 'at_swap') last.inner.length = Math.max(0, firstCallOf(pools, plan) + 1);
  const raising = point === 'at_swap' ? last.inner.at(-1) : undefined;
  const failed = (program: string, inner: LoggedCall[]): LoggedCall => ({
    program,
    lines: [],
    inner,
    errorCode,
  });
  if (options.logMessages)
    plan.logs = encodeLogs(
      callLines(failed(last.program.text, raising === undefined ? [] : [failed(raising.program.text, [])])),
    );
  if (point !== 'after_swap') plan.computeUnits = Math.ceil(plan.computeUnits / 3);
  const at = plan.instructions.length - 1;
  plan.error = (shift) => customError(at + shift, errorCode);
  return plan;
}

/** Index of the first inner call of one of the DEXs; −1 if the DEX was called directly. */
function firstCallOf(pools: readonly Pool[], plan: TransactionPlan): number {
  const { program, inner } = plan.instructions.at(-1)!;
  if (pools.some(({ dex }) => dex.program === program)) return -1;
  return inner.findIndex((call) => pools.some(({ dex }) => dex.program === call.program));
}
