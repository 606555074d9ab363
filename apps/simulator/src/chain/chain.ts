export type Commitment = 'processed' | 'confirmed' | 'finalized';

export const COMMITMENTS: readonly Commitment[] = ['processed', 'confirmed', 'finalized'];

export interface ChainSubscriber {
  /** Read at every delivery, so it may change. */
  readonly commitment: Commitment;
  deliver(events: readonly ChainEvent[]): void;
  /** Whether it can take more: an unpaced chain waits for all its subscribers. */
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

/** `isSecondHalf`: more than half of its slot's content was sent before it. */
export type ChainEvent =
  | { type: 'slot'; slot: number; status: SlotStatusNumber; body: Uint8Array; createdAt: Uint8Array }
  | {
      type: 'transaction';
      slot: number;
      transaction: StoredTransaction;
      /** 0: the server does not number its banks. */
      bankId: number;
      createdAt: Uint8Array;
      isSecondHalf: boolean;
    }
  | { type: 'entry'; slot: number; body: Uint8Array; createdAt: Uint8Array; isSecondHalf: boolean }
  | { type: 'block'; slot: number; block: StoredBlock; createdAt: Uint8Array }
  | { type: 'blockMeta'; slot: number; block: BlockHeader; createdAt: Uint8Array };

/** A transaction as kept: encoded, with the fields that filters need. */
export interface StoredTransaction {
  slot: number;
  index: number;
  isVote: boolean;
  isFailed: boolean;
  /** Encoded `SubscribeUpdateTransactionInfo`. */
  info: Uint8Array;
}

/** The common fields of block and block-meta messages. */
export interface BlockHeader {
  slot: number;
  parentSlot: number;
  /** Base58. */
  blockhash: string;
  parentBlockhash: string;
  blockHeight: number | null;
  executedTransactionCount: number;
  entriesCount: number;
  /** The server's number of the bank; absent: it does not number its banks. */
  bankId?: number;
  /** Encoded fields 1 to 5, which both messages share: slot, blockhash, rewards, time, height. */
  head: Uint8Array;
}

/** A block as kept: its parts encoded once, assembled according to each client's filters. */
export interface StoredBlock extends BlockHeader {
  /** In arrival order, which is not block order. */
  transactions: StoredTransaction[];
  /** Encoded `SubscribeUpdateEntry`, in arrival order. */
  entries: Uint8Array[];
  /** The order in which its messages were sent, alternating between the two lists. */
  arrival: readonly ArrivalStep[];
  /** Approximate total size. */
  byteLength: number;
  /** Whether its entries are synthetic, because the source has none. */
  hasSyntheticEntries: boolean;
  /** A bank that the leader began for the same slot and abandoned. Its messages were sent before the block's. */
  abandoned?: AbandonedBank;
}

/** A bank without an end: no block meta, and its last entries are not there. */
export interface AbandonedBank {
  /** Absent: the server does not number its banks. */
  bankId?: number;
  transactions: StoredTransaction[];
  /** Encoded `SubscribeUpdateEntry`, in order. */
  entries: Uint8Array[];
  /** Whether the server reports that a bank of the slot died. */
  isReportedDead: boolean;
}

/** A run of consecutive messages of one kind. */
export interface ArrivalStep {
  type: 'entry' | 'transaction';
  count: number;
}
