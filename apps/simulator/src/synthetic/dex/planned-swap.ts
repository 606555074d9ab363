import type { Account, Mint } from '../account.js';
import type { TransactionPlan } from '../plan.js';
import type { Fill } from './curve.js';
import type { Pool } from './pool.js';

/** The generator's own record of a swap: what a decoder should find. */
export interface PlannedSwap {
  pool: Pool;
  fill: Fill;
  /** What was asked to be spent: an exact replay asks for it again. */
  amountIn: bigint;
  mintIn: Mint;
  mintOut: Mint;
  authority: Account;
  isAuthoritySigner: boolean;
  /** The authority where it signs, else the fee payer. */
  trader: Account;
  /** Token accounts; `null` for a native leg. */
  source: Account | null;
  destination: Account | null;
  outerProgram: Account;
  plan: TransactionPlan;
  /** Index in the plan's own instructions: compute-budget instructions shift it. */
  instructionIndex: number;
  /** `null`: the outer instruction itself. */
  innerIndex: number | null;
  /** Of a planted pattern: such a swap is nobody else's victim. */
  isLeg: boolean;
}

/** A planned transaction's place, known when its block is built. */
export interface PlacedTransaction {
  slot: number;
  blockIndex: number;
  /** Compute-budget instructions before the plan's own. */
  shift: number;
  signature: Uint8Array;
  feeLamports: number;
  jitoTipLamports: number;
}
