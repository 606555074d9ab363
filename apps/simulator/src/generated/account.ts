import bs58 from 'bs58';
import { RESERVED_ADDRESSES } from './addresses.js';

export interface Mint {
  account: Account;
  decimals: number;
  tokenProgram: Account;
}

/** What an account holds when it is a token account. */
export interface TokenHolding {
  mint: Mint;
  owner: Account;
  amount: bigint;
}

/** An address lookup table: its accounts can be named by v0 transactions by index. */
export interface LookupTable {
  account: Account;
  entries: Account[];
}

/** One account of the generated chain, with the state that its transactions change. */
export class Account {
  readonly key: Buffer;
  readonly isReserved: boolean;
  /** Whole lamports, below 2^53 by construction. */
  lamports: number;
  token: TokenHolding | null = null;
  table: LookupTable | null = null;
  tableIndex = 0;

  /** Scratch of the transaction being compiled: valid only while `stamp` is that transaction's. */
  stamp = 0;
  flags = 0;
  keyIndex = 0;

  #text: string | null = null;

  constructor(key: Buffer, lamports: number, isReserved = false) {
    this.key = key;
    this.lamports = lamports;
    this.isReserved = isReserved;
  }

  static fromAddress(address: string, lamports = 1): Account {
    return new Account(Buffer.from(bs58.decode(address)), lamports, RESERVED_ADDRESSES.has(address));
  }

  /** Base58; encoded once, for most accounts never. */
  get text(): string {
    this.#text ??= bs58.encode(this.key);
    return this.#text;
  }
}
