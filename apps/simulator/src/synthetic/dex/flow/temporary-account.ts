import { Account, TOKEN_ACCOUNT_RENT, TokenHolding } from '../../account.js';
import { instruction } from '../../kinds/common.js';
import type { PlanContext } from '../../kinds/kind.js';
import type { PlannedSwap, TransactionPlan } from '../../plan.js';
import { readonly, readonlySigner, writable, writableSigner } from '../../transaction-parts.js';
import { DataWriter } from '../data-writer.js';
import type { Market } from '../market.js';
import { type Order, swapDirectly } from '../trade.js';

const ACCOUNT_BYTES = 165n;

/**
 * A swap with a wrapped-SOL account that is created before it and closed after it, as wallets do. The account is in no
 * token balance list, neither before nor after. System `CreateAccount`, token `InitializeAccount3` (18) and
 * `CloseAccount` (9).
 */
export function swapThroughTemporaryAccount(
  plan: TransactionPlan,
  market: Market,
  order: Order,
  wallet: Account,
  context: PlanContext,
): PlannedSwap {
  const { system, token } = context.world.programs;
  const { wrappedSol } = market;
  const temporary = new Account(context.random.bytes(32), 0);
  const paid = order.isBuy ? order.amountIn : 0n;
  const lamports = TOKEN_ACCOUNT_RENT + Number(paid);
  const create = new DataWriter().u32(0).u64(BigInt(lamports)).u64(ACCOUNT_BYTES).bytes(token.key).done();
  plan.instructions.push(
    instruction(system, [writableSigner(wallet), writableSigner(temporary)], create),
    instruction(
      token,
      [writable(temporary), readonly(wrappedSol.account)],
      new DataWriter().u8(18).bytes(wallet.key).done(),
    ),
  );
  plan.opens = [{ account: temporary, holding: new TokenHolding(wrappedSol, wallet, 0n) }];
  plan.lamportMoves.push({ from: wallet, to: temporary, lamports });
  if (paid > 0n) plan.tokenMoves.push({ from: null, to: temporary, amount: paid });
  const swap = swapDirectly(
    plan,
    order,
    { ...market.partyOf(wallet, order.pool), quote: temporary },
    context,
  );
  plan.instructions.push(
    instruction(token, [writable(temporary), writable(wallet), readonlySigner(wallet)], Uint8Array.of(9)),
  );
  plan.closes = [{ account: temporary, to: wallet }];
  plan.computeUnits += 8_000;
  return swap;
}
