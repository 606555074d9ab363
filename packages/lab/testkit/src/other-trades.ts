import type { Transaction } from '@tickscope/chain';
import { fillRecordBytes } from './manifest-fill-log.js';
import { address, TransactionBuilder } from './transaction-builder.js';

const JUPITER_RFQ_V2 = 'fd3nMFYTQjX1yr5ER8u7tPdHJB7qt8RpDpNtLQX2Br5';
const FILL_EXACT_IN = 'ded006d19aa3365e00';
const MANIFEST = 'MNFSTqtC93rEfYHB6hF82sKdZpUDFWkViLByLd1k1Ms';
/** No hint, no cancellation; the orders that follow do not matter here. */
const BATCH_UPDATE = '060000000000';
const PUMP_SWAP = 'pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA';
const CLAIM_CASHBACK = '253a237ebe35e4c5';
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const SOL = 'So11111111111111111111111111111111111111112';

/** A transaction that exchanges tokens other than by a known swap instruction. Names stand for addresses. */
export type OtherTrade =
  /** Mint A for mint B in a program that has no layout, once or by several calls; `data` in hex. */
  | {
      does: 'exchange';
      program: string;
      data: string;
      trader: string;
      paid: bigint;
      got: bigint;
      calls?: number;
      /** Then it is unknown which side traded. */
      poolSigns?: boolean;
    }
  /** Mint A for mint B, from a maker's own accounts. */
  | { does: 'fill'; taker: string; maker: string; paid: bigint; got: bigint }
  /** Mint A for mint B, as an order on an order book: moves no tokens. */
  | { does: 'book_fill'; taker: string; maker: string; market: string; paid: bigint; got: bigint }
  /** Earlier fees in wrapped SOL. */
  | { does: 'rebate'; wallet: string; amount: bigint };

const KINDS: readonly string[] = ['exchange', 'fill', 'book_fill', 'rebate'] satisfies OtherTrade['does'][];

export function isOther(trade: { does: string }): trade is OtherTrade {
  return KINDS.includes(trade.does);
}

export function buildOther(trade: OtherTrade): Transaction {
  if (trade.does === 'exchange') return buildExchange(trade);
  if (trade.does === 'fill') return buildFill(trade);
  if (trade.does === 'book_fill') return buildBookFill(trade);
  const { wallet, amount } = trade;
  const account = `${wallet}.sol`;
  return new TransactionBuilder(wallet)
    .token('cashback', SOL, 'accumulator', amount)
    .token(account, SOL, wallet, 0n)
    .outer(PUMP_SWAP, [wallet, 'accumulator', SOL, TOKEN, 'cashback', account, 'system'], CLAIM_CASHBACK)
    .transfer('cashback', account, amount)
    .build();
}

function buildExchange(trade: OtherTrade & { does: 'exchange' }): Transaction {
  const { program, data, trader, paid, got, calls = 1, poolSigns = false } = trade;
  const pool = `pool of ${program}`;
  const [a, b, vaultA, vaultB] = [`${trader}.A`, `${trader}.B`, `${pool}.A`, `${pool}.B`];
  const builder = new TransactionBuilder(trader, ...(poolSigns ? [pool] : []))
    .token(a, 'A', trader, paid * BigInt(calls))
    .token(b, 'B', trader, 0n)
    .token(vaultA, 'A', pool, 0n)
    .token(vaultB, 'B', pool, 10n ** 15n);
  for (let call = 0; call < calls; call += 1)
    builder
      .outer(program, [trader, pool, a, b, vaultA, vaultB], data)
      .transfer(a, vaultA, paid, { authority: trader })
      .transfer(vaultB, b, got, { authority: pool });
  return builder.build();
}

function buildBookFill(trade: OtherTrade & { does: 'book_fill' }): Transaction {
  const record = {
    market: address(trade.market),
    maker: address(trade.maker),
    taker: address(trade.taker),
    baseMint: address('B'),
    quoteMint: address('A'),
    baseAtoms: trade.got,
    quoteAtoms: trade.paid,
    takerIsBuy: true,
  };
  return new TransactionBuilder(trade.taker)
    .outer(MANIFEST, [trade.taker, trade.market, 'system'], BATCH_UPDATE)
    .logs(fillRecordBytes(record))
    .build();
}

function buildFill({ taker, maker, paid, got }: OtherTrade & { does: 'fill' }): Transaction {
  const [takerA, takerB, makerA, makerB] = [`${taker}.A`, `${taker}.B`, `${maker}.A`, `${maker}.B`];
  const rest = ['one', 'two', 'three', 'four', 'five'];
  return new TransactionBuilder(taker, maker)
    .token(takerA, 'A', taker, paid)
    .token(takerB, 'B', taker, 0n)
    .token(makerA, 'A', maker, 0n)
    .token(makerB, 'B', maker, got)
    .outer(JUPITER_RFQ_V2, [taker, 'fill authority', takerA, takerB, makerA, makerB, ...rest], FILL_EXACT_IN)
    .transfer(takerA, makerA, paid, { authority: taker })
    .transfer(makerB, takerB, got, { authority: maker })
    .build();
}
