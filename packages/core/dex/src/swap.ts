import type { TipPayment } from '@tickscope/chain';
import type { PriceMove } from './price-move.js';

/**
 * A block's DEX activity as plain data. Addresses, mints and accounts are base58 text, of type `string`: the detector
 * only compares them, and its tests name them freely. Token amounts are in the mint's
 * smallest unit, lamports for native SOL; u64 amounts are `bigint`. Null is a fact that the transaction does not show,
 * never a default.
 */

/** How a pool sets its price. Determines alone what replay may assume. */
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
  /** A market maker sets the price from outside: not a function of reserves. */
  | 'proprietary'
  /** A stable-swap curve, or a pool that may be one. */
  | 'stable'
  /** A route over pools; only the kind of an outer program, never of a swap. */
  | 'aggregator';

/**
 * The mint used for native SOL, where a swap's leg is lamports rather than a token (Pump.fun's and Moonshot's curves).
 * Deliberately the wrapped mint: both are SOL, and the legs of one pool must compare equal.
 */
export const SOL_MINT = 'So11111111111111111111111111111111111111112';

/** The trader's account on one side of a swap. */
export interface SwapAccount {
  /** Token account; `null` for a leg in native SOL, and for a fill on an order book. */
  account: string | null;
  /** Owner of the token account, or the wallet of a native leg; null if the transaction does not show it. */
  owner: string | null;
  /**
   * Balance before and after the whole *transaction* (not the instruction); an account that does not exist holds 0.
   * Lamports of the wallet for a native leg. Null if unknown.
   */
  balanceBefore: bigint | null;
  balanceAfter: bigint | null;
}

/** The costs of a transaction; equal on every swap and attempt of the transaction. */
export interface TransactionCost {
  /** Whole fee, base and priority. */
  feeLamports: bigint;
  /** Fee beyond 5,000 lamports per signature; null if the base fee is unknown. */
  priorityFeeLamports: bigint | null;
  /** Micro-lamports per compute unit; null if not requested. */
  computeUnitPrice: bigint | null;
  /** Lamports transferred to Jito's tip accounts; null if unknown. */
  jitoTipLamports: bigint | null;
}

/** The position of an instruction. Order: `(slot, blockIndex, outerIndex, innerIndex ?? -1, partIndex)`. */
export interface InstructionPosition {
  slot: number;
  /** Index of the transaction in the block. */
  blockIndex: number;
  outerIndex: number;
  /** Index in the flattened inner instructions of that outer one; null for the outer one itself. */
  innerIndex: number | null;
  /** Part of the instruction: 0, and higher for the further pools of an instruction that swaps through several. */
  partIndex: number;
}

/** The wallets of a transaction. */
export interface TransactionWallets {
  /** Signs and pays the fee. */
  feePayer: string;
  /** All signers, the fee payer first. */
  signers: string[];
}

/**
 * The worst price that a swap's instruction accepts. A least amount of 0 or 1 limits nothing: such a swap has no
 * limit. Its kind says which amount the instruction fixed: with `least_out` the amount paid, with `most_in` the amount
 * got.
 */
export interface SwapLimit {
  /** `least_out`: the trader gets at least `amount`, or it fails; `most_in`: the trader pays at most `amount`. */
  kind: 'least_out' | 'most_in';
  /** Amount of the mint that the trader gets (`least_out`) or pays (`most_in`). */
  amount: bigint;
}

/** The limit of the aggregator's instruction around a swap, for the whole route. */
export interface RouteLimit extends SwapLimit {
  programId: string;
  /** The aggregator's instruction. `innerIndex` is null if it is the outer instruction. */
  outerIndex: number;
  innerIndex: number | null;
  /** Mint of `amount`; null if the transaction does not show it. */
  mint: string | null;
  /**
   * Promise of the route when it was made, before slippage: out for `least_out`, in for `most_in`. Null if the
   * instruction does not state it.
   */
  quoted: bigint | null;
  /**
   * Amount of `mint` that the signers' accounts got (`least_out`) or paid (`most_in`) under the instruction, after its
   * fees: what the limit limits. Null if the transaction does not show it.
   */
  moved: bigint | null;
}

