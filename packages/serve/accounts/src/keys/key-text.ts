import { createHash, randomBytes } from 'node:crypto';
import type { KeyKind } from './types.js';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const FORM = /^sk_(?:live|test)_([1-9A-HJ-NP-Za-km-z]{32,44})$/;
const SECRET_BYTES = 32;
const SHOWN_CHARACTERS = 12;

/** Generates a secret: `sk_live_` or `sk_test_`, and 32 random bytes in base58. */
export function newKeyText(kind: KeyKind): string {
  return `sk_${kind}_${toBase58(randomBytes(SECRET_BYTES))}`;
}

/** Whether a text has the form of an API key: its prefix, and 32 bytes in base58. No I/O. */
export function isKeyText(text: string): boolean {
  const [, secret] = FORM.exec(text) ?? [];
  return secret !== undefined && byteLength(secret) === SECRET_BYTES;
}

/**
 * SHA-256 of the whole text, which is what is stored. A secret of 256 random bits needs no salt and no slow
 * hash: those are for passwords, which can be guessed.
 */
export function hashOfKey(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** The part of a key that lists show: enough to distinguish keys, and at least 29 characters short of the key. */
export function shownPrefix(text: string): string {
  return text.slice(0, SHOWN_CHARACTERS);
}

/** Base58 as in Bitcoin and Solana: the number, with a leading 1 for each leading zero byte. */
export function toBase58(bytes: Uint8Array): string {
  let number = BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`);
  let text = '';
  for (; number > 0n; number /= 58n) text = ALPHABET.charAt(Number(number % 58n)) + text;
  const firstByte = bytes.findIndex((byte) => byte !== 0);
  return '1'.repeat(firstByte === -1 ? bytes.length : firstByte) + text;
}

/** The number of bytes that a base58 text encodes. */
function byteLength(text: string): number {
  const zeros = text.length - text.replace(/^1+/, '').length;
  let number = 0n;
  for (const letter of text) number = number * 58n + BigInt(ALPHABET.indexOf(letter));
  return zeros + (number === 0n ? 0 : Math.ceil(number.toString(16).length / 2));
}
