/**
 * 32 bits of four letters of a text, which lie in one cache line: reading them is what hashing costs, and a base58 key's
 * letters beyond a vanity prefix are as good as chance. Who picks his addresses can make many that are the same in these; see `hashAll`.
 */
export function hashSome(text: string): number {
  if (text.length < 32) return hashAll(text);
  const first = text.charCodeAt(9) | (text.charCodeAt(10) << 8);
  return mixed(first | (text.charCodeAt(11) << 16) | (text.charCodeAt(12) << 24));
}

/** Odd, and another one in each process: nobody can choose texts that come to the same. Nothing else depends on it. */
const SEED = (Math.random() * 2 ** 32) | 1;

/** 32 bits of all letters, for texts that somebody may have chosen to be alike. */
export function hashAll(text: string): number {
  let hash = SEED;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), SEED);
    hash ^= hash >>> 15;
  }
  return mixed(hash);
}

/** Every bit of a number has its part in the low bits of this. */
export function mixed(value: number): number {
  const half = Math.imul(value ^ (value >>> 16), 0x7feb_352d);
  const whole = Math.imul(half ^ (half >>> 15), 0x846c_a68b);
  return whole ^ (whole >>> 16);
}
