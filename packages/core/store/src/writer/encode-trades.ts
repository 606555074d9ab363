import { type Block, cachedPubkey, groupBy } from '@tickscope/chain';
import type {
  Attempt,
  ExtractedBlock,
  PoolEvent,
  PoolEventKind,
  PoolKind,
  PriceMove,
  RouteLimit,
  Swap,
  SwapAccount,
  SwapLimit,
  Tip,
  TokenLink,
  TokenLinkKind,
} from '@tickscope/dex';
import { encodePosition, innerIndexColumn } from '../instruction-position.js';
import { encodeFill, encodeRebate, encodeUnknownFrame } from './encode-fills.js';
import type { RowBuffer } from './row-buffer.js';
import type { BlockTable } from './tables.js';
import {
  encodeCost,
  encodeKeys,
  encodeSwapAccount,
  encodeTransactionOf,
  nullableKey,
  type Surroundings,
} from './trade-cells.js';

/** Enum values of the tables in 03_trades.sql. */
const POOL_KIND: Record<PoolKind, number> = {
  constant_product: 1,
  bonding_curve: 2,
  concentrated: 3,
  bins: 4,
  order_book: 5,
  proprietary: 6,
  stable: 7,
  aggregator: 8,
};
const POOL_EVENT_KIND: Record<PoolEventKind, number> = {
  created: 1,
  liquidity_added: 2,
  liquidity_removed: 3,
  fees_collected: 4,
};
const TOKEN_LINK_KIND: Record<TokenLinkKind, number> = { transfer: 1, set_authority: 2 };

type TradeBuffers = Record<
  Extract<
    BlockTable,
    | ('swaps' | 'swaps_by_trader' | 'token_links' | 'pool_events')
    | ('fills' | 'rebates' | 'tips' | 'unknown_frames')
  >,
  RowBuffer
>;

/** Appends the rows of everything that was extracted from a block. */
export function encodeTrades(
  buffers: TradeBuffers,
  block: Block,
  { trades, fills, rebates, unknownFrames }: ExtractedBlock,
  { version, pohTick }: Pick<Surroundings, 'version' | 'pohTick'>,
): void {
  const around: Surroundings = {
    blockTime: block.blockTime,
    version,
    transaction: (blockIndex) => block.transactions[blockIndex]!,
    pohTick,
  };
  for (const swap of trades.swaps) {
    encodeSwap(buffers.swaps, swap, around);
    encodeTraderRow(buffers.swaps_by_trader, swap, around, swap);
  }
  for (const attempt of trades.attempts) {
    encodeAttempt(buffers.swaps, attempt, around);
    encodeTraderRow(buffers.swaps_by_trader, attempt, around, null);
  }
  for (const link of trades.tokenLinks) encodeLink(buffers.token_links, link, version);
  for (const event of trades.poolEvents) encodePoolEvent(buffers.pool_events, event, around);
  for (const fill of fills) encodeFill(buffers.fills, fill, around);
  for (const rebate of rebates) encodeRebate(buffers.rebates, rebate, around);
  for (const tip of trades.tips) encodeTip(buffers.tips, tip, version);
  for (const frame of unknownFrames) encodeUnknownFrame(buffers.unknown_frames, frame, around);
}

function encodeTip(rows: RowBuffer, tip: Tip, version: number): void {
  rows.uint53(tip.slot);
  rows.uint32(tip.blockIndex);
  rows.fixed(cachedPubkey(tip.account));
  rows.string(tip.service);
  rows.nullable(tip.lamports, rows.uint64);
  rows.fixed(cachedPubkey(tip.feePayer));
  rows.nullable(tip.feeLamports, rows.uint64);
  rows.bool(tip.isAlone);
  rows.uint8(version);
  rows.endRow();
}

/** The pools of each transaction that traded, for `transactions.markets`. */
export function marketsByTransaction({ trades }: ExtractedBlock): Map<number, (Swap | Attempt)[]> {
  const { swaps, attempts } = trades;
  return groupBy([...swaps, ...attempts], ({ blockIndex }) => blockIndex);
}

