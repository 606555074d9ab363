import type { Account, Mint } from '../account.js';
import type { TransactionPlan } from '../plan.js';
import type { Fill } from './curve.js';
import type { Pool } from './pool.js';

/** The generator's record of a swap: the expected result of a decoder. */
export interface PlannedSwap {
  pool: Pool;
  fill: Fill;
  /** The amount requested to be spent; an exact replay requests it again. */
  amountIn: bigint;
  /** Whether the amount of base tokens bought was fixed instead, as `buy` of Pump.fun and PumpSwap does. */
  isExactOut: boolean;
  mintIn: Mint;
  mintOut: Mint;
  authority: Account;
  isAuthoritySigner: boolean;
  /** The authority if it signs, otherwise the fee payer. */
  trader: Account;
  /** Token accounts; `null` for a native leg. */
  source: Account | null;
  destination: Account | null;
  outerProgram: Account;
  plan: TransactionPlan;
  /** Index in the plan's own instructions, before compute-budget instructions shift it. */
  instructionIndex: number;
  /** Null for the outer instruction itself. */
  innerIndex: number | null;
  /** Whether it is part of a planted pattern, and so not a victim of another. */
  isLeg: boolean;
}

/** A planned transaction's position, known once its block is built. */
export interface PlacedTransaction {
  slot: number;
  blockIndex: number;
  /** Compute-budget instructions before the plan's own. */
  shift: number;
  signature: Uint8Array;
  feeLamports: number;
  jitoTipLamports: number;
}
