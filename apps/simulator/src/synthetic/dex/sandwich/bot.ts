import { Account } from '../../account.js';
import type { PlanContext } from '../../kinds/kind.js';
import type { Pool, TransactionPlan } from '../../plan.js';
import { swapPlan } from '../finish-plan.js';
import type { Market } from '../market.js';
import type { PrivateProgram } from '../trade.js';

/** A wallet that makes sandwiches, with sufficient funds. */
export interface Bot {
  wallet: Account;
  program: PrivateProgram | null;
  /** Micro-lamports a compute unit. */
  computeUnitPrice: number;
}

const LAMPORTS = 3_000_000_000_000;
const COMPUTE_UNITS = 180_000;

export function newBot(
  { market, context }: { market: Market; context: PlanContext },
  program: PrivateProgram | null = null,
): Bot {
  const { random } = context;
  const wallet = market.newWallet(LAMPORTS);
  market.fundedAccountOf(wallet, market.wrappedSol, BigInt(LAMPORTS));
  return { wallet, program, computeUnitPrice: random.between(20_000, 400_000) };
}

export function newPrivateProgram({ random }: PlanContext): PrivateProgram {
  const tag = random.bytes(8);
  return {
    account: new Account(random.bytes(32), 1_141_440),
    data: () => Buffer.concat([tag, random.bytes(16)]),
  };
}

/** A bot's transaction: with its own price, and not v1 if it uses a private program. */
export function botPlan(kind: string, bot: Bot, context: PlanContext): TransactionPlan {
  const plan = swapPlan(kind, bot.wallet, context, bot.program !== null);
  plan.computeUnitLimit = COMPUTE_UNITS;
  plan.computeUnitPrice = bot.computeUnitPrice;
  return plan;
}

/** Gives a bot tokens it always had. For new wallets only, because their accounts have not been visible yet. */
export function stock({ market }: { market: Market }, bot: Bot, pool: Pool, tokens: bigint): void {
  market.fundedAccountOf(bot.wallet, pool.baseMint, tokens);
}
