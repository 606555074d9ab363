import type { Call } from './calls.js';
import type { HopAmounts } from './hop.js';
import type { DexProgram } from './layout.js';
import type { Swap, SwapAccount, SwapLimit } from './swap.js';
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

/** Null if the transaction lacks an account, or if a leg is empty. */
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
    limit: facts.limit,
    routeLimit: null,
    priceMove: null,
    inferred: false,
  };
}

/** Program of the outer instruction that contains a call. */
export function outerProgramOf(view: TransactionView, call: Call): string {
  return view.textOf(view.tx.instructions[call.outerIndex]?.programIdIndex) ?? '';
}

export function tokenSide(view: TransactionView, index: number): SwapAccount {
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
