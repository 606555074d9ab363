/**
 * Cache of addresses that messages contain as base58 (mints, owners, token programs), the same few thousand again and
 * again. Each recent text is one shared string, which saves creating, hashing and comparing it each time. Direct-mapped
 * by four characters: a new text replaces the one in its slot.
 */
const PLACES = 16_384;
/** An address has at most 44 characters. */
const PLACE_BYTES = 44;
const MIN_CHARS = 32;
const bytesOf = new DataView(new ArrayBuffer(PLACES * PLACE_BYTES));
const texts: string[] = new Array(PLACES).fill('');

/**
 * Returns the Latin-1 text of a message's bytes from `at` to `end`. The message is passed both as a view and as a
 * buffer.
 */
export function internText(message: DataView, buffer: Buffer, at: number, end: number): string {
  const length = end - at;
  if (length < MIN_CHARS || length > PLACE_BYTES) return buffer.toString('latin1', at, end);
  // The upper bits of a product depend on all of the four characters.
  const place = Math.imul(message.getInt32(at + 8, true), 0x9e3779b1) >>> 18;
  const known = texts[place]!;
  if (known.length === length && isAt(place, message, at, length)) return known;
  const text = buffer.toString('latin1', at, end);
  texts[place] = text;
  const own = place * PLACE_BYTES;
  for (let index = 0; index < length; index += 1) bytesOf.setUint8(own + index, message.getUint8(at + index));
  return text;
}

function isAt(place: number, message: DataView, at: number, length: number): boolean {
  const own = place * PLACE_BYTES;
  const last = length - 4;
  for (let index = 0; index < last; index += 4)
    if (bytesOf.getInt32(own + index, true) !== message.getInt32(at + index, true)) return false;
  return bytesOf.getInt32(own + last, true) === message.getInt32(at + last, true);
}
