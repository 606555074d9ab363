/** A database that answers the same questions over the same rows. Answers are compared as JSON. */
export interface Peer {
  readonly name: string;
  /** Loads all rows, in the order that suits it, and builds its indexes. */
  load(): Promise<void>;
  bytes(): Promise<number>;
  tradeContext(question: TradeContext): Promise<Answer>;
  fastCheck(question: FastCheck): Promise<Answer>;
  walletScan(question: WalletScan): Promise<Answer>;
  hotAccounts(question: SlotSpan): Promise<Answer>;
  close(): Promise<void>;
}

/** Rows of text and safe numbers, in a defined order. */
export type Answer = readonly (readonly (string | number | null)[])[];

export interface SlotSpan {
  from: number;
  to: number;
}

/** Who locked an account within ±`range` slots of a transaction: the first 100 rows, and how many there are. */
export interface TradeContext {
  /** Hex, as all keys. */
  signature: string;
  account: string;
  range: number;
}

/** All swaps of the transaction's pools within ten slots, and the sandwiches that name it as victim. */
export interface FastCheck {
  signature: string;
}

/** The swaps of a wallet, and who sandwiched them. */
export interface WalletScan extends SlotSpan {
  wallet: string;
}

export const TABLES = ['locks', 'transactions', 'swaps', 'legs'] as const;
