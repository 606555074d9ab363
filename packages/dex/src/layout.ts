import type { PoolEventKind, PoolKind } from './swap.js';

/**
 * What a program's file says of its instructions: facts only, no code where a number will do. One file a
 * program in `programs/`; the walk (`extract-trades.ts`) is the same for all.
 */
export interface DexProgram {
  /** Base58. */
  id: string;
  name: string;
  kind: PoolKind;
  instructions: readonly InstructionLayout[];
}

export type InstructionLayout = SwapLayout | CurveTradeLayout | RouteLayout | PoolEventLayout;

/** Index into an instruction's accounts; negative counts from the end, −1 being the last. */
export type AccountIndex = number;

interface InstructionMatch {
  /** As the program's interface names it. */
  name: string;
  /** Hex of the bytes that mark the instruction. */
  discriminator: string;
  /** Where in the data they are; 0 unless said. */
  discriminatorAt?: number;
  /** Exact length of the data, where the marking bytes alone are too few. */
  dataLength?: number;
  /** At least so many accounts. */
  minAccounts?: number;
}

/** An instruction that swaps in one pool, or in several one after another. */
export interface SwapLayout extends InstructionMatch {
  does: 'swap';
  hops: readonly HopLayout[];
}

export interface HopLayout {
  pool: AccountIndex;
  /** The pool's two token accounts. */
  vaults: readonly [AccountIndex, AccountIndex];
  trader: OrderedAccounts | PairedAccounts;
  /** Who moves the trader's tokens. */
  authority: AccountIndex;
  /** Accounts whose transfers with the vaults are not of the swap (an order book that settles on the way). */
  settlement?: readonly AccountIndex[];
}

/** The instruction names what the trader pays from first; the vaults are in either order. */
export interface OrderedAccounts {
  source: AccountIndex;
  destination: AccountIndex;
}

/** The trader's accounts are in the order of the vaults, whichever way the swap goes. */
export interface PairedAccounts {
  a: AccountIndex;
  b: AccountIndex;
  /** Whether the data asks to pay `a` for `b`; `null` where it does not tell. */
  aToB: (data: Uint8Array) => boolean | null;
}

/** A trade against a curve that holds native SOL itself: transfers show only one of its legs. */
export interface CurveTradeLayout extends InstructionMatch {
  does: 'curve_trade';
  side: 'buy' | 'sell';
  /** The curve, which holds the SOL (in `solVault` where that is another account). */
  pool: AccountIndex;
  solVault?: AccountIndex;
  /** The curve's account of the token traded. */
  vault: AccountIndex;
  mint: AccountIndex;
  /** The trader's account of that token. */
  traderAccount: AccountIndex;
  /** Signs, moves the tokens. */
  authority: AccountIndex;
  /** The wallet whose lamports move. */
  wallet: AccountIndex;
  /** What the curve and the wallet gained or lost in lamports; `null` where it cannot be told. */
  lamports: (trade: CurveTrade) => CurveAmounts | null;
  /** Where a curve can be quoted in a token: used when `mint` is not wrapped SOL. */
  quote?: { mint: AccountIndex; vault: AccountIndex; traderAccount: AccountIndex };
}

export interface CurveAmounts {
  pool: bigint;
  trader: bigint;
}

/** What a transaction shows of a trade in native SOL. */
export interface CurveTrade {
  side: 'buy' | 'sell';
  /** 32 bytes of the mint traded. */
  mint: Uint8Array;
  /** Data of the program's calls to itself under the instruction (Anchor's events), in order. */
  selfCalls: readonly Uint8Array[];
  /** Lamports that system transfers under the instruction moved between two of its accounts (`null`: any). */
  moved: (from: AccountIndex | null, to: AccountIndex | null) => bigint;
  /** What the whole transaction changed in an account's lamports; `null` where not known. */
  change: (account: AccountIndex) => bigint | null;
  /** Whether the transaction has no other recognised instruction of this program. */
  isOnlyOfProgram: boolean;
}

/**
 * An instruction over as many pools as its accounts name: where a transfer's destination is account `i`, and the
 * next one's source is `i + 1`, those are the vaults of the pool at `i + poolFromVaultIn`.
 */
export interface RouteLayout extends InstructionMatch {
  does: 'route';
  poolFromVaultIn: number;
  authority: AccountIndex;
}

/** An instruction that makes a pool, or puts into its vaults or takes from them without swapping. */
export interface PoolEventLayout extends InstructionMatch {
  does: PoolEventKind;
  pool: AccountIndex;
  vaults: readonly AccountIndex[];
  /** Who asks for it; `null`: the fee payer stands for it. */
  actor: AccountIndex | null;
}
