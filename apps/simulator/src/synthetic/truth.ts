import bs58 from 'bs58';
import type { Account } from './account.js';
import { UPGRADEABLE_LOADER } from './addresses.js';
import type { GeneratedSlot } from './chain-generator.js';
import type { CompiledTransaction } from './compile-transaction.js';
import type { HashedEntry } from './hash-entries.js';
import type { PlannedSwap } from './plan.js';

/**
 * The generator's record of a slot, one JSON line each: the expected values of tests. Keys, hashes and signatures are
 * base58; lamports are decimal text. Computed by the generator's own code, never by the decoders tested against it.
 */
export type SlotTruth = SkippedSlotTruth | BlockTruth;

export interface SkippedSlotTruth {
  slot: number;
  status: 'skipped';
  leader: string;
}

export interface BlockTruth {
  slot: number;
  status: 'block';
  parent: number;
  blockhash: string;
  parent_blockhash: string;
  leader: string;
  /** Unix seconds. */
  block_time: number;
  block_height: number;
  model: 'ticked' | 'alpenglow';
  entries: EntryTruth[];
  transactions: TransactionTruth[];
}

export interface EntryTruth {
  index: number;
  num_hashes: number;
  hash: string;
  tx_count: number;
  start_index: number;
  is_tick: boolean;
  poh_tick: number;
}

export interface TransactionTruth {
  block_index: number;
  entry_index: number;
  tx_index: number;
  poh_tick: number;
  signatures: string[];
  signers: string[];
  version: 'legacy' | 0 | 1;
  is_vote: boolean;
  success: boolean;
  /** In the format of RPC nodes. */
  error: string | null;
  fee: string;
  priority_fee: string;
  /** Micro-lamports; null if not set. For v1, whose config holds the total fee: that fee per compute unit. */
  compute_unit_price: string | null;
  compute_unit_limit: number | null;
  compute_units: number;
  cost_units: number;
  /** Amount received by Jito tip accounts; 0 for a failed transaction. */
  jito_tip: string;
  /** Locked for writing after all demotions, in key order. */
  written: string[];
  read: string[];
  /** Lamports that the fee payer gained or lost, fee included. */
  signer_sol_change: string;
  kind: string;
  labels: Record<string, unknown> | null;
  /** In order; the expected result of a DEX decoder. Absent if there are none. */
  swaps?: SwapTruth[];
}

/** Amounts are decimal text in the smallest unit; SOL is its wrapped mint. */
export interface SwapTruth {
  outer_index: number;
  inner_index: number | null;
  dex: string;
  program_id: string;
  outer_program_id: string;
  pool: string;
  mint_in: string;
  mint_out: string;
  pool_in: string;
  pool_out: string;
  trader_in: string;
  trader_out: string;
  trader: string;
  authority: string;
  authority_signed: boolean;
  /** Token accounts; `null` for a leg in native SOL. */
  source: string | null;
  destination: string | null;
}

export function slotTruth({ slot, leader, model, generated }: GeneratedSlot): SlotTruth {
  if (generated === null) return { slot, status: 'skipped', leader: leader.identity.text };
  const { entries, transactions } = generated;
  return {
    slot,
    status: 'block',
    parent: generated.parentSlot,
    blockhash: bs58.encode(generated.blockhash),
    parent_blockhash: bs58.encode(generated.parentBlockhash),
    leader: generated.leader,
    block_time: generated.blockTime,
    block_height: generated.blockHeight,
    model,
    entries: entries.map(entryTruth),
    transactions: entries.flatMap((entry) =>
      Array.from({ length: entry.transactionCount }, (_, txIndex) =>
        transactionTruth(transactions[entry.startIndex + txIndex]!, entry, txIndex),
      ),
    ),
  };
}

function entryTruth(entry: HashedEntry): EntryTruth {
  return {
    index: entry.index,
    num_hashes: entry.numHashes,
    hash: bs58.encode(entry.hash),
    tx_count: entry.transactionCount,
    start_index: entry.startIndex,
    is_tick: entry.transactionCount === 0,
    poh_tick: entry.pohTick,
  };
}

function transactionTruth(tx: CompiledTransaction, entry: HashedEntry, txIndex: number): TransactionTruth {
  const { plan } = tx;
  const isWritten = writeLocks(tx);
  return {
    block_index: entry.startIndex + txIndex,
    entry_index: entry.index,
    tx_index: txIndex,
    poh_tick: entry.pohTick,
    signatures: tx.signatures.map((signature) => bs58.encode(signature)),
    signers: tx.keys.slice(0, tx.signerCount).map(({ text }) => text),
    version: plan.version,
    is_vote: plan.isVote,
    success: tx.error === null,
    error: tx.error?.json ?? null,
    fee: String(tx.feeLamports),
    priority_fee: String(tx.priorityFeeLamports),
    compute_unit_price: unitPrice(tx),
    compute_unit_limit: plan.computeUnitLimit,
    compute_units: plan.computeUnits,
    cost_units: tx.costUnits,
    jito_tip: String(tx.error === null ? plan.jitoTipLamports : 0),
    written: tx.keys.filter(isWritten).map(({ text }) => text),
    read: tx.keys.filter((account) => !isWritten(account)).map(({ text }) => text),
    signer_sol_change: String(tx.postLamports[0]! - tx.preLamports[0]!),
    kind: plan.kind,
    labels: plan.labels,
    ...(plan.swaps !== undefined && { swaps: plan.swaps.map((swap) => swapTruth(swap, tx.shift)) }),
  };
}

function swapTruth(swap: PlannedSwap, shift: number): SwapTruth {
  const { pool, fill } = swap;
  return {
    outer_index: swap.instructionIndex + shift,
    inner_index: swap.innerIndex,
    dex: pool.dex.name,
    program_id: pool.dex.program.text,
    outer_program_id: swap.outerProgram.text,
    pool: pool.account.text,
    mint_in: swap.mintIn.account.text,
    mint_out: swap.mintOut.account.text,
    pool_in: String(fill.poolIn),
    pool_out: String(fill.poolOut),
    trader_in: String(fill.traderIn),
    trader_out: String(fill.traderOut),
    trader: swap.trader.text,
    authority: swap.authority.text,
    authority_signed: swap.isAuthoritySigner,
    source: swap.source?.text ?? null,
    destination: swap.destination?.text ?? null,
  };
}

/** A v1 message states the total fee; divided by its limit and rounded down, it gives a price like the others'. */
function unitPrice({ plan, priorityFeeLamports }: CompiledTransaction): string | null {
  if (plan.computeUnitPrice === null) return null;
  if (plan.version !== 1) return String(plan.computeUnitPrice);
  return String((BigInt(priorityFeeLamports) * 1_000_000n) / BigInt(plan.computeUnitLimit ?? 200_000));
}

/**
 * The keys that the runtime write-locks (chain facts 14 to 16): those that the plan requests as writable, except
 * reserved ones, and except called programs if the upgradeable loader is not among the keys. Derived from the plan, not
 * from the resulting key order.
 */
function writeLocks(tx: CompiledTransaction): (account: Account) => boolean {
  const asked = new Set<Account>([tx.plan.payer]);
  const called = new Set<Account>();
  for (const { program, uses } of tx.plan.instructions) {
    called.add(program);
    for (const { account, isWritable } of uses) if (isWritable) asked.add(account);
  }
  const hasLoader = tx.keys.some(({ text }) => text === UPGRADEABLE_LOADER);
  return (account) => asked.has(account) && !account.isReserved && (hasLoader || !called.has(account));
}