/** One swap in one pool, in a successful transaction. */
export interface Swap extends InstructionPosition, TransactionWallets, TransactionCost {
  /** The program that holds the pool. */
  programId: string;
  dexName: string;
  poolKind: PoolKind;
  pool: string;
  /** Mint that the trader paid with. */
  mintIn: string;
  /** Mint that the trader received. */
  mintOut: string;
  /**
   * Gain of the vault (or the curve) in `mintIn`. Excludes fees that the trader paid to others, and what a Token-2022
   * mint withheld.
   */
  poolIn: bigint;
  /** Loss of the vault (or the curve) in `mintOut`. Includes fees that the pool paid out of it to others. */
  poolOut: bigint;
  /** The pool's token accounts that gained and lost; the curve itself for a native leg. */
  vaultIn: string;
  vaultOut: string;
  /** Loss of the trader's accounts in `mintIn` under this instruction, all fees included. */
  traderIn: bigint;
  /** Gain of the trader's accounts in `mintOut` under this instruction, after all fees. */
  traderOut: bigint;
  /** The authority if it signed the transaction, else the fee payer. */
  trader: string;
  /** The account that moved the trader's tokens. May be a program-derived address that identifies no one. */
  authority: string;
  authoritySigned: boolean;
  source: SwapAccount;
  destination: SwapAccount;
  /** Program of the outer instruction; equal to `programId` where the swap was called directly. */
  outerProgramId: string;
  /** Limit of the pool's own instruction; null if it has none. */
  limit: SwapLimit | null;
  /** Limit of the outermost aggregator's instruction around it; null if there is no aggregator or no limit. */
  routeLimit: RouteLimit | null;
  /** Null if the program writes no such event, or it is not known to be the swap's. */
  priceMove: PriceMove | null;
  /** Whether no layout describes the instruction, and the swap was found by what moved. */
  inferred: boolean;
}

/**
 * A swap of an instruction that no layout describes, found by what moved (`infer-swaps.ts`). Its program names it only
 * by id; its pool is the vaults' owner, or one of the vaults; its kind is proprietary, because its price is not known
 * to follow from reserves.
 */
export interface InferredSwap extends Swap {
  inferred: true;
}

/**
 * A call that swapped, or looks as if it did, and was not decoded: no layout describes it, or the source left out what
 * it moved. New programs and new instructions of known ones appear here first.
 */
export interface UnknownFrame extends InstructionPosition {
  /** The program that was called; if its address is not known, the nearest one around it. */
  programId: string;
  /** First byte of the instruction's data; null if it has none. */
  firstByte: number | null;
  /**
   * Whether it is among the inferred swaps. If not, both sides signed, more than two mints moved, the trading side is
   * unknown, no pool took part, or something is lacking.
   */
  isInferred: boolean;
  /** The part that the source left out, without which it is not known what was swapped. Null: nothing. */
  lacks: MissingFact | null;
}

/**
 * `mints`: token balances, and with them the mints of the accounts. `inner_instructions`: what a call called.
 * `addresses`: those that look-up tables loaded, the program's among them.
 */
export type MissingFact = 'mints' | 'inner_instructions' | 'addresses';

/**
 * A trade of a taker with a maker that is not of a pool, and cannot be replayed. Either with a market maker's own
 * accounts, at a price that the maker quoted for it: two takers of one maker do not move each other's price. Or on an
 * order book (`market`), of an order that filled as it was placed: it moves no tokens, only what the market owes each of
 * them. Swap instructions of an order book, which do move tokens, are swaps.
 */
