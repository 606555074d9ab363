import {
  type Block,
  KNOWN_TIPS,
  keyToBase58,
  type TipAccounts,
  type TipPayment,
  type Transaction,
  tipPayments,
} from '@tickscope/chain';
import { byPosition, readTransaction } from './extract-trades.js';
import { U64_MAX } from './limits.js';
import type { Attempt, Fill, PoolEvent, Rebate, Swap, Tip, TokenLink, UnknownFrame } from './swap.js';

/** The DEX events of one block, each list in order of position. */
export interface TradesOfBlock {
  slot: number;
  /** Unix seconds; null if the source does not state it. */
  blockTime: number | null;
  /** Inferred ones included. */
  swaps: Swap[];
  attempts: Attempt[];
  poolEvents: PoolEvent[];
  /**
   * Links of every mint in the block's transactions, whether or not it was swapped in this block: a link between two
   * swaps may lie in a block without swaps of its mint. Only links with an unknown mint are omitted.
   */
  tokenLinks: TokenLink[];
  /** Tips to landing services, also of transactions that do nothing else. By account within a transaction. */
  tips: Tip[];
}

/** Everything extracted from one block: what the tables hold, and what they do not. */
export interface ExtractedBlock {
  trades: TradesOfBlock;
  fills: Fill[];
  rebates: Rebate[];
  unknownFrames: UnknownFrame[];
}

const ofBlock = new WeakMap<Block, { extracted: ExtractedBlock; tipAccounts: TipAccounts }>();

/**
 * The DEX events of a block that are stored. Do not change the result: it is computed once per block object.
 *
 * @example
 * ```ts
 * import { extractBlockTrades } from '@tickscope/dex';
 * import { tradedBlock } from '@tickscope/testkit/traded-block';
 *
 * const block = tradedBlock(100, [{ does: 'swap', trader: 'one', from: 'A', paid: 10n, got: 9n }]);
 * const { swaps } = extractBlockTrades(block);
 * swaps.map(({ dexName, traderIn, traderOut }) => [dexName, traderIn, traderOut]); // => [['Raydium CPMM', 10n, 9n]]
 * ```
 */
export function extractBlockTrades(block: Block): TradesOfBlock {
  return extractBlock(block).trades;
}

/**
 * Extracts all DEX events of a block. Computed once per block object and shared by the row encoder and the detector. Do
 * not change the result.
 *
 * @param tipAccounts the accounts at which lamports are a tip; by default those of this build
 */
export function extractBlock(block: Block, tipAccounts: TipAccounts = KNOWN_TIPS): ExtractedBlock {
  const known = ofBlock.get(block);
  if (known?.tipAccounts === tipAccounts) return known.extracted;
  const trades: TradesOfBlock = {
    slot: block.slot,
    blockTime: block.blockTime,
    swaps: [],
    attempts: [],
    poolEvents: [],
    tokenLinks: [],
    tips: [],
  };
  const extracted: ExtractedBlock = { trades, fills: [], rebates: [], unknownFrames: [] };
  for (const tx of block.transactions) {
    const payments = tx.isVote ? NO_PAYMENTS : tipPayments(block.slot, tx, tipAccounts);
    const read = readTransaction(block.slot, tx);
    if (read === null) {
      addTips(trades.tips, payments, { slot: block.slot, tx, isAlone: true });
      continue;
    }
    for (const link of read.links()) if (link.mint !== null) trades.tokenLinks.push(link);
    const { swaps, attempts, poolEvents, fills, rebates, inferred, unknownFrames } = read.trades();
    const ordered = inferred.length === 0 ? swaps : [...swaps, ...inferred].sort(byPosition);
    for (const swap of ordered)
      if (areU64(swap.poolIn, swap.poolOut, swap.traderIn, swap.traderOut)) trades.swaps.push(swap);
    for (const attempt of attempts) trades.attempts.push(attempt);
    for (const event of poolEvents) trades.poolEvents.push(event);
    for (const fill of fills)
      if (areU64(fill.makerIn, fill.makerOut, fill.takerIn, fill.takerOut)) extracted.fills.push(fill);
    for (const rebate of rebates) if (areU64(rebate.amount)) extracted.rebates.push(rebate);
    for (const frame of unknownFrames) extracted.unknownFrames.push(frame);
    const isAlone = ordered.length + fills.length === 0;
    addTips(trades.tips, payments, { slot: block.slot, tx, isAlone });
  }
  ofBlock.set(block, { extracted, tipAccounts });
  return extracted;
}

const NO_PAYMENTS: readonly TipPayment[] = [];

/** @param tips receives what a transaction paid */
function addTips(
  tips: Tip[],
  payments: readonly TipPayment[],
  { slot, tx, isAlone }: { slot: number; tx: Transaction; isAlone: boolean },
): void {
  for (const { service, account, lamports } of payments)
    tips.push({
      slot,
      blockIndex: tx.index,
      feePayer: keyToBase58(tx.staticKeys[0]!),
      feeLamports: tx.meta?.feeLamports ?? null,
      service,
      account,
      lamports,
      isAlone,
    });
}

/**
 * Whether amounts fit the tables. No mint has more than u64, so no genuine trade does; a crafted transaction that moves
 * the same tokens in circles can sum to more.
 */
function areU64(...amounts: readonly bigint[]): boolean {
  return amounts.every((amount) => amount >= 0n && amount <= U64_MAX);
}
