/**
 * What a block's DEX transactions did, as plain data. Addresses, mints and accounts are base58 text; token
 * amounts are in the mint's smallest unit, lamports for native SOL; u64 amounts are `bigint`. `null` is a fact
 * that the transaction does not show, never a default.
 */

/** How a pool sets its price. What replay may assume of it follows from this alone. */
export type PoolKind =
  /** x × y = k over two reserves. */
  | 'constant_product'
  /** x × y = k over virtual reserves of a launch, until it graduates. */
  | 'bonding_curve'
  /** Liquidity in price ranges. */
  | 'concentrated'
  /** Liquidity in discrete price bins. */
  | 'bins'
  | 'order_book'
  /** A market maker's own prices, set from outside: not a function of reserves. */
  | 'proprietary'
  /** A stable-swap curve, or a pool that may be one. */
  | 'stable'
  /** A route over pools; never the kind of a swap, only of an outer program. */
  | 'aggregator';

/**
 * The mint of native SOL, where a swap's leg is lamports rather than a token (Pump.fun's and Moonshot's curves).
 * It is the wrapped mint on purpose: both are SOL, and legs of one pool must compare equal.
 */
export const SOL_MINT = 'So11111111111111111111111111111111111111112';

/** One end of a swap's leg on the trader's side. */
export interface SwapAccount {
  /** Token account; `null` for a leg in native SOL. */
  account: string | null;
  /** Owner of the token account, or the wallet of a native leg; `null` where the transaction does not show it. */
  owner: string | null;
  /**
   * Balance before and after the whole *transaction* (not the instruction); an account that did not exist
   * holds 0. Lamports of the wallet for a native leg. `null` where unknown.
   */
  balanceBefore: bigint | null;
  balanceAfter: bigint | null;
}

/** What a transaction paid and asked for; the same on every swap and attempt of the transaction. */
export interface TransactionCost {
  /** Whole fee, base and priority. */
  feeLamports: bigint;
  /** Fee beyond 5,000 lamports a signature; `null` where the base fee is not known. */
  priorityFeeLamports: bigint | null;
  /** Micro-lamports a compute unit; `null`: not asked for. */
  computeUnitPrice: bigint | null;
  /** Transferred to Jito's tip accounts; `null` where it cannot be told. */
  jitoTipLamports: bigint | null;
}

/** Where an instruction is: order by `(slot, blockIndex, outerIndex, innerIndex ?? -1, partIndex)`. */
export interface InstructionPosition {
  slot: number;
  /** Index of the transaction in the block. */
  blockIndex: number;
  outerIndex: number;
  /** Index in the flattened inner instructions of that outer one; `null` for the outer one itself. */
  innerIndex: number | null;
  /** Which part of the instruction: 0, and up for the later pools of one that swaps through several. */
  partIndex: number;
}

/** The wallets of a transaction. */
export interface TransactionWallets {
  /** Signs and pays. */
  feePayer: string;
  /** All who signed, the fee payer first. */
  signers: string[];
}

/** One swap in one pool, in a transaction that succeeded. */
export interface Swap extends InstructionPosition, TransactionWallets, TransactionCost {
  /** The program that holds the pool. */
  programId: string;
  dexName: string;
  poolKind: PoolKind;
  pool: string;
  /** What the trader paid with. */
  mintIn: string;
  /** What the trader got. */
  mintOut: string;
  /**
   * What the vault (or the curve) gained of `mintIn`: fees that the trader paid to others beside it are not in
   * it, nor what a Token-2022 mint withheld on the way.
   */
  poolIn: bigint;
  /** What the vault (or the curve) lost of `mintOut`: fees that the pool paid out of it to others are in it. */
  poolOut: bigint;
  /** The pool's token accounts that gained and lost; the curve itself for a native leg. */
  vaultIn: string;
  vaultOut: string;
  /** What the trader's accounts lost of `mintIn` under this instruction, all fees included. */
  traderIn: bigint;
  /** What the trader's accounts gained of `mintOut` under this instruction, after all fees. */
  traderOut: bigint;
  /** The authority if it signed the transaction, else the fee payer. */
  trader: string;
  /** Who moved the trader's tokens: may be a program's address that identifies nobody. */
  authority: string;
  authoritySigned: boolean;
  source: SwapAccount;
  destination: SwapAccount;
  /** Program of the outer instruction; equal to `programId` where the swap was called directly. */
  outerProgramId: string;
}

/** Which way an attempt meant to trade. */
export interface AttemptDirection {
  mintIn: string;
  mintOut: string;
}

/** A swap instruction of a transaction that failed: it moved nothing. */
export interface Attempt extends InstructionPosition, TransactionWallets, TransactionCost {
  programId: string;
  dexName: string;
  poolKind: PoolKind;
  pool: string;
  /** Mints of the instruction's legs as far as known, in no order that means anything. */
  mints: string[];
  /** `null` where the transaction does not show it. */
  direction: AttemptDirection | null;
  trader: string;
  authority: string;
  authoritySigned: boolean;
  outerProgramId: string;
}

/** `fees_collected`: fees taken out of the pool's vaults by whoever they belong to. */
export type PoolEventKind = 'created' | 'liquidity_added' | 'liquidity_removed' | 'fees_collected';

export interface PoolEventAmount {
  mint: string;
  /** What the pool's side gained (added, created) or lost (removed): never negative. */
  amount: bigint;
}

/** A pool was made, or its liquidity changed. */
export interface PoolEvent extends InstructionPosition, TransactionWallets {
  programId: string;
  dexName: string;
  poolKind: PoolKind;
  pool: string;
  kind: PoolEventKind;
  /** One for each mint that moved; empty where none did or it is not known. */
  amounts: PoolEventAmount[];
  /** Who asked for it: the instruction's authority if it signed, else the fee payer. */
  actor: string;
}

export type TokenLinkKind = 'transfer' | 'set_authority';

/**
 * Tokens that moved, or a token account that changed hands, outside any swap: what links wallets. Native SOL is not a
 * link. A transfer under a swap or liquidity instruction is a leg of that, not a link. Between accounts of one owner
 * only what that owner signed for is a link.
 */
export interface TokenLink extends InstructionPosition {
  kind: TokenLinkKind;
  /** `null` where the transaction does not show it. */
  mint: string | null;
  fromAccount: string;
  /** `null` where the transaction does not show it. */
  fromOwner: string | null;
  /** The same as `fromAccount` for `set_authority`. */
  toAccount: string;
  toOwner: string | null;
  /** What left the source; for `set_authority` what the account held after the transaction, `null` if unknown. */
  amount: bigint | null;
  /** Who authorised it. A program's address signs nothing: such a transfer is a program's, not a wallet's. */
  authority: string;
  authoritySigned: boolean;
}

/** All that one transaction shows. Each list is in order of position. */
export interface TransactionTrades {
  /** Empty for a transaction that failed. */
  swaps: Swap[];
  /** Empty for a transaction that succeeded. */
  attempts: Attempt[];
  poolEvents: PoolEvent[];
  tokenLinks: TokenLink[];
}
