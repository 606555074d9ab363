import type { Account } from '../account.js';
import type { GeneratorOptions } from '../options.js';
import type { TransactionPlan } from '../plan.js';
import type { Random } from '../random.js';
import type { World } from '../world.js';

/** The context in which a transaction kind plans. */
export interface PlanContext {
  world: World;
  random: Random;
  options: GeneratorOptions;
  slot: number;
  /** Unix seconds. */
  blockTime: number;
  /** Whether a later slot will have no block. Known in advance, because the seed decides it. */
  isSkipped(slot: number): boolean;
}

/**
 * A kind of transaction. Kinds are called in block order and see the balances at that point, so a kind may read any
 * state (a pool's reserves) and plan its exact consequences.
 */
export interface TransactionKind {
  name: string;
  /** Its relative frequency, compared to the other kinds' weights. */
  weight: number;
  /** Whether it trades on programs that no decoder knows. */
  isUnlisted?: boolean;
  plan(context: PlanContext): TransactionPlan;
}

/**
 * A transaction with a fixed position in a block. `position` is a share of the block (0: first); transactions with the
 * same position keep their order and are adjacent.
 */
export interface ScheduledTransaction {
  position: number;
  plan(context: PlanContext): TransactionPlan;
}

/**
 * Plans several transactions over one or more slots (for example a sandwich and its victims). Called once before every
 * block, in slot order; its transactions are added to the drawn ones.
 */
export interface Scenario {
  name: string;
  schedule(context: PlanContext): ScheduledTransaction[];
  /** Called when the block is built and every plan's position in it is known. */
  afterBlock?(context: PlanContext): void;
}

/** A wallet that can spend at least `lamports`: the drawn one, or the next in line that can. */
export function fundedWallet({ world, random }: PlanContext, lamports = 1_000_000_000): Account {
  const drawn = world.busyWallet(random);
  if (drawn.lamports >= lamports) return drawn;
  for (const wallet of random.rotation(world.wallets)) if (wallet.lamports >= lamports) return wallet;
  throw new Error('every wallet of the generated chain is out of lamports');
}

/** A wallet that is not this one. */
export function otherWallet({ world, random }: PlanContext, wallet: Account): Account {
  const drawn = random.pick(world.wallets);
  return drawn === wallet ? world.wallets.find((other) => other !== wallet)! : drawn;
}
