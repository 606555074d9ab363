/**
 * The unit of data in Tickscope. Every source (Geyser, JSON-RPC, protobuf, CAR) yields complete, ordered blocks of this
 * shape; everything else is derived from them.
 *
 * Slots, indexes, ticks and counts are safe integers (`number`); lamports and other u64 amounts are `bigint`. A fact
 * that the source does not have is null, never a default.
 */
export interface Block {
  slot: number;
  /** Null only for slot 0, which has no parent. */
  parentSlot: number | null;
  /** 32 bytes. */
  blockhash: Uint8Array;
  /** 32 bytes; null if the source does not state it (slot 0, the first block of a CAR file). */
  parentBlockhash: Uint8Array | null;
  /** Unix seconds. */
  blockTime: number | null;
  blockHeight: number | null;
  /** Identity (or fee collector) named by the fee reward; 32 bytes. */
  leader: Uint8Array | null;
  content: BlockContent;
  /** How ticks are counted in this block; null if its entries are unknown. */
  model: PohModel | null;
  source: BlockSource;
  /** In order, ticks included. Empty for `no_entries`. */
  entries: Entry[];
  /** In order. Empty for `entries_only`. */
  transactions: Transaction[];
  /** Number of transactions in the block, even if they are not known (`entries_only`). */
  transactionCount: number;
  /** Whether every transaction has meta (true for an empty block). */
  hasMeta: boolean;
}

/** `full`: entries and transactions; `no_entries`: an RPC block; `entries_only`: a stream without transactions. */
export type BlockContent = 'full' | 'no_entries' | 'entries_only';

/** `ticked`: (slot − parent) × 64 tick entries; `alpenglow`: exactly one tick, at the end. */
export type PohModel = 'ticked' | 'alpenglow';

export type BlockSource = 'geyser' | 'recording' | 'rpc' | 'confirmed_block' | 'car' | 'generated';

export interface Entry {
  /** Index within the slot. */
  index: number;
  numHashes: number;
  /** 32 bytes. */
  hash: Uint8Array;
  transactionCount: number;
  /** Index in the block of its first transaction: the running sum, never the value claimed by the source. */
  startIndex: number;
  isTick: boolean;
  /** PoH tick height. A transaction entry has that of the ticks before it; a tick counts itself. */
  pohTick: number;
}

export type TransactionVersion = 'legacy' | 0 | 1;

export interface Transaction {
  /** Index in the block. */
  index: number;
  /** All signatures, 64 bytes each; the first is the transaction's id. */
  signatures: Uint8Array[];
  version: TransactionVersion;
  isVote: boolean;
  header: MessageHeader;
  /** Static account keys, 32 bytes each; the first is the fee payer. */
  staticKeys: Uint8Array[];
  recentBlockhash: Uint8Array;
  instructions: Instruction[];
  addressTableLookups: AddressTableLookup[];
  /** Compute budget inside a v1 message; `null` for other versions. */
  config: TransactionConfig | null;
  /** Addresses loaded from lookup tables; null if the transaction has lookups and the source lacks the addresses. */
  loaded: LoadedAddresses | null;
  meta: TransactionMeta | null;
}

export interface MessageHeader {
  numRequiredSignatures: number;
  numReadonlySigned: number;
  numReadonlyUnsigned: number;
}

export interface Instruction {
  /** Index into the transaction's account keys (see `accountKeys`). */
  programIdIndex: number;
  /** Indexes into the transaction's account keys. */
  accounts: Uint8Array;
  data: Uint8Array;
}

export interface InnerInstruction extends Instruction {
  /** Invocation depth, 2 for a direct call; `null` for blocks older than Solana 1.14.6. */
  stackHeight: number | null;
}

export interface InnerInstructions {
  /** Index of the outer instruction. */
  index: number;
  instructions: InnerInstruction[];
}

export interface AddressTableLookup {
  accountKey: Uint8Array;
  writableIndexes: Uint8Array;
  readonlyIndexes: Uint8Array;
}

export interface LoadedAddresses {
  writable: Uint8Array[];
  readonly: Uint8Array[];
}

/** Inline compute budget of a v1 message (SIMD-0385). */
export interface TransactionConfig {
  priorityFeeLamports: bigint | null;
  computeUnitLimit: number | null;
  loadedAccountsDataSizeLimit: number | null;
  heapSize: number | null;
}

export interface TransactionMeta {
  /** Null if it succeeded, otherwise the error as JSON text in the format of RPC nodes. */
  error: string | null;
  feeLamports: bigint;
  /** Lamports, by account index. */
  preBalances: bigint[];
  postBalances: bigint[];
  /** Null if the node did not record them. */
  innerInstructions: InnerInstructions[] | null;
  preTokenBalances: TokenBalance[];
  postTokenBalances: TokenBalance[];
  computeUnits: number | null;
  /** The scheduler's total cost, if the node reports it. */
  costUnits: number | null;
  /**
   * The lines of the log with which calls of `LOGGED_PROGRAMS` begin, end and write data, in order, up to the line with
   * which a node says that it dropped others (`LOG_TRUNCATED`). Only of a transaction that succeeded and in which one of
   * those programs wrote data; null for others.
   */
  callLog: string[] | null;
  /** Null for a transaction that succeeded, and if the log does not say. */
  failure: LoggedFailure | null;
}

/** The failure as the log of a failed transaction reports it. */
export interface LoggedFailure {
  /** Base58 of the innermost program that failed. */
  program: string;
  /**
   * The name that the program gave a numbered error in its log (Anchor's "Error Code", or what follows "Error: "); of
   * other errors the runtime's text. At most 100 ASCII characters; null if there is none.
   */
  name: string | null;
}

export interface TokenBalance {
  accountIndex: number;
  /** Base58. */
  mint: string;
  /** Base58; `null` for blocks older than Solana 1.8. */
  owner: string | null;
  /** Base58 of the token program; null if the source does not state it. */
  programId: string | null;
  decimals: number;
  amount: bigint;
}
