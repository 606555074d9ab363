import { randomBytes } from 'node:crypto';
import { KEY_BYTES, rememberPubkey, toBase58 } from './base58.js';
import { type Address, address, encodedAddress } from './base58-text.js';
import { encodeKey } from './encode-key.js';

/**
 * Cache of recent keys, each as one object with its text and its hash. The same programs, sysvars, pools and wallets
 * occur in transaction after transaction; creating a view of each occurrence, comparing it byte by byte and encoding it
 * was a third of the cost of a block. The cache is direct-mapped by four bytes of the key: a new key replaces the one
 * in its slot, so no choice of keys can make it slow or large.
 */
const PLACES = 65_536;
const bytesOf = new DataView(new ArrayBuffer(PLACES * KEY_BYTES));
const keys: (Uint8Array | undefined)[] = new Array(PLACES).fill(undefined);
const texts: (Address | null)[] = new Array(PLACES).fill(null);
const fingerprints = new Float64Array(PLACES);

/**
 * Returns 32 bytes of a message as a key: usually the same object for the same bytes. It is a copy, so keeping it does
 * not keep the message alive. The object is shared; do not change its bytes.
 */
export function internKey(message: DataView, at: number): Uint8Array {
  const place = message.getUint16(at + 8, true) ^ message.getUint16(at + 16, true);
  const known = keys[place];
  if (known !== undefined && isAt(place, message, at)) return known;
  const key = new Uint8Array(new Uint8Array(message.buffer, message.byteOffset + at, KEY_BYTES));
  put(place, key);
  return key;
}

/**
 * Returns the base58 text of a 32-byte key, and adds the pair to the cache of `cachedPubkey`. Throws `bad_value` for
 * other lengths.
 */
export function keyToBase58(key: Uint8Array): Address {
  if (key.length !== KEY_BYTES) return address(toBase58(key));
  const place = placeOf(key);
  if (keys[place] !== key && !(keys[place] !== undefined && isKeyAt(place, key)))
    put(place, new Uint8Array(key));
  const known = texts[place]!;
  if (known !== null) return known;
  const text = encodedAddress(encodeKey(key));
  texts[place] = text;
  rememberPubkey(text, keys[place]!);
  return text;
}

/**
 * Returns a hash of some 50 bits of a 32-byte key, for hash tables. It is keyed with a secret of the process: any two
 * keys collide with a chance of at most 2⁻³², even if an attacker chose them.
 */
export function keyFingerprint(key: Uint8Array): number {
  const place = placeOf(key);
  return keys[place] === key ? fingerprints[place]! : fingerprintOf(key);
}

/** Secret factors for the words of a key: a multilinear hash, exact in a double (16 × 2¹⁶ × 2³² = 2⁵²). */
const factors = Float64Array.from(new Uint32Array(new Uint8Array(randomBytes(2 * KEY_BYTES)).buffer));

function fingerprintOf(key: Uint8Array): number {
  let fingerprint = 0;
  for (let word = 0; word < KEY_BYTES / 2; word += 1)
    fingerprint += (key[2 * word]! | (key[2 * word + 1]! << 8)) * factors[word]!;
  return fingerprint;
}

function placeOf(key: Uint8Array): number {
  return (key[8]! | (key[9]! << 8)) ^ (key[16]! | (key[17]! << 8));
}

function put(place: number, key: Uint8Array): void {
  keys[place] = key;
  texts[place] = null;
  fingerprints[place] = fingerprintOf(key);
  const at = place * KEY_BYTES;
  for (let index = 0; index < KEY_BYTES; index += 1) bytesOf.setUint8(at + index, key[index]!);
}

function isAt(place: number, message: DataView, at: number): boolean {
  const own = place * KEY_BYTES;
  for (let index = 0; index < KEY_BYTES; index += 4)
    if (bytesOf.getInt32(own + index, true) !== message.getInt32(at + index, true)) return false;
  return true;
}

function isKeyAt(place: number, key: Uint8Array): boolean {
  const own = place * KEY_BYTES;
  for (let index = 0; index < KEY_BYTES; index += 1)
    if (bytesOf.getUint8(own + index) !== key[index]) return false;
  return true;
}