/** An array of (pool, program, mints). */
export function encodeMarkets(rows: RowBuffer, trades: readonly (Swap | Attempt)[]): void {
  rows.varint(trades.length);
  for (const trade of trades) {
    rows.fixed(cachedPubkey(trade.pool));
    rows.fixed(cachedPubkey(trade.programId));
    encodeKeys(rows, mintsOf(trade));
  }
}

function mintsOf(trade: Swap | Attempt): string[] {
  return 'mints' in trade ? trade.mints : [trade.mintIn, trade.mintOut];
}

function encodeSwap(rows: RowBuffer, swap: Swap, around: Surroundings): void {
  encodeTradeHead(rows, swap, around, true);
  nullableKey(rows, swap.mintIn);
  nullableKey(rows, swap.mintOut);
  rows.varint(0);
  rows.uint64(swap.poolIn);
  rows.uint64(swap.poolOut);
  rows.uint64(swap.traderIn);
  rows.uint64(swap.traderOut);
  encodeTradeWallets(rows, swap);
  encodeSwapAccount(rows, swap.source);
  encodeSwapAccount(rows, swap.destination);
  nullableKey(rows, swap.vaultIn);
  nullableKey(rows, swap.vaultOut);
  encodeTradeTail(rows, swap, swap, around);
}

type SwapTail = Pick<Swap, 'limit' | 'routeLimit' | 'priceMove' | 'inferred'>;

const NO_ACCOUNT: SwapAccount = { account: null, owner: null, balanceBefore: null, balanceAfter: null };
const NO_TAIL: SwapTail = { limit: null, routeLimit: null, priceMove: null, inferred: false };

function encodeAttempt(rows: RowBuffer, attempt: Attempt, around: Surroundings): void {
  encodeTradeHead(rows, attempt, around, false);
  nullableKey(rows, attempt.direction?.mintIn ?? null);
  nullableKey(rows, attempt.direction?.mintOut ?? null);
  encodeKeys(rows, attempt.mints);
  for (let amount = 0; amount < 4; amount += 1) rows.uint64(0n);
  encodeTradeWallets(rows, attempt);
  encodeSwapAccount(rows, NO_ACCOUNT);
  encodeSwapAccount(rows, NO_ACCOUNT);
  nullableKey(rows, null);
  nullableKey(rows, null);
  encodeTradeTail(rows, attempt, NO_TAIL, around);
}

function encodeTradeHead(
  rows: RowBuffer,
  trade: Swap | Attempt,
  around: Surroundings,
  success: boolean,
): void {
  rows.fixed(cachedPubkey(trade.pool));
  encodePosition(rows, trade);
  rows.nullable(around.pohTick(trade.blockIndex), rows.uint53);
  rows.nullable(around.blockTime, rows.uint32);
  rows.bool(success);
  rows.fixed(cachedPubkey(trade.programId));
  rows.string(trade.dexName);
  rows.uint8(POOL_KIND[trade.poolKind]);
}

function encodeTradeWallets(rows: RowBuffer, trade: Swap | Attempt): void {
  rows.fixed(cachedPubkey(trade.trader));
  rows.fixed(cachedPubkey(trade.authority));
  rows.bool(trade.authoritySigned);
  rows.fixed(cachedPubkey(trade.feePayer));
  encodeKeys(rows, trade.signers.slice(1));
}

function encodeTradeTail(
  rows: RowBuffer,
  trade: Swap | Attempt,
  { limit, routeLimit, priceMove, inferred }: SwapTail,
  { version }: Surroundings,
): void {
  rows.fixed(cachedPubkey(trade.outerProgramId));
  encodeCost(rows, trade);
  encodeLimit(rows, limit);
  encodeRouteLimit(rows, routeLimit);
  rows.bool(inferred);
  encodePriceMove(rows, priceMove);
  rows.uint8(version);
  rows.endRow();
}

