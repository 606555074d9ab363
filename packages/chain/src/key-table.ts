import { randomBytes } from 'node:crypto';
import { rememberPubkey, toBase58 } from './base58.js';
import { encodeKey } from './encode-key.js';

/**
 * The keys seen lately, each as one object with its text and its print: the same programs, sysvars, pools and wallets
 * are named by transaction after transaction, and making a view of each mention anew, comparing it byte by byte and
 * writing it out as text was a third of what a block costs. Each key has one place here, by four of its bytes; another
 * key of that place takes it, so that nobody's choice of keys makes this slow or large.
 */
const PLACES = 65_536;
const KEY_BYTES = 32;
const bytesOf = new DataView(new ArrayBuffer(PLACES * KEY_BYTES));
const keys: (Uint8Array | undefined)[] = new Array(PLACES).fill(undefined);
const texts: string[] = new Array(PLACES).fill('');
const prints = new Float64Array(PLACES);

/**
 * The 32 bytes at a place of a message as a key: the same object for the same bytes, mostly. It is a copy, so that
 * keeping it does not keep the message. Whoever has it shares it with everybody: do not change its bytes.
 */
export function internKey(message: DataView, at: number): Uint8Array {
  const place = message.getUint16(at + 8, true) ^ message.getUint16(at + 16, true);
  const known = keys[place];
  if (known !== undefined && isAt(place, message, at)) return known;
  const key = new Uint8Array(new Uint8Array(message.buffer, message.byteOffset + at, KEY_BYTES));
  put(place, key);
  return key;
}

/** The base58 text of a key of 32 bytes; its bytes are then known to `cachedPubkey`. */
export function keyToBase58(key: Uint8Array): string {
  if (key.length !== KEY_BYTES) return toBase58(key);
  const place = placeOf(key);
  if (keys[place] !== key && !(keys[place] !== undefined && isKeyAt(place, key)))
    put(place, new Uint8Array(key));
  const known = texts[place]!;
  if (known !== '') return known;
  const text = encodeKey(key);
  texts[place] = text;
  rememberPubkey(text, keys[place]!);
  return text;
}

/**
 * A number of some 50 bits by which keys of 32 bytes can be told apart: for hash tables. It is another one in each
 * process, and two keys have the same with a chance of at most 2⁻³², whoever chose them.
 */
export function keyPrint(key: Uint8Array): number {
  const place = placeOf(key);
  return keys[place] === key ? prints[place]! : printOf(key);
}

/** The secret factors of the words of a key: a multilinear hash, exact in a double (16 × 2¹⁶ × 2³² = 2⁵²). */
const factors = Float64Array.from(new Uint32Array(new Uint8Array(randomBytes(2 * KEY_BYTES)).buffer));

function printOf(key: Uint8Array): number {
  let print = 0;
  for (let word = 0; word < KEY_BYTES / 2; word += 1)
    print += (key[2 * word]! | (key[2 * word + 1]! << 8)) * factors[word]!;
  return print;
}

function placeOf(key: Uint8Array): number {
  return (key[8]! | (key[9]! << 8)) ^ (key[16]! | (key[17]! << 8));
}

function put(place: number, key: Uint8Array): void {
  keys[place] = key;
  texts[place] = '';
  prints[place] = printOf(key);
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
