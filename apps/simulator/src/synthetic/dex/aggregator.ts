import type { Account, Mint } from '../account.js';
import { instruction } from '../kinds/common.js';
import type { PlanContext } from '../kinds/kind.js';
import type { PlannedSwap, Pool, TransactionPlan } from '../plan.js';
import {
  type AccountUse,
  type PlannedInner,
  readonly,
  readonlySigner,
  writable,
} from '../transaction-parts.js';
import type { Curve } from './curve.js';
import { DataWriter } from './data-writer.js';
import type { LoggedSwap } from './logs.js';
import type { Market } from './market.js';
import { drawSlippage } from './slippage.js';
import { mintsOf, transferCheckedCall } from './token-calls.js';
import { addLogs, asInner, makeSwap } from './trade.js';

/** Output that a user was promised, and how far the route may fall short of it. */
export interface RouteTerms {
  quoted: bigint;
  /** Basis points, u16. */
  slippage: number;
  /** Quote and limit are after it. */
  fee?: RouteFee | undefined;
}

/** Fee of the site that made the route. */
export interface RouteFee {
  owner: Account;
  /** u8. */
  basisPoints: number;
  of: 'input' | 'output';
}

/** Takes the fee off an amount, where it is taken of this side. */
export function lessFee(amount: bigint, fee: RouteFee | undefined, side: RouteFee['of']): bigint {
  return fee?.of === side ? amount - (amount * BigInt(fee.basisPoints)) / 10_000n : amount;
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

/** `own`: with the user's accounts and authority. `shared`: with those of the aggregator. */
export type RouteWay = 'own' | 'shared';

/**
 * Jupiter's `route`; or its `shared_accounts_route`: the user signs the outer instruction, the aggregator's own address
 * makes the swaps from its own token accounts, and keeps the remainder.
 *
 * Source: jup-ag/jupiter-cpi `src/lib.rs` (accounts, discriminators), event `SwapEvent`.
 */
export function swapRoute(
  way: RouteWay,
  plan: TransactionPlan,
  market: Market,
  hops: readonly Hop[],
  amountIn: bigint,
  user: Account,
  context: PlanContext,
  { quoted, slippage, fee }: RouteTerms = termsNow(hops, amountIn, context),
): PlannedSwap[] {
  const { jupiter, shared } = market;
  const isShared = way === 'shared';
  const authority = isShared ? context.random.pick(jupiter.authorities) : user;
  const [mintIn, mintOut] = endsOf(hops);
  const source = market.tokenAccountOf(user, mintIn);
  const destination = market.tokenAccountOf(user, mintOut);
  const programSource = market.tokenAccountOf(authority, mintIn);
  const programDestination = market.tokenAccountOf(authority, mintOut);
  const program = readonly(jupiter.program);
  const uses: AccountUse[] = isShared
    ? [
        readonly(shared.token),
        readonly(authority),
        readonlySigner(user),
        writable(source),
        writable(programSource),
        writable(programDestination),
        writable(destination),
        readonly(mintIn.account),
        readonly(mintOut.account),
        program,
        program,
      ]
    : [
        readonly(shared.token),
        readonlySigner(user),
        writable(source),
        writable(destination),
        program,
        readonly(mintOut.account),
        program,
      ];
  uses.push(readonly(jupiter.eventAuthority), program);
  const inner: PlannedInner[] = [];
  const pass = (mint: Mint, from: Account, to: Account, owner: Account, amount: bigint): void => {
    inner.push({ ...transferCheckedCall(mint, from, to, owner, amount), stackHeight: 2 });
    plan.tokenMoves.push({ from, to, amount });
  };
  if (isShared) pass(mintIn, source, programSource, user, amountIn);
  const instructionIndex = plan.instructions.length;
  const logged: LoggedSwap[] = [];
  const takeFee = (side: RouteFee['of'], mint: Mint, from: Account, whole: bigint): bigint => {
    const left = lessFee(whole, fee, side);
    if (fee === undefined || left === whole) return whole;
    const account = market.tokenAccountOf(fee.owner, mint);
    uses.push(readonly(mint.account), writable(account));
    pass(mint, from, account, authority, whole - left);
    return left;
  };
  let amount = takeFee('input', mintIn, isShared ? programSource : source, amountIn);
  const swaps = hops.map(({ pool, isBuy }) => {
    const place = { outerProgram: jupiter.program, instructionIndex, innerIndex: inner.length };
    const party = market.partyOf(user, pool, authority);
    const { call, swap } = makeSwap(plan, { pool, isBuy, amountIn: amount }, party, context, place);
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
  amount = takeFee('output', mintOut, isShared ? programDestination : destination, amount);
  if (isShared) pass(mintOut, programDestination, destination, authority, amount);
  const data = new DataWriter().hex(isShared ? 'c1209b3341d69c81' : 'e517cb977ae3ad2a');
  if (isShared) data.u8(1);
  addRoute(data, hops)
    .u64(amountIn)
    .u64(quoted)
    .u16(slippage)
    .u8(fee?.basisPoints ?? 0);
  plan.instructions.push(instruction(jupiter.program, uses, data.done(), inner));
  return swaps;
}

function endsOf(hops: readonly Hop[]): [mintIn: Mint, mintOut: Mint] {
  const [first, last] = [hops[0]!, hops.at(-1)!];
  return [mintsOf(first.pool, first.isBuy)[0], mintsOf(last.pool, last.isBuy)[1]];
}

/** Venue, percent, from and to of each hop. */
function addRoute(writer: DataWriter, hops: readonly Hop[]): DataWriter {
  writer.u32(hops.length);
  for (const [index, { pool }] of hops.entries())
    writer
      .u8(pool.dex.name.length)
      .u8(100)
      .u8(index)
      .u8(index + 1);
  return writer;
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
