import bs58 from 'bs58';
import { ChainDataError } from './errors.js';

export const KEY_BYTES = 32;
export const SIGNATURE_BYTES = 64;
/** Length of the longest base58 text of a key and of a signature. */
const MAX_CHARS = { [KEY_BYTES]: 44, [SIGNATURE_BYTES]: 88 };

/**
 * Encodes bytes in base58, the standard text form of addresses, hashes and signatures.
 *
 * @example
 * ```ts
 * import { toBase58 } from '@tickscope/chain';
 *
 * toBase58(new Uint8Array(32)); // => '11111111111111111111111111111111'
 * ```
 */
export function toBase58(bytes: Uint8Array): string {
  return bs58.encode(bytes);
}

/**
 * Decodes an address or hash. Throws `bad_value` if the text is not base58 of exactly 32 bytes.
 *
 * @example
 * ```ts
 * import { pubkeyFromBase58 } from '@tickscope/chain';
 *
 * pubkeyFromBase58('9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM').length; // => 32
 * ```
 */
export function pubkeyFromBase58(text: string): Uint8Array {
  return bytesOfBase58(text, KEY_BYTES) ?? refuse(text, KEY_BYTES);
}

/** Decodes a signature. Throws `bad_value` if the text is not base58 of exactly 64 bytes. */
export function signatureFromBase58(text: string): Uint8Array {
  return bytesOfBase58(text, SIGNATURE_BYTES) ?? refuse(text, SIGNATURE_BYTES);
}

/** Decodes a text; null if it is not base58 of exactly `size` bytes. This decides what is valid, everywhere. */
export function bytesOfBase58(text: string, size: keyof typeof MAX_CHARS): Uint8Array | null {
  // Checks the length first, because decoding takes quadratic time.
  const bytes = text.length <= MAX_CHARS[size] ? bs58.decodeUnsafe(text) : undefined;
  return bytes?.length === size ? bytes : null;
}

/** Decodes a text of any length; null if it is not base58 or has more than `mostBytes` bytes. */
export function fromBase58(text: string, mostBytes: number): Uint8Array | null {
  // Each 8 bytes have at most 11 characters. Checked first, as above.
  if (text.length > (mostBytes / 8) * 11) return null;
  const bytes = bs58.decodeUnsafe(text);
  return bytes === undefined || bytes.length > mostBytes ? null : bytes;
}

/** Throws `bad_value`: the text is not base58 of `size` bytes. */
export function refuse(text: string, size: number): never {
  throw new ChainDataError('bad_value', `not base58 of ${size} bytes: "${text.slice(0, 100)}"`);
}

/** Cache of decoded texts in two generations: a full young generation replaces the old one, which is dropped. */
const GENERATION_TEXTS = 25_000;
let young = new Map<string, Uint8Array>();
let old = new Map<string, Uint8Array>();

/** Like `pubkeyFromBase58`, cached for texts that recur, such as mints. The bytes are shared; do not change them. */
export function cachedPubkey(text: string): Uint8Array {
  const known = young.get(text);
  if (known !== undefined) return known;
  const bytes = old.get(text) ?? pubkeyFromBase58(text);
  rememberPubkey(text, bytes);
  return bytes;
}

/** Adds a known text to the cache of `cachedPubkey`. The bytes must not change afterwards. */
export function rememberPubkey(text: string, bytes: Uint8Array): void {
  if (young.size >= GENERATION_TEXTS) {
    old = young;
    young = new Map();
  }
  young.set(text, bytes);
}
