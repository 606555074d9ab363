import type { Account } from '../account.js';
import { instruction } from '../kinds/common.js';
import type { PlanContext } from '../kinds/kind.js';
import {
  type AccountUse,
  type PlannedInner,
  readonly,
  readonlySigner,
  type TransactionPlan,
  writable,
  writableSigner,
} from '../plan.js';
import type { Filled } from './curve.js';
import { type LoggedSwap, tradeLogs } from './logs.js';
import type { PlannedSwap } from './planned-swap.js';
import type { Party, Pool, SwapCall } from './pool.js';

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

interface Prepared {
  call: SwapCall;
  filled: Filled;
  isExactOut: boolean;
}

/** Builds the call of an order as it would be filled now. Changes nothing. */
export function prepareSwap(order: Order, party: Party, context: PlanContext): Prepared {
  const filled = quote(order);
  if (filled === null)
    throw new Error(`${order.pool.dex.name}: the pool cannot fill the order that was planned for it`);
  const isExactOut = order.isExactOut === true && order.isBuy && order.pool.curve.exactOut !== undefined;
  const call = order.pool.dex.swapCall({
    pool: order.pool,
    fill: filled.fill,
    party,
    isExactOut,
    limit: isExactOut ? (order.maxIn ?? order.amountIn) : (order.minOut ?? 0n),
    amountIn: order.amountIn,
    time: context.blockTime,
  });
  return { call, filled, isExactOut };
}

/** Executes a prepared swap: the pool changes immediately, balances when the plan is compiled. */
function commit(
  plan: TransactionPlan,
  order: Order,
  party: Party,
  { call, filled, isExactOut }: Prepared,
  place: Place,
): PlannedSwap {
  const { pool, isBuy, amountIn } = order;
  const [mintIn, mintOut] = isBuy ? [pool.quoteMint, pool.baseMint] : [pool.baseMint, pool.quoteMint];
  const swap: PlannedSwap = {
    pool,
    fill: filled.fill,
    amountIn,
    isExactOut,
    mintIn,
    mintOut,
    authority: party.authority,
    isAuthoritySigner: party.isAuthoritySigner,
    trader: party.isAuthoritySigner ? party.authority : plan.payer,
    source: isBuy ? party.quote : party.base,
    destination: isBuy ? party.base : party.quote,
    plan,
    isLeg: false,
    ...place,
  };
  pool.curve = filled.next;
  pool.journal?.swaps.push(swap);
  plan.tokenMoves.push(...call.tokenMoves);
  plan.lamportMoves.push(...call.lamportMoves);
  plan.swaps ??= [];
  plan.swaps.push(swap);
  plan.computeUnits += pool.dex.computeUnits;
  return swap;
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
  const prepared = prepareSwap(order, party, context);
  const { call } = prepared;
  const instructionIndex = plan.instructions.length;
  plan.instructions.push(instruction(call.program, call.uses, call.data, innerOf(call, 2)));
  addLogs(plan, context, null, [{ dex: order.pool.dex, call }]);
  return commit(plan, order, party, prepared, {
    outerProgram: call.program,
    instructionIndex,
    innerIndex: null,
  });
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
    const prepared = prepareSwap(order, party, context);
    const innerIndex = inner.length;
    logged.push({ dex: order.pool.dex, call: prepared.call });
    uses.push(readonly(prepared.call.program), ...prepared.call.uses);
    inner.push(...asInner(prepared.call));
    return commit(plan, order, party, prepared, {
      outerProgram: program.account,
      instructionIndex,
      innerIndex,
    });
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

/** For wrappers elsewhere: one swap below an outer instruction that the caller builds. */
export function swapBelow(
  plan: TransactionPlan,
  order: Order,
  party: Party,
  context: PlanContext,
  place: Place,
): { call: SwapCall; swap: PlannedSwap } {
  const prepared = prepareSwap(order, party, context);
  return { call: prepared.call, swap: commit(plan, order, party, prepared, place) };
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
  const { system, token } = context.world.programs;
  const data = Buffer.alloc(12);
  data.writeUInt32LE(2, 0);
  data.writeBigUInt64LE(amount, 4);
  plan.instructions.push(
    instruction(system, [writableSigner(wallet), writable(account)], data),
    instruction(token, [writable(account)], Uint8Array.of(17)),
  );
  plan.lamportMoves.push({ from: wallet, to: account, lamports: Number(amount) });
  plan.tokenMoves.push({ from: null, to: account, amount });
  plan.computeUnits += 3_300;
}

export function signerOf(party: Party): AccountUse {
  return readonlySigner(party.authority);
}