/** The columns of both kinds, of which at most one is set. */
function encodeLimit(rows: RowBuffer, limit: SwapLimit | null): void {
  rows.nullable(limit?.kind === 'least_out' ? limit.amount : null, rows.uint64);
  rows.nullable(limit?.kind === 'most_in' ? limit.amount : null, rows.uint64);
}

/** Without its outer index, which is the swap's. */
function encodeRouteLimit(rows: RowBuffer, limit: RouteLimit | null): void {
  nullableKey(rows, limit?.programId ?? null);
  rows.nullable(limit === null ? null : innerIndexColumn(limit.innerIndex), rows.int16);
  nullableKey(rows, limit?.mint ?? null);
  encodeLimit(rows, limit);
  rows.nullable(limit?.quoted ?? null, rows.uint64);
  rows.nullable(limit?.moved ?? null, rows.uint64);
}

function encodePriceMove(rows: RowBuffer, move: PriceMove | null): void {
  rows.bool(move?.falls ?? false);
  rows.nullable(move?.before ?? null, rows.float64);
  rows.nullable(move?.after ?? null, rows.float64);
  rows.nullable(move?.liquidity ?? null, rows.float64);
  rows.nullable(move?.feeIn ?? null, rows.uint64);
  rows.nullable(move?.feeOut ?? null, rows.uint64);
}

function encodeTraderRow(
  rows: RowBuffer,
  trade: Swap | Attempt,
  around: Surroundings,
  amounts: Pick<Swap, 'traderIn' | 'traderOut'> | null,
): void {
  const direction = 'direction' in trade ? trade.direction : trade;
  rows.fixed(cachedPubkey(trade.trader));
  encodePosition(rows, trade);
  rows.nullable(around.pohTick(trade.blockIndex), rows.uint53);
  encodeTransactionOf(rows, trade.blockIndex, around);
  rows.bool(amounts !== null);
  rows.fixed(cachedPubkey(trade.pool));
  rows.fixed(cachedPubkey(trade.programId));
  rows.string(trade.dexName);
  nullableKey(rows, direction?.mintIn ?? null);
  nullableKey(rows, direction?.mintOut ?? null);
  rows.uint64(amounts?.traderIn ?? 0n);
  rows.uint64(amounts?.traderOut ?? 0n);
  rows.uint8(around.version);
  rows.endRow();
}

/** `token_links.authority` has this value where it equals the owner of the source. */
const FROM_OWNER = new Uint8Array(32);

function encodeLink(rows: RowBuffer, link: TokenLink, version: number): void {
  // `extractBlockTrades` returns no links without a mint.
  rows.fixed(cachedPubkey(link.mint!));
  encodePosition(rows, link);
  rows.uint8(TOKEN_LINK_KIND[link.kind]);
  rows.fixed(cachedPubkey(link.fromAccount));
  nullableKey(rows, link.fromOwner);
  rows.fixed(cachedPubkey(link.toAccount));
  nullableKey(rows, link.toOwner);
  rows.nullable(link.amount, rows.uint64);
  rows.fixed(link.authority === link.fromOwner ? FROM_OWNER : cachedPubkey(link.authority));
  rows.bool(link.authoritySigned);
  rows.uint8(version);
  rows.endRow();
}

function encodePoolEvent(rows: RowBuffer, event: PoolEvent, around: Surroundings): void {
  rows.fixed(cachedPubkey(event.pool));
  encodePosition(rows, event);
  encodeTransactionOf(rows, event.blockIndex, around);
  rows.uint8(POOL_EVENT_KIND[event.kind]);
  rows.fixed(cachedPubkey(event.programId));
  rows.string(event.dexName);
  rows.uint8(POOL_KIND[event.poolKind]);
  rows.varint(event.amounts.length);
  for (const { mint, amount } of event.amounts) {
    rows.fixed(cachedPubkey(mint));
    rows.uint64(amount);
  }
  rows.fixed(cachedPubkey(event.actor));
  rows.fixed(cachedPubkey(event.feePayer));
  encodeKeys(rows, event.signers.slice(1));
  rows.uint8(around.version);
  rows.endRow();
}
