import bs58 from 'bs58';
import { lengthField } from '../chain/wire.js';
import { RESERVED_ADDRESSES } from './addresses.js';

export const TOKEN_ACCOUNT_RENT = 2_039_280;

export interface Mint {
  account: Account;
  decimals: number;
  tokenProgram: Account;
  /** Wrapped SOL: its token accounts hold as many lamports, besides their rent. */
  isNative?: boolean;
  /** The fee that the mint withholds from every transfer (Token-2022). */
  transferFee?: { basisPoints: bigint; maximum: bigint };
  /** Its name and symbol from the launch. */
  names?: { name: string; symbol: string };
}

/** The content of a token account. */
export class TokenHolding {
  readonly mint: Mint;
  readonly owner: Account;
  amount: bigint;
  #encoded: EncodedHolding | null = null;

  constructor(mint: Mint, owner: Account, amount: bigint) {
    this.mint = mint;
    this.owner = owner;
    this.amount = amount;
  }

  /** Encoded once, because every balance of the account repeats these fields. */
  get encoded(): EncodedHolding {
    if (this.#encoded === null) {
      const { account, tokenProgram } = this.mint;
      this.#encoded = {
        // Copies: small buffers share a memory pool, and would keep all of it alive as long as the account.
        mint: Uint8Array.from(lengthField(2, Buffer.from(account.text))),
        ownerAndProgram: Uint8Array.from(
          Buffer.concat([
            lengthField(4, Buffer.from(this.owner.text)),
            lengthField(5, Buffer.from(tokenProgram.text)),
          ]),
        ),
      };
    }
    return this.#encoded;
  }
}

/** Fields of solana-storage.proto `TokenBalance` that never change. */
export interface EncodedHolding {
  mint: Uint8Array;
  ownerAndProgram: Uint8Array;
}

/** An address lookup table: v0 transactions can refer to its accounts by index. */
export interface LookupTable {
  account: Account;
  entries: Account[];
}

/** One account of the generated chain, with the state that its transactions change. */
export class Account {
  readonly key: Buffer;
  readonly isReserved: boolean;
  /** Integer lamports, below 2^53 by construction. */
  lamports: number;
  token: TokenHolding | null = null;
  table: LookupTable | null = null;
  tableIndex = 0;

  /** Scratch for the transaction being compiled: valid only if `stamp` is that transaction's. */
  stamp = 0;
  flags = 0;
  keyIndex = 0;

  #text: string | null = null;

  constructor(key: Buffer, lamports: number, isReserved = false) {
    this.key = key;
    this.lamports = lamports;
    this.isReserved = isReserved;
  }

  /** A token account; the lamports of wrapped SOL come on top of its rent. */
  static ofTokens(key: Buffer, mint: Mint, owner: Account, amount: bigint): Account {
    const account = new Account(key, TOKEN_ACCOUNT_RENT + (mint.isNative === true ? Number(amount) : 0));
    account.token = new TokenHolding(mint, owner, amount);
    return account;
  }

  static fromAddress(address: string, lamports = 1): Account {
    return new Account(Buffer.from(bs58.decode(address)), lamports, RESERVED_ADDRESSES.has(address));
  }

  /** Base58, encoded on first use; most accounts never need it. */
  get text(): string {
    this.#text ??= bs58.encode(this.key);
    return this.#text;
  }
}
