import type { TransactionPlan } from '../plan.js';
import { type AccountUse, readonly, writable } from '../transaction-parts.js';
import { basePlan, instruction } from './common.js';
import { fundedWallet, type PlanContext } from './kind.js';

/** The most addresses of a v1 transaction with SIMD-0596. */
const ADDRESSES = 96;

/** A v1 transaction that names 96 addresses, every other one for writing. */
export function wideV1Plan(context: PlanContext): TransactionPlan {
  const { world } = context;
  const payer = fundedWallet(context);
  const plan = basePlan('wide_v1', payer, context);
  plan.version = 1;
  const start = context.random.below(world.wallets.length);
  const uses: AccountUse[] = [];
  for (let at = 0; uses.length < ADDRESSES - 2; at += 1) {
    const wallet = world.wallets[(start + at) % world.wallets.length]!;
    if (wallet !== payer) uses.push(at % 2 === 0 ? writable(wallet) : readonly(wallet));
  }
  plan.instructions.push(instruction(world.programs.system, uses, Buffer.from([0])));
  plan.computeUnits = 5_000;
  return plan;
}
