import type { Account } from '../account.js';
import type { TransactionPlan } from '../plan.js';
import {
  customError,
  feesOnlyError,
  instructionError,
  insufficientFundsForRent,
  type PlannedError,
} from '../transaction-errors.js';
import {
  type AccountUse,
  type PlannedInner,
  type PlannedInstruction,
  readonly,
  readonlySigner,
  writable,
  writableSigner,
} from '../transaction-parts.js';
import type { PlanContext } from './kind.js';

const NO_LOGS = new Uint8Array(0);

/** A plan with one wallet, to be completed by the kind. Version and fees are distributed as on the chain. */
export function basePlan(kind: string, payer: Account, context: PlanContext): TransactionPlan {
  const { random } = context;
  const draw = random.unit();
  const hasBudget = random.chance(0.65);
  return {
    kind,
    payer,
    version: draw < 0.4 ? 'legacy' : draw < 0.93 ? 0 : 1,
    isVote: false,
    instructions: [],
    computeUnitLimit: hasBudget ? random.between(20, 600) * 1000 : null,
    computeUnitPrice: hasBudget && random.chance(0.9) ? random.spread(5, 20) : null,
    lamportMoves: [],
    tokenMoves: [],
    computeUnits: 0,
    error: null,
    jitoTipLamports: 0,
    logs: NO_LOGS,
    labels: null,
  };
}

export function instruction(
  program: Account,
  uses: AccountUse[],
  data: Uint8Array,
  inner: PlannedInner[] = [],
): PlannedInstruction {
  return { program, uses, data, inner };
}

/** System program `Transfer`. */
export function lamportTransfer(
  plan: TransactionPlan,
  context: PlanContext,
  from: Account,
  to: Account,
  lamports: number,
): void {
  const data = lamportTransferData(BigInt(lamports));
  plan.instructions.push(
    instruction(context.world.programs.system, [writableSigner(from), writable(to)], data),
  );
  plan.lamportMoves.push({ from, to, lamports });
}

export function lamportTransferData(lamports: bigint): Buffer {
  const data = Buffer.alloc(12);
  data.writeUInt32LE(2, 0);
  data.writeBigUInt64LE(lamports, 4);
  return data;
}

/** The payer tips one of Jito's eight accounts, as a bundle's last instruction does. */
export function tip(plan: TransactionPlan, context: PlanContext, lamports: number): void {
  const { random, world } = context;
  lamportTransfer(plan, context, plan.payer, random.pick(world.jitoTipAccounts), lamports);
  plan.jitoTipLamports += lamports;
}

export function maybeTip(plan: TransactionPlan, context: PlanContext, share: number): void {
  if (context.random.chance(share)) tip(plan, context, context.random.spread(11, 20));
}

/** Data of the token program's `TransferChecked` (12): amount, decimals. */
export function transferCheckedData(amount: bigint, decimals: number): Buffer {
  const data = Buffer.alloc(10);
  data[0] = 12;
  data.writeBigUInt64LE(amount, 1);
  data[9] = decimals;
  return data;
}

/** `TransferChecked` of a wallet's own tokens. */
export function transferInstruction(
  owner: Account,
  from: Account,
  to: Account,
  amount: bigint,
): PlannedInstruction {
  const { account, tokenProgram, decimals } = from.token!.mint;
  return instruction(
    tokenProgram,
    [writable(from), readonly(account), writable(to), readonlySigner(owner)],
    transferCheckedData(amount, decimals),
  );
}

/**
 * Makes the configured share of transactions fail. `at` is the failing instruction's index in the plan. A transaction
 * that was not executed (only charged its fee) has no units, calls or logs.
 */
export function maybeFail(plan: TransactionPlan, context: PlanContext, at: number): void {
  const { random, options } = context;
  if (!random.chance(options.failureShare)) return;
  const draw = random.unit();
  plan.error = (shift) => drawnError(draw, at + shift);
  plan.computeUnits = Math.floor(plan.computeUnits * (0.2 + 0.6 * random.unit()));
  if (draw >= 0.95) {
    plan.computeUnits = 0;
    plan.logs = NO_LOGS;
  }
  for (const [index, { inner }] of plan.instructions.entries())
    if (index >= at) inner.splice(draw >= 0.95 ? 0 : 1);
}

const CUSTOM_CODES = [6001, 6000, 1, 6004, 40, 6021, 3012];

function drawnError(draw: number, at: number): PlannedError {
  if (draw < 0.75) return customError(at, CUSTOM_CODES[Math.floor((draw / 0.75) * CUSTOM_CODES.length)]!);
  if (draw < 0.8) return instructionError(at, 'ComputationalBudgetExceeded');
  if (draw < 0.84) return instructionError(at, 'ProgramFailedToComplete');
  if (draw < 0.87) return instructionError(at, 'InsufficientFunds');
  if (draw < 0.89) return instructionError(at, 'InvalidAccountData');
  if (draw < 0.91) return instructionError(at, 'InvalidAccountOwner');
  if (draw < 0.95) return insufficientFundsForRent(0);
  return feesOnlyError(draw < 0.975 ? 'ProgramAccountNotFound' : 'MaxLoadedAccountsDataSizeExceeded');
}
