import type { Account } from '../account.js';
import type { GeneratorOptions } from '../options.js';
import type { TransactionPlan } from '../plan.js';
import type { Random } from '../random.js';
import type { World } from '../world.js';

/** What a transaction kind may look at when it plans. */
export interface PlanContext {
  world: World;
  random: Random;
  options: GeneratorOptions;
  slot: number;
  /** Unix seconds. */
  blockTime: number;
  /** Whether a later slot will have no block: known ahead, because a seed decides it. */
  isSkipped(slot: number): boolean;
}

/**
 * One sort of transaction. Kinds are called in block order and see the balances as they are at that place, so
 * a kind may read any state (a pool's reserves) and plan exactly what it leads to.
 */
export interface TransactionKind {
  name: string;
  /** How often it is drawn, against the other kinds' weights. */
  weight: number;
  plan(context: PlanContext): TransactionPlan;
}

/**
 * A transaction that must lie at a certain place of a block. `place` is a share of the block (0: first);
 * transactions of one place keep their order and follow each other directly.
 */
export interface ScheduledTransaction {
  place: number;
  plan(context: PlanContext): TransactionPlan;
}

/**
 * Something that plans several transactions over one or more slots (a sandwich and its victims, say). Asked
 * once before every block, in slot order; its transactions come on top of the drawn ones.
 */
export interface Scenario {
  name: string;
  schedule(context: PlanContext): ScheduledTransaction[];
  /** Called when the block is built and every plan's place in it is known. */
  afterBlock?(context: PlanContext): void;
}

/** A wallet that can spend at least `lamports`: the drawn one, or the next in line that can. */
export function fundedWallet({ world, random }: PlanContext, lamports = 1_000_000_000): Account {
  const drawn = world.busyWallet(random);
  if (drawn.lamports >= lamports) return drawn;
  const start = random.below(world.wallets.length);
  for (let step = 0; step < world.wallets.length; step += 1) {
    const wallet = world.wallets[(start + step) % world.wallets.length]!;
    if (wallet.lamports >= lamports) return wallet;
  }
  throw new Error('every wallet of the generated chain is out of lamports');
}
