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
import { tradeLogs } from './logs.js';
import type { PlannedSwap } from './planned-swap.js';
import type { Party, Pool, SwapCall } from './pool.js';

/** A swap that somebody wants. */
export interface Order {
  pool: Pool;
  isBuy: boolean;
  /** What he would spend, fees included. */
  amountIn: bigint;
  /** The least that he takes; 0: anything. */
  minOut?: bigint;
  /** Asks for so many base tokens rather than to spend so much, where the program can. */
  isExactOut?: boolean;
}

/** What an order would come to now. `null`: the pool cannot fill it. */
export function quote({ pool, isBuy, amountIn, isExactOut }: Order): Filled | null {
  const filled = pool.curve.exactIn(isBuy, amountIn);
  if (filled === null || isExactOut !== true || !isBuy || pool.curve.exactOut === undefined) return filled;
  const exact = pool.curve.exactOut(filled.fill.traderOut);
  // Rounding may make the exact number of tokens a unit dearer than what they were found with.
  return exact === null || exact.fill.traderIn > amountIn ? filled : exact;
}

/** Where a swap stands in its transaction. */
interface Place {
  outerProgram: Account;
  instructionIndex: number;
  innerIndex: number | null;
}

/** Builds the call of an order as it would be filled now; changes nothing. */
export function prepareSwap(
  order: Order,
  party: Party,
  context: PlanContext,
): { call: SwapCall; filled: Filled } {
  const filled = quote(order);
  if (filled === null) throw new Error(`${order.pool.dex.name}: a pool cannot fill an order`);
  const isExactOut = order.isExactOut === true && order.isBuy && order.pool.curve.exactOut !== undefined;
  const call = order.pool.dex.swapCall({
    pool: order.pool,
    fill: filled.fill,
    party,
    isExactOut,
    limit: isExactOut ? order.amountIn : (order.minOut ?? 0n),
    amountIn: order.amountIn,
    time: context.blockTime,
  });
  return { call, filled };
}

/** Lets a prepared swap happen: the pool changes at once, balances when the plan is compiled. */
function commit(
  plan: TransactionPlan,
  order: Order,
  party: Party,
  { call, filled }: { call: SwapCall; filled: Filled },
  place: Place,
): PlannedSwap {
  const { pool, isBuy, amountIn } = order;
  const [mintIn, mintOut] = isBuy ? [pool.quoteMint, pool.baseMint] : [pool.baseMint, pool.quoteMint];
  const swap: PlannedSwap = {
    pool,
    fill: filled.fill,
    amountIn,
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

/** The trader calls the DEX himself. */
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
  addLogs(plan, context, null, [order.pool]);
  return commit(plan, order, party, prepared, {
    outerProgram: call.program,
    instructionIndex,
    innerIndex: null,
  });
}

/** What a program of a trader's own looks like from outside: its id, and data that nobody else can read. */
export interface PrivateProgram {
  account: Account;
  data(): Uint8Array;
}

/** Through a program that nobody else calls, several swaps in one instruction if need be. */
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
  const swaps = orders.map(({ order, party }) => {
    const prepared = prepareSwap(order, party, context);
    const innerIndex = inner.length;
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
  addLogs(
    plan,
    context,
    program.account,
    orders.map(({ order }) => order.pool),
  );
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
  pools: readonly Pool[],
): void {
  if (!context.options.logMessages) return;
  const logs = tradeLogs(
    outer,
    pools.map(({ dex }) => dex),
  );
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
