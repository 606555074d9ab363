/**
 * Hashes four characters of a text to 32 bits. They lie in one cache line, and reading them is the main cost. The
 * characters of a base58 key after a vanity prefix are practically random. Someone who chooses addresses can produce
 * collisions; see `hashAll`.
 */
export function hashSome(text: string): number {
  if (text.length < 32) return hashAll(text);
  const first = text.charCodeAt(9) | (text.charCodeAt(10) << 8);
  return mixed(first | (text.charCodeAt(11) << 16) | (text.charCodeAt(12) << 24));
}

/** Odd and random per process, so that no one can choose colliding texts. Results do not depend on it. */
const SEED = (Math.random() * 2 ** 32) | 1;

/** Hashes all characters to 32 bits, for texts that may have been chosen to collide. */
export function hashAll(text: string): number {
  let hash = SEED;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), SEED);
    hash ^= hash >>> 15;
  }
  return mixed(hash);
}

/** Mixes all bits of a number into the low bits. */
export function mixed(value: number): number {
  const half = Math.imul(value ^ (value >>> 16), 0x7feb_352d);
  const whole = Math.imul(half ^ (half >>> 15), 0x846c_a68b);
  return whole ^ (whole >>> 16);
}
