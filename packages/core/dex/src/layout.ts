import type { PriceMove } from './price-move.js';
import type { PoolEventKind, PoolKind, SwapLimit } from './swap.js';

/**
 * Describes a program's instructions as data, with code only where data does not suffice. One file per program in
 * `programs/`; all share the same extraction (`extract-trades.ts`).
 */
export interface DexProgram {
  /** Base58. */
  id: string;
  name: string;
  kind: PoolKind;
  instructions: readonly InstructionLayout[];
  /** The event with which it states the price that a swap left behind. */
  swapEvent?: SwapEventLayout;
}

export interface SwapEventLayout {
  /** As data in the log, or as a call of the program to itself. */
  written: 'log' | 'self_call';
  /** Null for other data. */
  read: (data: Uint8Array) => SwapEvent | null;
}

/** An event of a swap. Its price is that of `PriceMove`. */
export interface SwapEvent extends Pick<PriceMove, 'falls' | 'before' | 'after' | 'liquidity'> {
  /** 32 bytes. */
  pool: Uint8Array;
  /** Amounts that moved the price: the input without fees, and the output with those taken from it. Null if not stated. */
  curveIn: bigint | null;
  curveOut: bigint | null;
}

export type InstructionLayout =
  | SwapLayout
  | CurveTradeLayout
  | RouteLayout
  | PoolEventLayout
  | FillLayout
  | RebateLayout;

/** Index into an instruction's accounts; negative counts from the end, −1 being the last. */
export type AccountIndex = number;

interface InstructionMatch {
  /** Name in the program's interface. */
  name: string;
  /** The bytes that identify the instruction, in hex. */
  discriminator: string;
  /** Offset of these bytes in the data; default 0. */
  discriminatorAt?: number;
  /** Exact length of the data, or those possible, if the identifying bytes are ambiguous. */
  dataLength?: number | readonly number[];
  /** Minimum number of accounts. */
  minAccounts?: number;
}

/** An instruction that swaps in one pool, or in several one after another. */
export interface SwapLayout extends InstructionMatch {
  does: 'swap';
  hops: readonly HopLayout[];
  /** Limit over all hops: a least amount out is that of the last one, a most amount in that of the first. */
  limit: LimitLayout | null;
}

/** Where the data states a limit: a little-endian u64. */
export interface LimitPlace {
  kind: SwapLimit['kind'];
  at: number;
}

/** A function where the kind or the place depends on other bytes; null if these say neither. */
export type LimitLayout = LimitPlace | ((data: Uint8Array) => LimitPlace | null);

export interface HopLayout {
  pool: AccountIndex;
  /** The pool's two token accounts; or all of a pool with several mints, of which a swap uses two. */
  vaults: readonly [AccountIndex, AccountIndex] | VaultRange;
  trader: OrderedAccounts | PairedAccounts;
  /** The account that moves the trader's tokens. */
  authority: AccountIndex;
  /** Accounts whose transfers with the vaults are not part of the swap (an order book that settles within it). */
  settlement?: readonly AccountIndex[];
}

/** Consecutive accounts of an instruction, both ends included. */
export interface VaultRange {
  first: AccountIndex;
  last: AccountIndex;
}

/** The instruction names the trader's paying account first; the vaults are in either order. */
export interface OrderedAccounts {
  source: AccountIndex;
  destination: AccountIndex;
}

/** The trader's accounts are in the order of the vaults, regardless of the direction. */
export interface PairedAccounts {
  a: AccountIndex;
  b: AccountIndex;
  /** Whether the data requests paying `a` for `b`; null if it does not say. */
  aToB: (data: Uint8Array) => boolean | null;
}

/** A trade against a curve that holds native SOL itself: token transfers show only one of its legs. */
export interface CurveTradeLayout extends InstructionMatch {
  does: 'curve_trade';
  side: 'buy' | 'sell';
  /** The curve, which holds the SOL unless `solVault` is set. */
  pool: AccountIndex;
  solVault?: AccountIndex;
  /** The curve's account of the token traded. */
  vault: AccountIndex;
  mint: AccountIndex;
  /** The trader's account of that token. */
  traderAccount: AccountIndex;
  /** Signs and moves the tokens. */
  authority: AccountIndex;
  /** The wallet whose lamports move. */
  wallet: AccountIndex;
  limit: LimitLayout | null;
  /** Lamports that the curve and the wallet gained or lost; null if unknown. */
  lamports: (trade: CurveTrade) => CurveAmounts | null;
  /** For curves that can be quoted in a token: used if `mint` is not wrapped SOL. */
  quote?: { mint: AccountIndex; vault: AccountIndex; traderAccount: AccountIndex };
}

export interface CurveAmounts {
  pool: bigint;
  trader: bigint;
}

/** The visible data of a trade in native SOL. */
export interface CurveTrade {
  side: 'buy' | 'sell';
  /** 32 bytes of the mint traded. */
  mint: Uint8Array;
  /** Data of the program's calls to itself under the instruction (Anchor's events), in order. */
  selfCalls: readonly Uint8Array[];
  /** Lamports moved by system transfers under the instruction between two of its accounts (null: any). */
  moved: (from: AccountIndex | null, to: AccountIndex | null) => bigint;
  /** Change of an account's lamports over the whole transaction; null if unknown. */
  change: (account: AccountIndex) => bigint | null;
  /** Whether the transaction has no other recognised instruction of this program. */
  isOnlyOfProgram: boolean;
}

/**
 * An instruction over as many pools as its accounts name. If a transfer's destination is account `i` and the next one's
 * source is account `i + 1`, those are the vaults of the pool at `i + poolFromVaultIn`.
 */
export interface RouteLayout extends InstructionMatch {
  does: 'route';
  poolFromVaultIn: number;
  authority: AccountIndex;
  /** Limit of the whole route, as in `SwapLayout`. */
  limit: LimitLayout | null;
}

/**
 * An instruction in which a taker trades with a maker's own accounts at a quoted price, without a pool. The maker is
 * the owner of those accounts.
 */
export interface FillLayout extends InstructionMatch {
  does: 'fill';
  taker: AccountIndex;
  /** Both pairs in the same order of mints. */
  takerAccounts: readonly [AccountIndex, AccountIndex];
  makerAccounts: readonly [AccountIndex, AccountIndex];
}

/** An instruction that pays a part of earlier trades' fees back to a wallet, out of an account kept for it. */
export interface RebateLayout extends InstructionMatch {
  does: 'rebate';
  wallet: AccountIndex;
  payer: AccountIndex;
  receiver: AccountIndex;
}

/** An instruction that creates a pool, or moves tokens into or out of its vaults without swapping. */
export interface PoolEventLayout extends InstructionMatch {
  does: PoolEventKind;
  pool: AccountIndex;
  vaults: readonly AccountIndex[];
  /** Requester; null: the fee payer is used. */
  actor: AccountIndex | null;
  /**
   * If it places orders on a book: reads what such an order filled at once from data that the call logged; null for
   * other data. The pool is the market, and the actor the taker.
   */
  loggedFill?: (data: Uint8Array) => LoggedFill | null;
}

/** A fill as an order book's program logs it. Keys are of 32 bytes. */
export interface LoggedFill {
  market: Uint8Array;
  maker: Uint8Array;
  taker: Uint8Array;
  /** Mints that the taker paid with, and got. */
  mintIn: Uint8Array;
  mintOut: Uint8Array;
  amountIn: bigint;
  amountOut: bigint;
}
