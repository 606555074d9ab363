import type { Account } from '../account.js';
import { instruction, lamportTransfer } from '../kinds/common.js';
import type { PlanContext } from '../kinds/kind.js';
import type { Party, PlannedSwap, Pool, SwapCall, TransactionPlan } from '../plan.js';
import {
  type AccountUse,
  type PlannedInner,
  readonly,
  writable,
  writableSigner,
} from '../transaction-parts.js';
import type { Filled } from './curve.js';
import { type LoggedSwap, tradeLogs } from './logs.js';
import { mintsOf } from './token-calls.js';

/** A swap order. */
export interface Order {
  pool: Pool;
  isBuy: boolean;
  /** The amount to spend, fees included. */
  amountIn: bigint;
  /** The minimum output; 0: none. */
  minOut?: bigint;
  /** Requests an exact number of base tokens instead of an exact input, if the program supports it. */
  isExactOut?: boolean;
  /** The most that an exact number of tokens may cost; by default `amountIn`. */
  maxIn?: bigint;
}

/** The present result of an order. Null if the pool cannot fill it. */
export function quote({ pool, isBuy, amountIn, isExactOut }: Order): Filled | null {
  const filled = pool.curve.exactIn(isBuy, amountIn);
  if (filled === null || isExactOut !== true || !isBuy || pool.curve.exactOut === undefined) return filled;
  const exact = pool.curve.exactOut(filled.fill.traderOut);
  // Rounding may make the exact number of tokens a unit more expensive than the original input.
  return exact === null || exact.fill.traderIn > amountIn ? filled : exact;
}

/** The position of a swap in its transaction. */
interface Place {
  outerProgram: Account;
  instructionIndex: number;
  innerIndex: number | null;
}

/** Makes a swap as it is filled now: the pool changes immediately, balances when the plan is compiled. */
export function makeSwap(
  plan: TransactionPlan,
  order: Order,
  party: Party,
  context: PlanContext,
  place: Place,
): { call: SwapCall; swap: PlannedSwap } {
  const { pool, isBuy, amountIn } = order;
  const filled = quote(order);
  if (filled === null)
    throw new Error(`${pool.dex.name}: the pool cannot fill the order that was planned for it`);
  const { fill } = filled;
  const isExactOut = order.isExactOut === true && isBuy && pool.curve.exactOut !== undefined;
  const limit = isExactOut ? (order.maxIn ?? amountIn) : (order.minOut ?? 0n);
  const time = context.blockTime;
  const call = pool.dex.swapCall({ pool, fill, party, isExactOut, limit, amountIn, time });
  const [mintIn, mintOut] = mintsOf(pool, isBuy);
  const { authority, isAuthoritySigner } = party;
  const swap: PlannedSwap = {
    ...{ pool, fill, amountIn, isExactOut, mintIn, mintOut, authority, isAuthoritySigner },
    trader: isAuthoritySigner ? authority : plan.payer,
    source: isBuy ? party.quote : party.base,
    destination: isBuy ? party.base : party.quote,
    ...{ plan, isLeg: false, ...place },
  };
  pool.curve = filled.next;
  pool.journal?.swaps.push(swap);
  plan.tokenMoves.push(...call.tokenMoves);
  plan.lamportMoves.push(...call.lamportMoves);
  plan.swaps ??= [];
  plan.swaps.push(swap);
  plan.computeUnits += pool.dex.computeUnits;
  return { call, swap };
}

export function innerOf(call: SwapCall, stackHeight: number): PlannedInner[] {
  return call.inner.map((inner) => ({ ...inner, stackHeight }));
}

/** The trader calls the DEX directly. */
export function swapDirectly(
  plan: TransactionPlan,
  order: Order,
  party: Party,
  context: PlanContext,
): PlannedSwap {
  const { dex } = order.pool;
  const place = { outerProgram: dex.program, instructionIndex: plan.instructions.length, innerIndex: null };
  const { call, swap } = makeSwap(plan, order, party, context, place);
  plan.instructions.push(instruction(call.program, call.uses, call.data, innerOf(call, 2)));
  addLogs(plan, context, null, [{ dex, call }]);
  return swap;
}

/** A trader's private program as seen from outside: its id, and opaque data. */
export interface PrivateProgram {
  account: Account;
  data(): Uint8Array;
}

/** Swaps through a private program, possibly several in one instruction. */
export function swapPrivately(
  plan: TransactionPlan,
  program: PrivateProgram,
  orders: readonly { order: Order; party: Party }[],
  context: PlanContext,
): PlannedSwap[] {
  const signers = new Set(orders.map(({ party }) => party.wallet));
  const uses: AccountUse[] = [...signers].map(writableSigner);
  const inner: PlannedInner[] = [];
  const instructionIndex = plan.instructions.length;
  const logged: LoggedSwap[] = [];
  const swaps = orders.map(({ order, party }) => {
    const place = { outerProgram: program.account, instructionIndex, innerIndex: inner.length };
    const { call, swap } = makeSwap(plan, order, party, context, place);
    logged.push({ dex: order.pool.dex, call });
    uses.push(readonly(call.program), ...call.uses);
    inner.push(...asInner(call));
    return swap;
  });
  plan.instructions.push(instruction(program.account, uses, program.data(), inner));
  plan.computeUnits += 9_000;
  addLogs(plan, context, program.account, logged);
  return swaps;
}

/** The swap as a call from another program, with its own calls below it. */
export function asInner(call: SwapCall): PlannedInner[] {
  return [
    {
      program: call.program,
      accounts: call.uses.map(({ account }) => account),
      data: call.data,
      stackHeight: 2,
    },
    ...innerOf(call, 3),
  ];
}

export function addLogs(
  plan: TransactionPlan,
  context: PlanContext,
  outer: Account | null,
  swaps: readonly LoggedSwap[],
): void {
  if (!context.options.logMessages) return;
  const logs = tradeLogs(outer, swaps);
  plan.logs = plan.logs.length === 0 ? logs : Buffer.concat([plan.logs, logs]);
}

/**
 * Wraps lamports into the wallet's wrapped-SOL account: a system transfer and the token program's `SyncNative`.
 */
export function wrapSol(
  plan: TransactionPlan,
  wallet: Account,
  account: Account,
  amount: bigint,
  context: PlanContext,
): void {
  const { token } = context.world.programs;
  lamportTransfer(plan, context, wallet, account, Number(amount));
  plan.instructions.push(instruction(token, [writable(account)], Uint8Array.of(17)));
  plan.tokenMoves.push({ from: null, to: account, amount });
  plan.computeUnits += 3_300;
}
