import { addTo } from '@tickscope/chain';
import type { Account } from '../../account.js';
import type { PlanContext, Scenario, ScheduledTransaction } from '../../kinds/kind.js';
import type { Pool } from '../../plan.js';
import { finishPlan, swapPlan } from '../finish-plan.js';
import type { Market } from '../market.js';
import { swapDirectly } from '../trade.js';

/** Bought tokens that the buyer will sell again. */
export interface Holding {
  wallet: Account;
  pool: Pool;
  account: Account;
  amount: bigint;
}

/** Buyers who hold their tokens and later sell all of them: the typical false positives of a detector. */
export interface Holders extends Scenario {
  hold(holding: Holding, context: PlanContext): void;
}

const MOST_HELD = 100_000;
/** Minimum hold: selling immediately at a profit is a sandwich by the definition. */
const SHORTEST_HOLD_SLOTS = 6;

export function createHolders(market: Market): Holders {
  const dueAt = new Map<number, Holding[]>();
  let held = 0;
  let nextDue: number | null = null;
  return {
    name: 'holders',
    hold(holding, { random, slot }) {
      if (held >= MOST_HELD) return;
      const due = slot + SHORTEST_HOLD_SLOTS + random.spread(4, 9);
      addTo(dueAt, due, holding);
      held += 1;
      nextDue ??= slot;
    },
    schedule({ random, slot }) {
      const scheduled: ScheduledTransaction[] = [];
      for (let due = nextDue ?? slot; due <= slot; due += 1) {
        const sellers = dueAt.get(due) ?? [];
        dueAt.delete(due);
        held -= sellers.length;
        for (const holding of sellers)
          scheduled.push({ position: random.unit(), plan: (context) => sellAll(market, holding, context) });
      }
      nextDue = slot + 1;
      return scheduled;
    },
  };
}

function sellAll(market: Market, { pool, wallet, account, amount }: Holding, context: PlanContext) {
  const payer = wallet.lamports > 50_000_000 ? wallet : market.newWallet(1_000_000_000);
  const plan = swapPlan('dex_holder', payer, context);
  const held = payer === wallet ? (account.token?.amount ?? 0n) : 0n;
  const amountIn = amount < held ? amount : held;
  if (amountIn > 0n && pool.curve.exactIn(false, amountIn) !== null) {
    const party = { ...market.partyOf(wallet, pool), base: account };
    swapDirectly(plan, { pool, isBuy: false, amountIn }, party, context);
  }
  return finishPlan(plan);
}
