import { pubkeyFromBase58 } from './base58.js';
import type { TokenBalance, Transaction } from './block.js';
import { uint32At, uint64At } from './little-endian.js';
import { COMPUTE_BUDGET_PROGRAM, equalBytes, keySet } from './reserved-keys.js';

/** Lamports per signature since 2020 (solana-sdk `fee_structure`). */
const LAMPORTS_PER_SIGNATURE = 5_000;
const MAX_UINT64 = 0xffff_ffff_ffff_ffffn;

/**
 * Programs whose instructions contain signatures that cost as much as the transaction's own; byte 0 is their number. The
 * runtime verifies these itself, and writes nothing to the log.
 */
export const isPrecompile: (key: Uint8Array) => boolean = keySet(
  [
    'Ed25519SigVerify111111111111111111111111111',
    'KeccakSecp256k11111111111111111111111111111',
    'Secp256r1SigVerify1111111111111111111111111',
  ].map(pubkeyFromBase58),
);

/** The compute budget that a transaction requested. Null: not requested, so the runtime's default applied. */
export interface ComputeBudget {
  /** Micro-lamports per compute unit. */
  computeUnitPrice: bigint | null;
  computeUnitLimit: number | null;
}

/**
 * Returns a transaction's compute budget: from its ComputeBudget instructions (SetComputeUnitLimit = 2,
 * SetComputeUnitPrice = 3; the deprecated RequestUnits = 0 sets the limit), or from a v1 message's config. That config
 * has a priority fee in lamports: the price is the fee divided by the limit, rounded down, at most 64 bits.
 */
export function computeBudget(
  tx: Pick<Transaction, 'staticKeys' | 'instructions' | 'config'>,
): ComputeBudget {
  if (tx.config !== null) {
    const { priorityFeeLamports: fee, computeUnitLimit: limit } = tx.config;
    const price = fee !== null && limit !== null && limit > 0 ? (fee * 1_000_000n) / BigInt(limit) : null;
    return {
      computeUnitPrice: price !== null && price > MAX_UINT64 ? MAX_UINT64 : price,
      computeUnitLimit: limit,
    };
  }
  const budget: ComputeBudget = { computeUnitPrice: null, computeUnitLimit: null };
  for (const { programIdIndex, data } of tx.instructions) {
    const program = tx.staticKeys[programIdIndex];
    if (program === undefined || !equalBytes(program, COMPUTE_BUDGET_PROGRAM)) continue;
    if (data[0] === 3 && data.length >= 9) budget.computeUnitPrice = uint64At(data, 1);
    else if ((data[0] === 2 || data[0] === 0) && data.length >= 5)
      budget.computeUnitLimit = uint32At(data, 1);
  }
  return budget;
}

/**
 * Returns the fee beyond the base fee of 5,000 lamports per signature (precompile signatures included). Null without
 * meta, and if the fee is below that base: the block then dates from a time with other rates.
 */
export function priorityFeeLamports(
  tx: Pick<Transaction, 'signatures' | 'staticKeys' | 'instructions' | 'meta'>,
): bigint | null {
  if (tx.meta === null) return null;
  let signatures = tx.signatures.length;
  for (const { programIdIndex, data } of tx.instructions) {
    const program = tx.staticKeys[programIdIndex];
    if (program !== undefined && isPrecompile(program)) signatures += data[0] ?? 0;
  }
  const fee = tx.meta.feeLamports - BigInt(signatures * LAMPORTS_PER_SIGNATURE);
  return fee >= 0n ? fee : null;
}

/** The change of the fee payer's lamports, fee included. Null without balances. */
export function signerLamportChange(tx: Pick<Transaction, 'meta'>): bigint | null {
  const before = tx.meta?.preBalances[0];
  const after = tx.meta?.postBalances[0];
  return before === undefined || after === undefined ? null : after - before;
}

export interface TokenChange {
  /** Base58. */
  mint: string;
  decimals: number;
  /** Signed, in the mint's smallest unit. */
  amount: bigint;
}

/**
 * Returns the changes of the fee payer's token balances by mint, without unchanged mints. An account that was opened or
 * closed counts as 0 before or after. Null without meta.
 */
export function signerTokenChanges(tx: Pick<Transaction, 'meta'>, signer: string): TokenChange[] | null {
  if (tx.meta === null) return null;
  let changes = addOwned(null, tx.meta.preTokenBalances, signer, -1n);
  changes = addOwned(changes, tx.meta.postTokenBalances, signer, 1n);
  return changes === null ? [] : [...changes.values()].filter((change) => change.amount !== 0n);
}

/** Null means no changes yet: allocates nothing for most transactions. */
function addOwned(
  before: Map<string, TokenChange> | null,
  balances: readonly TokenBalance[],
  signer: string,
  sign: 1n | -1n,
): Map<string, TokenChange> | null {
  let changes = before;
  for (const { owner, mint, decimals, amount } of balances) {
    if (owner !== signer) continue;
    changes ??= new Map();
    const change = changes.get(mint);
    if (change === undefined) changes.set(mint, { mint, decimals, amount: sign * amount });
    else change.amount += sign * amount;
  }
  return changes;
}
