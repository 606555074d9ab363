import bs58 from 'bs58';
import { ChainDataError } from './errors.js';

/** Base58 text of 32 or 64 bytes, as the chain's tools print addresses, hashes and signatures. */
export function toBase58(bytes: Uint8Array): string {
  return bs58.encode(bytes);
}

/** The bytes of an address or hash. Throws `bad_value` when the text is not base58 of exactly 32 bytes. */
export function pubkeyFromBase58(text: string): Uint8Array {
  return fixedFromBase58(text, 32, 44);
}

/** The bytes of a signature. Throws `bad_value` when the text is not base58 of exactly 64 bytes. */
export function signatureFromBase58(text: string): Uint8Array {
  return fixedFromBase58(text, 64, 88);
}

function fixedFromBase58(text: string, size: number, maxChars: number): Uint8Array {
  // Decoding is quadratic in the length: look at it first.
  const bytes = text.length <= maxChars ? bs58.decodeUnsafe(text) : undefined;
  if (bytes?.length !== size)
    throw new ChainDataError('bad_value', `not base58 of ${size} bytes: "${text.slice(0, 100)}"`);
  return bytes;
}

/** Texts with their bytes, in two generations: when the young one is full it becomes the old one, which is let go. */
const GENERATION_TEXTS = 25_000;
let young = new Map<string, Uint8Array>();
let old = new Map<string, Uint8Array>();

/** As `pubkeyFromBase58`, for keys that come again and again in text, such as mints. Do not change the bytes. */
export function cachedPubkey(text: string): Uint8Array {
  const known = young.get(text);
  if (known !== undefined) return known;
  const bytes = old.get(text) ?? pubkeyFromBase58(text);
  rememberPubkey(text, bytes);
  return bytes;
}

/** Spares `cachedPubkey` the work: these are the bytes of this text. They must not change afterwards. */
export function rememberPubkey(text: string, bytes: Uint8Array): void {
  if (young.size >= GENERATION_TEXTS) {
    old = young;
    young = new Map();
  }
  young.set(text, bytes);
}
