/**
 * The chain that a simulator serves, whatever it comes from: the gRPC server reads it, and so can any other
 * server (JSON-RPC) of the same process.
 */
export interface Chain {
  /** Sends what happens from now on. The listener must not throw. */
  subscribe(subscriber: ChainSubscriber): () => void;

  /** The highest block that has reached a commitment; `null` before the first. */
  head(commitment: Commitment): StoredBlock | null;

  /** The oldest block that can still be replayed; `null` before the first. */
  firstAvailableSlot(): number | null;

  /** What is known of a slot: `null` when it lies ahead or is no longer kept. */
  slotAt(slot: number): SlotRecord | null;

  blockAt(slot: number): StoredBlock | null;

  /** Blocks of a slot range that are still kept, in slot order. */
  blocksBetween(first: number, last: number): StoredBlock[];

  /** Whether any kept block of at least this commitment has this hash (base58). */
  findBlockhash(blockhash: string, commitment: Commitment): StoredBlock | null;

  /** Base58 identity of the leader of any slot; `null` where the chain does not know. */
  leaderAt(slot: number): string | null;

  /** What a client that asks for `from_slot` gets before the live messages, oldest first. */
  replay(fromSlot: number, commitment: Commitment): Iterable<ChainEvent>;

  /** Lets the chain advance; it does so until its source ends or it is stopped. */
  start(): void;
  stop(): Promise<void>;

  /** Resolves when the source has ended and everything was handed to the subscribers. */
  readonly ended: Promise<void>;
}

export type Commitment = 'processed' | 'confirmed' | 'finalized';

export const COMMITMENTS: readonly Commitment[] = ['processed', 'confirmed', 'finalized'];

export interface ChainSubscriber {
  /** Read at every delivery, so it may change. */
  readonly commitment: Commitment;
  deliver(events: readonly ChainEvent[]): void;
  /** Whether it can take more: a chain that runs as fast as it can waits for all its subscribers. */
  hasRoom(): boolean;
}

export interface SlotRecord {
  slot: number;
  state: 'block' | 'skipped';
  commitment: Commitment;
}

/** Numbers of geyser.proto `SlotStatus`. */
export const SLOT_STATUS = {
  processed: 0,
  confirmed: 1,
  finalized: 2,
  firstShredReceived: 3,
  completed: 4,
  createdBank: 5,
  dead: 6,
} as const;

export type SlotStatusNumber = (typeof SLOT_STATUS)[keyof typeof SLOT_STATUS];

/** `isSecondHalf`: more than half of its slot's content has gone before it. */
export type ChainEvent =
  | { type: 'slot'; slot: number; status: SlotStatusNumber; body: Uint8Array; createdAt: Uint8Array }
  | {
      type: 'transaction';
      slot: number;
      transaction: StoredTransaction;
      createdAt: Uint8Array;
      isSecondHalf: boolean;
    }
  | { type: 'entry'; slot: number; body: Uint8Array; createdAt: Uint8Array; isSecondHalf: boolean }
  | { type: 'block'; slot: number; block: StoredBlock; createdAt: Uint8Array }
  | { type: 'blockMeta'; slot: number; block: BlockHeader; createdAt: Uint8Array };

/** A transaction as it is kept: encoded, with what the filters ask for. */
export interface StoredTransaction {
  slot: number;
  index: number;
  isVote: boolean;
  isFailed: boolean;
  /** Encoded `SubscribeUpdateTransactionInfo`. */
  info: Uint8Array;
}

/** What block and block-meta messages say alike. */
export interface BlockHeader {
  slot: number;
  parentSlot: number;
  /** Base58. */
  blockhash: string;
  parentBlockhash: string;
  blockHeight: number | null;
  executedTransactionCount: number;
  entriesCount: number;
  /** Encoded fields 1 to 5, which both messages share: slot, blockhash, rewards, time, height. */
  head: Uint8Array;
}

/** A block as it is kept: its pieces encoded once, put together as each client's filters ask. */
export interface StoredBlock extends BlockHeader {
  /** In arrival order, which is not block order. */
  transactions: StoredTransaction[];
  /** Encoded `SubscribeUpdateEntry`, in arrival order. */
  entries: Uint8Array[];
  /** In which order its messages went out: from the two lists in turn. */
  arrival: readonly ArrivalStep[];
  /** Of everything together, about. */
  byteLength: number;
  /** Its entries were made up, because the source has none. */
  hasSyntheticEntries: boolean;
}

/** So many messages of one kind follow each other. */
export interface ArrivalStep {
  type: 'entry' | 'transaction';
  count: number;
}
