import type { RouteLimit, TransactionTrades } from '../swap.js';

/** View of the decoder on one transaction, as plain data. Amounts are in the mint's smallest unit. */
export interface Explanation {
  slot: number;
  /** Index of the transaction in its block. */
  blockIndex: number;
  /** Base58. */
  signature: string;
  version: 'legacy' | 0 | 1;
  isVote: boolean;
  /** `unknown`: the source has no meta, so what happened is not recorded. */
  status: 'succeeded' | 'failed' | 'unknown';
  /** The error as JSON text; null unless the transaction failed. */
  error: string | null;
  /** Whether inner instructions are recorded: without them only direct calls are seen. */
  hasInnerInstructions: boolean;
  /** Whether each inner instruction states its stack height: without it, frames are not known exactly. */
  hasStackHeights: boolean;
  feePayer: string;
  signers: string[];
  /** Lamports; null without meta. */
  feeLamports: bigint | null;
  /** All account keys, static ones first. Calls name accounts by their index here. */
  keys: ExplainedKey[];
  /** In order of execution. */
  calls: ExplainedCall[];
  trades: TransactionTrades;
  /** One for each unknown frame, in the same order as `trades.unknownFrames`. */
  unknownFrames: ExplainedFrame[];
  routes: ExplainedRoute[];
  conservation: Conservation;
  /** Decimals of the mints in the balances, by mint. */
  decimals: Record<string, number>;
}

export interface ExplainedKey {
  address: string;
  isSigner: boolean;
  /** Whether the message requests it as writable. */
  isWritable: boolean;
  /** Null unless it is a token account whose mint the transaction shows. */
  token: {
    mint: string;
    owner: string | null;
    before: bigint;
    after: bigint;
  } | null;
}

/**
 * `decoded`: a layout matched, and something was decoded. `empty`: a layout matched, but nothing was decoded.
 * `unrecognised`: a DEX program, but no layout matched. `swap_like`: an unknown frame, of whichever program, of which
 * everything is recorded. `unreadable`: one of which the source left something out. `event`: a program's call to itself,
 * which only records data. `route`: a known aggregator or terminal. `lending`: a known lender. `token`, `system` and
 * `utility`: common programs. `unknown`: any other program.
 */
export type CallRole =
  | 'decoded'
  | 'empty'
  | 'unrecognised'
  | 'swap_like'
  | 'unreadable'
  | 'event'
  | 'route'
  | 'lending'
  | 'token'
  | 'system'
  | 'utility'
  | 'unknown';

export interface ExplainedCall {
  outerIndex: number;
  /** Null for the outer instruction itself. */
  innerIndex: number | null;
  /** 0 for an outer instruction. Without stack heights 1 for every inner one. */
  depth: number;
  programId: string;
  /** Null for programs that this package does not know. */
  programName: string | null;
  role: CallRole;
  /** Name of the instruction; null if it is not known. */
  instruction: string | null;
  /** Names of the parts decoded from it: `swap`, `attempt`, `fill`, `rebate`, or the kind of the pool event. */
  decoded: string[];
  /** For a DEX program without a matching layout: layouts whose identifying bytes match, and what differs. */
  nearMisses: NearMiss[];
  /** Hex, whole. */
  data: string;
  /** Indexes into `keys`. */
  accounts: number[];
  /** Movements of the call itself, without those of the calls that it made. */
  moves: Movement[];
}

/** A layout that would match if the call had another length of data, or more accounts. */
export interface NearMiss {
  instruction: string;
  /** Possible lengths of the data; null if the length is not the difference. */
  dataLengths: number[] | null;
  /** Minimum number of accounts; null if the accounts are not the difference. */
  minAccounts: number | null;
}

/** Accounts are indexes into `keys`. */
export interface Movement {
  /** `unwrap`: wrapped SOL that leaves a token account as lamports. */
  kind: 'tokens' | 'lamports' | 'unwrap';
  /** Null for lamports, and where the transaction does not show it. */
  mint: string | null;
  /** Null if minted. */
  source: number | null;
  /** Null if burned. */
  destination: number | null;
  amount: bigint;
  /** Amount that reached the destination, less than `amount` if the mint withholds a fee. */
  received: bigint;
}

/** Why an unknown frame is not among the inferred swaps. */
export type NotInferredReason =
  /** More than two mints moved: a route, or several swaps in one call. */
  | 'more_than_two_mints'
  /** Both sides signed, as with a market maker who quotes a price. */
  | 'both_sides_signed'
  /** One program took what was paid, another gave what was received: no pool holds both. */
  | 'no_pool'
  /** It is unknown which side traded, or what moved does not fit one swap. */
  | 'side_unknown'
  /** The source left out the token balances, and with them the mints. */
  | 'mints_unknown'
  /** The source left out what the call called. */
  | 'inner_instructions_unknown'
  /** The source left out the addresses that look-up tables loaded. */
  | 'addresses_unknown';

export interface ExplainedFrame {
  outerIndex: number;
  innerIndex: number | null;
  /** Null if it is among the inferred swaps. */
  notInferred: NotInferredReason | null;
  /** Null unless it is inferred. */
  sketch: LayoutSketch | null;
}

/**
 * The places of an inferred swap's accounts within its instruction: what a layout for it would say. Null where the
 * instruction does not name the account.
 */
export interface LayoutSketch {
  /** The first eight bytes in hex, or all if there are fewer. */
  firstBytes: string;
  dataLength: number;
  accountCount: number;
  /** Also null if the pool is known only by its vaults. */
  pool: number | null;
  vaultIn: number | null;
  vaultOut: number | null;
  source: number | null;
  destination: number | null;
  authority: number | null;
  /** Offsets in the data at which an amount of the swap stands as a little-endian u64. */
  amounts: { offset: number; of: 'trader_in' | 'trader_out' | 'pool_in' | 'pool_out' }[];
}

/** An aggregator's instruction with a limit, and what came of it. */
export interface ExplainedRoute extends RouteLimit {
  programName: string | null;
  swaps: number;
}

export interface Conservation {
  /** The vaults of all swaps and pool events. Empty if the transaction failed, or no token balances are recorded. */
  vaults: VaultConservation[];
  /**
   * Other token accounts of the vaults' owners that gained or lost. The owners do not sign, so a swap or an event of
   * theirs was not decoded.
   */
  strays: AccountChange[];
}

export interface VaultConservation {
  account: string;
  pool: string;
  dexName: string;
  /** Null for a curve that holds native SOL. */
  mint: string | null;
  /** By the transaction's balances. */
  change: bigint;
  /** Sum of the decoded swaps and pool events. */
  decoded: bigint;
  /** `change − decoded`: 0 if all is explained. */
  remainder: bigint;
  /** Lamports of an account that did not exist before: the remainder contains its rent. */
  isOpened: boolean;
}

/** The change of an account's balance over a transaction. */
export interface AccountChange {
  account: string;
  /** Null: lamports of an account without tokens. */
  mint: string | null;
  owner: string | null;
  change: bigint;
}
