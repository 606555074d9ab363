import type { Account, Mint } from '../../account.js';
import { instruction, transferInstruction } from '../../kinds/common.js';
import type { PlanContext } from '../../kinds/kind.js';
import type { TransactionPlan } from '../../plan.js';
import { readonlySigner, writable } from '../../transaction-parts.js';
import { finishPlan } from '../finish-plan.js';
import type { Market } from '../market.js';
import { type Bot, botPlan } from './bot.js';

/** A wallet sends tokens to another: `TransferChecked`. */
export function transferPlan(
  market: Market,
  from: Bot,
  to: Account,
  mint: Mint,
  amount: bigint,
  context: PlanContext,
): TransactionPlan {
  const plan = botPlan('sandwich_link', from, context);
  const source = market.tokenAccountOf(from.wallet, mint);
  const destination = market.tokenAccountOf(to, mint);
  plan.instructions.push(transferInstruction(from.wallet, source, destination, amount));
  plan.tokenMoves.push({ from: source, to: destination, amount });
  plan.computeUnits = 6_200;
  return finishPlan(plan);
}

/** A wallet hands its whole token account over: `SetAuthority(AccountOwner)`. */
export function handoverPlan(
  from: Bot,
  to: Account,
  account: Account,
  context: PlanContext,
): TransactionPlan {
  const plan = botPlan('sandwich_link', from, context);
  plan.instructions.push(
    instruction(
      account.token!.mint.tokenProgram,
      [writable(account), readonlySigner(from.wallet)],
      Buffer.concat([Uint8Array.of(6, 2, 1), to.key]),
    ),
  );
  plan.handovers = [{ account, owner: to }];
  plan.computeUnits = 3_100;
  return finishPlan(plan);
}
