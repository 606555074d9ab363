import type { Call } from './calls.js';
import type { HopAmounts } from './hop.js';
import type { DexProgram } from './layout.js';
import type { Attempt, Swap, SwapAccount, SwapLimit } from './swap.js';
import type { TransactionView } from './transaction-view.js';

/**
 * The facts of a swap before its accounts are encoded as text. Accounts are indexes into the transaction's keys.
 * Records are assigned field by field, here and elsewhere: spreading objects into them took a third of the extraction
 * time.
 */
export interface SwapFacts {
  amounts: HopAmounts;
  pool: number;
  authority: number;
  /** Base58. */
  mintIn: string;
  mintOut: string;
  /** The wallet whose lamports move in a native leg; null if both legs are tokens. */
  nativeIn: number | null;
  nativeOut: number | null;
  limit: SwapLimit | null;
}

/**
 * The fields that the records of a swap and of a failed attempt have in common; null if the transaction lacks the pool or the
 * authority. Callers assign what else their record has.
 */
export function callRecord(
  view: TransactionView,
  program: DexProgram,
  call: Call,
  partIndex: number,
  at: { pool: number; authority: number },
): Omit<Attempt, 'mints' | 'direction'> | null {
  const pool = view.textOf(at.pool);
  const authority = view.textOf(at.authority);
  if (pool === null || authority === null) return null;
  const authoritySigned = view.isSigner(at.authority);
  const { feePayer, signers } = view.wallets();
  const cost = view.cost();
  return {
    slot: view.slot,
    blockIndex: view.tx.index,
    outerIndex: call.outerIndex,
    innerIndex: call.innerIndex,
    partIndex,
    feePayer,
    signers,
    feeLamports: cost.feeLamports,
    priorityFeeLamports: cost.priorityFeeLamports,
    computeUnitPrice: cost.computeUnitPrice,
    jitoTipLamports: cost.jitoTipLamports,
    programId: program.id,
    dexName: program.name,
    poolKind: program.kind,
    pool,
    trader: authoritySigned ? authority : feePayer,
    authority,
    authoritySigned,
    outerProgramId: outerProgramOf(view, call),
  };
}

/** Null if the transaction lacks an account, or if a leg is empty. */
export function swapRecord(
  view: TransactionView,
  program: DexProgram,
  call: Call,
  partIndex: number,
  facts: SwapFacts,
): Swap | null {
  const { mintIn, mintOut, amounts } = facts;
  const vaultIn = view.textOf(amounts.vaultIn);
  const vaultOut = view.textOf(amounts.vaultOut);
  if (vaultIn === null || vaultOut === null || mintIn === mintOut) return null;
  const swap = callRecord(view, program, call, partIndex, facts) as Swap | null;
  if (swap === null) return null;
  swap.mintIn = mintIn;
  swap.mintOut = mintOut;
  swap.poolIn = amounts.poolIn;
  swap.poolOut = amounts.poolOut;
  swap.vaultIn = vaultIn;
  swap.vaultOut = vaultOut;
  swap.traderIn = amounts.traderIn;
  swap.traderOut = amounts.traderOut;
  swap.source = facts.nativeIn === null ? tokenSide(view, amounts.source) : nativeSide(view, facts.nativeIn);
  swap.destination =
    facts.nativeOut === null ? tokenSide(view, amounts.destination) : nativeSide(view, facts.nativeOut);
  swap.limit = facts.limit;
  swap.routeLimit = null;
  swap.priceMove = null;
  swap.inferred = false;
  return swap;
}

/** Program of the outer instruction that contains a call. */
export function outerProgramOf(view: TransactionView, call: Call): string {
  return view.textOf(view.tx.instructions[call.outerIndex]?.programIdIndex) ?? '';
}

export function tokenSide(view: TransactionView, index: number): SwapAccount {
  const { preTokenBalances, postTokenBalances } = view.meta;
  const known = view.accounts.get(index);
  // Without any balance in the transaction, that of an account which it opened is not known to have returned to 0.
  const areRecorded = preTokenBalances.length > 0 || postTokenBalances.length > 0;
  return {
    account: view.textOf(index),
    owner: known?.owner ?? null,
    balanceBefore: areRecorded ? (known?.before ?? null) : null,
    balanceAfter: areRecorded ? (known?.after ?? null) : null,
  };
}

function nativeSide(view: TransactionView, wallet: number): SwapAccount {
  return {
    account: null,
    owner: view.textOf(wallet),
    balanceBefore: view.meta.preBalances[wallet] ?? null,
    balanceAfter: view.meta.postBalances[wallet] ?? null,
  };
}
