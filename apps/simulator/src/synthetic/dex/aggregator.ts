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
} from '../plan.js';
import type { Curve } from './curve.js';
import { DataWriter } from './data-writer.js';
import type { LoggedSwap } from './logs.js';
import type { Market } from './market.js';
import type { PlannedSwap } from './planned-swap.js';
import type { Party, Pool } from './pool.js';
import { drawSlippage } from './slippage.js';
import { transferCheckedCall } from './token-calls.js';
import { addLogs, asInner, swapBelow } from './trade.js';

/** What a user was promised, and how far the route may fall short of it. */
export interface RouteTerms {
  quoted: bigint;
  /** Basis points, u16. */
  slippage: number;
}

/** One pool of a route. */
export interface Hop {
  pool: Pool;
  isBuy: boolean;
}

const SWAP_EVENT = 'e445a52e51cb9a1d40c6cde8260871e2';

/**
 * The output of a route; null if some hop cannot be filled. The pools must be distinct.
 *
 * @param curveOf the state of each pool; its present one by default
 */
export function quoteRoute(
  hops: readonly Hop[],
  amountIn: bigint,
  curveOf: (pool: Pool) => Curve = ({ curve }) => curve,
): bigint | null {
  let amount = amountIn;
  for (const { pool, isBuy } of hops) {
    const filled = curveOf(pool).exactIn(isBuy, amount);
    if (filled === null) return null;
    amount = filled.fill.traderOut;
  }
  return amount;
}

/** The present quote, with a tolerance as people set it. */
function termsNow(hops: readonly Hop[], amountIn: bigint, { random }: PlanContext): RouteTerms {
  return { quoted: quoteRoute(hops, amountIn) ?? 0n, slippage: Number(drawSlippage(random)) };
}

/**
 * Jupiter's `shared_accounts_route`: the user signs the outer instruction, the aggregator's own address makes the swaps
 * from its own token accounts, and keeps the remainder.
 *
 * Source: jup-ag/jupiter-cpi `src/lib.rs` (accounts, discriminators), event `SwapEvent`.
 */
export function routeThroughSharedAccounts(
  plan: TransactionPlan,
  market: Market,
  hops: readonly Hop[],
  amountIn: bigint,
  user: Account,
  context: PlanContext,
  terms: RouteTerms = termsNow(hops, amountIn, context),
): PlannedSwap[] {
  const { jupiter, shared } = market;
  const authority = context.random.pick(jupiter.authorities);
  const [mintIn, mintOut] = endsOf(hops);
  const userSource = market.tokenAccountOf(user, mintIn);
  const userDestination = market.tokenAccountOf(user, mintOut);
  const programSource = market.tokenAccountOf(authority, mintIn);
  const programDestination = market.tokenAccountOf(authority, mintOut);
  const uses: AccountUse[] = [
    readonly(shared.token),
    readonly(authority),
    readonlySigner(user),
    writable(userSource),
    writable(programSource),
    writable(programDestination),
    writable(userDestination),
    readonly(mintIn.account),
    readonly(mintOut.account),
    readonly(jupiter.program),
    readonly(jupiter.program),
    readonly(jupiter.eventAuthority),
    readonly(jupiter.program),
  ];
  const inner: PlannedInner[] = [
    { ...transferCheckedCall(mintIn, userSource, programSource, user, amountIn), stackHeight: 2 },
  ];
  plan.tokenMoves.push({ from: userSource, to: programSource, amount: amountIn });
  const swaps = fillHops(plan, market, hops, amountIn, context, uses, inner, (pool) => ({
    wallet: user,
    authority,
    isAuthoritySigner: false,
    base: market.tokenAccountOf(authority, pool.baseMint),
    quote: market.tokenAccountOf(authority, pool.quoteMint),
  }));
  const amountOut = swaps.at(-1)!.fill.traderOut;
  inner.push({
    ...transferCheckedCall(mintOut, programDestination, userDestination, authority, amountOut),
    stackHeight: 2,
  });
  plan.tokenMoves.push({ from: programDestination, to: userDestination, amount: amountOut });
  const data = routeData(new DataWriter().hex('c1209b3341d69c81').u8(1), hops, amountIn, terms);
  plan.instructions.push(instruction(jupiter.program, uses, data, inner));
  return swaps;
}