export interface Fill extends InstructionPosition, TransactionWallets, TransactionCost {
  programId: string;
  dexName: string;
  taker: string;
  takerSigned: boolean;
  /** The order book; null for a maker's quote. */
  market: string | null;
  /** Owner of the accounts, or of the order, that the taker traded with. */
  maker: string;
  /** Mint that the taker paid with. */
  mintIn: string;
  mintOut: string;
  /** Gain of the maker in `mintIn`, and its loss in `mintOut`. */
  makerIn: bigint;
  makerOut: bigint;
  /** Loss and gain of the taker, all fees included. */
  takerIn: bigint;
  takerOut: bigint;
  /** The taker's accounts; on an order book only their owner is known. */
  source: SwapAccount;
  destination: SwapAccount;
  outerProgramId: string;
}

/** Fees of earlier trades, of this transaction or before, that a program paid back to a wallet. */
export interface Rebate extends InstructionPosition {
  programId: string;
  dexName: string;
  wallet: string;
  mint: string;
  amount: bigint;
}

/** The intended direction of an attempt. */
export interface AttemptDirection {
  mintIn: string;
  mintOut: string;
}

/** A swap instruction of a failed transaction: it moved nothing. */
export interface Attempt extends InstructionPosition, TransactionWallets, TransactionCost {
  programId: string;
  dexName: string;
  poolKind: PoolKind;
  pool: string;
  /** Known mints of the instruction's legs, in no particular order. */
  mints: string[];
  /** Null if the transaction does not show it. */
  direction: AttemptDirection | null;
  trader: string;
  authority: string;
  authoritySigned: boolean;
  outerProgramId: string;
}

/** `fees_collected`: fees withdrawn from the pool's vaults by their owner. */
export type PoolEventKind = 'created' | 'liquidity_added' | 'liquidity_removed' | 'fees_collected';

export interface PoolEventAmount {
  mint: string;
  /** Amount that the pool gained (added, created) or lost (removed); never negative. */
  amount: bigint;
}

/** A pool was created, or its liquidity changed. */
export interface PoolEvent extends InstructionPosition, TransactionWallets {
  programId: string;
  dexName: string;
  poolKind: PoolKind;
  pool: string;
  kind: PoolEventKind;
  /** One per mint that moved; empty if none did or it is unknown. */
  amounts: PoolEventAmount[];
  /** Requester: the instruction's authority if it signed, otherwise the fee payer. */
  actor: string;
}

export type TokenLinkKind = 'transfer' | 'set_authority';

/**
 * Tokens that moved, or a token account that changed its owner, outside any swap: what links wallets. Native SOL is not
 * a link. A transfer under a swap or liquidity instruction is a leg of it, not a link. Between accounts of one owner,
 * only what that owner signed is a link.
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
  /** Amount that left the source; for `set_authority` the account's balance after the transaction, null if unknown. */
  amount: bigint | null;
  /**
   * Authority of the transfer. A program-derived address signs nothing: such a transfer is made by a program, not a
   * wallet.
   */
  authority: string;
  authoritySigned: boolean;
}

/** Payment of a transaction to one tip account of a landing service. */
export interface Tip extends TipPayment {
  slot: number;
  blockIndex: number;
  feePayer: string;
  /** Fee of the transaction in lamports; null if unknown. */
  feeLamports: bigint | null;
  /** Whether the transaction makes no trade of its own: no swap, no fill. */
  isAlone: boolean;
}

/** Everything extracted from one transaction. Each list is in order of position. */
export interface TransactionTrades {
  /** Empty for a transaction that failed. */
  swaps: Swap[];
  /** Empty for a transaction that succeeded. */
  attempts: Attempt[];
  poolEvents: PoolEvent[];
  /** Trades without a pool. Not among `swaps`. */
  fills: Fill[];
  rebates: Rebate[];
  /** Swaps of instructions without a layout. Not among `swaps`. */
  inferred: InferredSwap[];
  /** Every exchange that was not decoded, whether or not it is among `inferred`. */
  unknownFrames: UnknownFrame[];
  tokenLinks: TokenLink[];
}
