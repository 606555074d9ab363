import type { Call } from './calls.js';
import type { HopAmounts } from './hop.js';
import type { DexProgram } from './layout.js';
import type { Swap, SwapAccount } from './swap.js';
import type { TransactionView } from './transaction-view.js';

/**
 * What a swap comes to, before its accounts are written out. Accounts are indexes into the transaction's keys.
 * Records are written field by field, here and elsewhere: copying objects into them cost a third of extraction.
 */
export interface SwapFacts {
  amounts: HopAmounts;
  pool: number;
  authority: number;
  /** Base58. */
  mintIn: string;
  mintOut: string;
  /** The wallet that lamports of a native leg come from or go to; `null`: both legs are tokens. */
  nativeIn: number | null;
  nativeOut: number | null;
}

/** `null`: an account that the transaction does not have, or a leg that is none. */
export function swapRecord(
  view: TransactionView,
  program: DexProgram,
  call: Call,
  partIndex: number,
  facts: SwapFacts,
): Swap | null {
  const { mintIn, mintOut, amounts } = facts;
  const pool = view.textOf(facts.pool);
  const vaultIn = view.textOf(amounts.vaultIn);
  const vaultOut = view.textOf(amounts.vaultOut);
  const authority = view.textOf(facts.authority);
  if (pool === null || vaultIn === null || vaultOut === null || authority === null) return null;
  if (mintIn === mintOut) return null;
  const authoritySigned = view.isSigner(facts.authority);
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
    mintIn,
    mintOut,
    poolIn: amounts.poolIn,
    poolOut: amounts.poolOut,
    vaultIn,
    vaultOut,
    traderIn: amounts.traderIn,
    traderOut: amounts.traderOut,
    trader: authoritySigned ? authority : feePayer,
    authority,
    authoritySigned,
    source: facts.nativeIn === null ? tokenSide(view, amounts.source) : nativeSide(view, facts.nativeIn),
    destination:
      facts.nativeOut === null ? tokenSide(view, amounts.destination) : nativeSide(view, facts.nativeOut),
    outerProgramId: outerProgramOf(view, call),
  };
}

/** Program of the outer instruction that a call is or runs under. */
export function outerProgramOf(view: TransactionView, call: Call): string {
  return view.textOf(view.tx.instructions[call.outerIndex]?.programIdIndex) ?? '';
}

function tokenSide(view: TransactionView, index: number): SwapAccount {
  const known = view.accounts.get(index);
  return {
    account: view.textOf(index),
    owner: known?.owner ?? null,
    balanceBefore: known?.before ?? null,
    balanceAfter: known?.after ?? null,
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