/** Jupiter's `route`: the same with the user's own accounts and authority. */
export function routeThroughOwnAccounts(
  plan: TransactionPlan,
  market: Market,
  hops: readonly Hop[],
  amountIn: bigint,
  user: Account,
  context: PlanContext,
  terms: RouteTerms = termsNow(hops, amountIn, context),
): PlannedSwap[] {
  const { jupiter, shared } = market;
  const [mintIn, mintOut] = endsOf(hops);
  const uses: AccountUse[] = [
    readonly(shared.token),
    readonlySigner(user),
    writable(market.tokenAccountOf(user, mintIn)),
    writable(market.tokenAccountOf(user, mintOut)),
    readonly(jupiter.program),
    readonly(mintOut.account),
    readonly(jupiter.program),
    readonly(jupiter.eventAuthority),
    readonly(jupiter.program),
  ];
  const inner: PlannedInner[] = [];
  const swaps = fillHops(plan, market, hops, amountIn, context, uses, inner, (pool) =>
    market.partyOf(user, pool),
  );
  const data = routeData(new DataWriter().hex('e517cb977ae3ad2a'), hops, amountIn, terms);
  plan.instructions.push(instruction(jupiter.program, uses, data, inner));
  return swaps;
}

function fillHops(
  plan: TransactionPlan,
  market: Market,
  hops: readonly Hop[],
  amountIn: bigint,
  context: PlanContext,
  uses: AccountUse[],
  inner: PlannedInner[],
  partyOf: (pool: Pool) => Party,
): PlannedSwap[] {
  const { jupiter } = market;
  const instructionIndex = plan.instructions.length;
  const logged: LoggedSwap[] = [];
  let amount = amountIn;
  const swaps = hops.map(({ pool, isBuy }) => {
    const place = { outerProgram: jupiter.program, instructionIndex, innerIndex: inner.length };
    const { call, swap } = swapBelow(plan, { pool, isBuy, amountIn: amount }, partyOf(pool), context, place);
    uses.push(readonly(call.program), ...call.uses);
    inner.push(...asInner(call), {
      program: jupiter.program,
      accounts: [jupiter.eventAuthority],
      data: swapEvent(swap),
      stackHeight: 2,
    });
    plan.computeUnits += 12_000;
    amount = swap.fill.traderOut;
    logged.push({ dex: pool.dex, call });
    return swap;
  });
  addLogs(plan, context, jupiter.program, logged);
  return swaps;
}

function endsOf(hops: readonly Hop[]) {
  const first = hops[0]!;
  const last = hops.at(-1)!;
  return [
    first.isBuy ? first.pool.quoteMint : first.pool.baseMint,
    last.isBuy ? last.pool.baseMint : last.pool.quoteMint,
  ] as const;
}

/** Route plan (venue, percent, from, to), amount, quote, slippage, fee. */
function routeData(
  writer: DataWriter,
  hops: readonly Hop[],
  amountIn: bigint,
  { quoted, slippage }: RouteTerms,
): Buffer {
  writer.u32(hops.length);
  for (const [index, { pool }] of hops.entries())
    writer
      .u8(pool.dex.name.length)
      .u8(100)
      .u8(index)
      .u8(index + 1);
  return writer.u64(amountIn).u64(quoted).u16(slippage).u8(0).done();
}

function swapEvent({ pool, mintIn, mintOut, fill }: PlannedSwap): Buffer {
  return new DataWriter()
    .hex(SWAP_EVENT)
    .bytes(pool.dex.program.key)
    .bytes(mintIn.account.key)
    .u64(fill.traderIn)
    .bytes(mintOut.account.key)
    .u64(fill.traderOut)
    .done();
}
