import { bytesOfBase58, KEY_BYTES, refuse, SIGNATURE_BYTES, toBase58 } from './base58.js';

/*
 * Text that is known to be base58 of the right length, by what it names. The names exist for the compiler only: none
 * of the types can be passed as another, and a plain `string` as none of them. This module makes them, from text that
 * it checks (`address`), from bytes (`signatureToBase58`) or from text that an encoder wrote (`encodedAddress`).
 */
declare const NAMES: unique symbol;
type Base58<What extends string> = string & { readonly [NAMES]: What };

/** Base58 of the 32 bytes of an account's key: a wallet, pool, mint, program or validator. */
export type Address = Base58<'address'>;
/** Base58 of the 64 bytes of a transaction's signature. */
export type Signature = Base58<'signature'>;
/** Base58 of the 32 bytes of a block's last PoH hash. */
export type Blockhash = Base58<'blockhash'>;

export function isAddress(text: string): text is Address {
  return bytesOfBase58(text, KEY_BYTES) !== null;
}

export function isSignature(text: string): text is Signature {
  return bytesOfBase58(text, SIGNATURE_BYTES) !== null;
}

/** Throws `bad_value` if the text is not base58 of exactly 32 bytes. */
export function address(text: string): Address {
  return isAddress(text) ? text : refuse(text, KEY_BYTES);
}

/** Throws `bad_value` if the text is not base58 of exactly 64 bytes. */
export function signature(text: string): Signature {
  return isSignature(text) ? text : refuse(text, SIGNATURE_BYTES);
}

/** Throws `bad_value` for other than 64 bytes. */
export function signatureToBase58(bytes: Uint8Array): Signature {
  const text = toBase58(bytes);
  return bytes.length === SIGNATURE_BYTES ? encodedSignature(text) : refuse(text, SIGNATURE_BYTES);
}

/** Throws `bad_value` for other than 32 bytes. */
export function blockhashToBase58(bytes: Uint8Array): Blockhash {
  const text = toBase58(bytes);
  return bytes.length === KEY_BYTES ? encodedBlockhash(text) : refuse(text, KEY_BYTES);
}

/**
 * For text that an encoder wrote from 32 bytes, such as ClickHouse's `base58Encode` of a FixedString(32). Decoding it
 * again would cost more than reading it, so only its length is checked. Throws `bad_value`.
 */
export function encodedAddress(text: string): Address {
  return hasCharsOf(text, KEY_BYTES) ? (text as Address) : refuse(text, KEY_BYTES);
}

/** Like `encodedAddress`, for a blockhash. */
export function encodedBlockhash(text: string): Blockhash {
  return hasCharsOf(text, KEY_BYTES) ? (text as Blockhash) : refuse(text, KEY_BYTES);
}

/** Like `encodedAddress`, for a signature: 64 bytes. */
export function encodedSignature(text: string): Signature {
  return hasCharsOf(text, SIGNATURE_BYTES) ? (text as Signature) : refuse(text, SIGNATURE_BYTES);
}

/**
 * Whether a text is short and long enough for base58 of `bytes` bytes: one character for each byte if all are zero, and
 * never more than 11 for each 8 bytes.
 */
function hasCharsOf({ length }: string, bytes: number): boolean {
  return length >= bytes && length <= (bytes / 8) * 11;
}
