import {
  assembleBlock,
  type Block,
  pubkeyFromBase58,
  type RawEntry,
  type Transaction,
} from '@tickscope/chain';
import { buildOther, isOther, type OtherTrade } from './other-trades.js';
import { Random } from './random.js';
import { address, TransactionBuilder } from './transaction-builder.js';

export const CPMM = 'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C';
/** Followed by the amount in and the least amount out, 0 for no limit. */
const SWAP_BASE_INPUT = '8fbe5adac41e33de';
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
/** SetAuthority of the account's owner, to a new one. */
const SET_ACCOUNT_OWNER = Uint8Array.of(6, 2, 1);

export { address };

/** One transaction of a generated block. Names stand for addresses (`address`). */
export type Trade =
  | OtherTrade
  /** Between the trader's accounts `trader.A` and `trader.B`, or another one for B; `mintA` replaces mint A. */
  | {
      does: 'swap';
      trader: string;
      from: 'A' | 'B';
      paid: bigint;
      got: bigint;
      pool?: string;
      accountB?: string;
      mintA?: string;
      /** The least that it would take. */
      least?: bigint;
      /** Pays the fee instead of the trader. */
      payer?: string;
    }
  /** Several pools in one transaction, A for B in each. */
  | { does: 'swaps'; trader: string; swaps: readonly { paid: bigint; got: bigint; pool: string }[] }
  /** Fails in the swap instruction. */
  | { does: 'attempt'; trader: string; pool?: string }
  /** Fails before any swap instruction, with the pool write-locked. */
  | { does: 'abort'; trader: string; pool?: string }
  /** Moves mint B by default, between the accounts `owner.mint`. */
  | { does: 'transfer'; from: string; to: string; amount: bigint; mint?: string }
  /**
   * A token account of mint B with this balance goes to another owner. Its owner signs, or is a program-derived
   * address.
   */
  | { does: 'hand_over'; from: string; to: string; account: string; amount: bigint; byProgram?: boolean };

/**
 * A full block whose transactions trade mints A and B, in the given order, all in one entry before the slot's own ticks.
 * Pools are Raydium CPMM's.
 */
export function tradedBlock(slot: number, trades: readonly Trade[], parentSlot = slot - 1): Block {
  const random = new Random(slot);
  const transactions = trades.map((trade, index): Transaction => {
    const tx = build(trade);
    return { ...tx, index, signatures: tx.signatures.map(() => random.bytes(64)) };
  });
  const hash = random.bytes(32);
  return assembleBlock({
    slot,
    parentSlot,
    blockhash: hash,
    parentBlockhash: null,
    blockTime: 1_700_000_000 + slot,
    blockHeight: slot,
    leader: null,
    source: 'generated',
    entries: [
      ...ticks(random, 64 * (slot - parentSlot - 1)),
      ...(transactions.length === 0
        ? []
        : [{ numHashes: 10, hash: random.bytes(32), transactionCount: transactions.length }]),
      ...ticks(random, 63),
      { numHashes: 10, hash, transactionCount: 0 },
    ],
    transactions,
    promisedTransactions: transactions.length,
    promisedEntries: null,
  });
}

function ticks(random: Random, count: number): RawEntry[] {
  return Array.from({ length: count }, () => ({
    numHashes: 10,
    hash: random.bytes(32),
    transactionCount: 0,
  }));
}

function build(trade: Trade): Transaction {
  if (isOther(trade)) return buildOther(trade);
  if (trade.does === 'transfer') {
    const { from, to, amount, mint = 'B' } = trade;
    return new TransactionBuilder(from)
      .token(`${from}.${mint}`, mint, from, amount)
      .token(`${to}.${mint}`, mint, to, 0n)
      .pay(`${from}.${mint}`, `${to}.${mint}`, amount, from)
      .build();
  }
  if (trade.does === 'hand_over') {
    const newOwner = Buffer.from(pubkeyFromBase58(address(trade.to)));
    return new TransactionBuilder(trade.byProgram === true ? 'fee payer' : trade.from)
      .token(trade.account, 'B', trade.from, trade.amount)
      .outer(TOKEN, [trade.account, trade.from], Buffer.concat([SET_ACCOUNT_OWNER, newOwner]))
      .build();
  }
  if (trade.does === 'swaps') return buildSwaps(trade.trader, trade.swaps);
  const { trader, pool = 'pool' } = trade;
  const isSwap = trade.does === 'swap';
  const from = isSwap ? trade.from : 'A';
  const to = from === 'A' ? 'B' : 'A';
  const [paid, got] = isSwap ? [trade.paid, trade.got] : [0n, 0n];
  const accountB = (isSwap ? trade.accountB : undefined) ?? `${trader}.B`;
  const [source, destination] = from === 'A' ? [`${trader}.A`, accountB] : [accountB, `${trader}.A`];
  const mintA = (isSwap ? trade.mintA : undefined) ?? 'A';
  const [mintIn, mintOut] = from === 'A' ? [mintA, 'B'] : ['B', mintA];
  const signers = isSwap && trade.payer !== undefined ? [trade.payer, trader] : [trader];
  const [vaultIn, vaultOut] = [`${pool}.${from}`, `${pool}.${to}`];
  const builder = new TransactionBuilder(...signers)
    .token(source, mintIn, trader, paid)
    .token(destination, mintOut, trader, 0n)
    .token(vaultIn, mintIn, 'cpmm authority', 10n ** 15n)
    .token(vaultOut, mintOut, 'cpmm authority', 10n ** 15n);
  // Something else than the swap fails: the pool is among its accounts.
  if (trade.does === 'abort')
    return builder.outer(TOKEN, [pool], Uint8Array.of(200)).build('InstructionError(0, Custom(1))');
  const accounts = [trader, 'cpmm authority', 'config', pool, source, destination, vaultIn, vaultOut];
  builder.outer(CPMM, accounts, swapData(paid, isSwap ? (trade.least ?? 0n) : 0n));
  if (!isSwap) return builder.build('InstructionError(0, Custom(6005))');
  return builder
    .transfer(source, vaultIn, paid, { authority: trader })
    .transfer(vaultOut, destination, got, { authority: 'cpmm authority' })
    .build();
}

function swapData(amountIn: bigint, least: bigint): Uint8Array {
  const data = Buffer.alloc(24);
  data.write(SWAP_BASE_INPUT, 'hex');
  data.writeBigUInt64LE(amountIn, 8);
  data.writeBigUInt64LE(least, 16);
  return data;
}

function buildSwaps(
  trader: string,
  swaps: readonly { paid: bigint; got: bigint; pool: string }[],
): Transaction {
  const [a, b] = [`${trader}.A`, `${trader}.B`];
  const paid = swaps.reduce((sum, swap) => sum + swap.paid, 0n);
  const builder = new TransactionBuilder(trader).token(a, 'A', trader, paid).token(b, 'B', trader, 0n);
  for (const { pool } of swaps)
    builder
      .token(`${pool}.A`, 'A', 'cpmm authority', 10n ** 15n)
      .token(`${pool}.B`, 'B', 'cpmm authority', 10n ** 15n);
  for (const { pool, ...swap } of swaps)
    builder
      .outer(
        CPMM,
        [trader, 'cpmm authority', 'config', pool, a, b, `${pool}.A`, `${pool}.B`],
        swapData(swap.paid, 0n),
      )
      .transfer(a, `${pool}.A`, swap.paid, { authority: trader })
      .transfer(`${pool}.B`, b, swap.got, { authority: 'cpmm authority' });
  return builder.build();
}
