/**
 * Fast base58 of 32-byte keys. A swap names about fifteen addresses, and the big-number division of a general encoder
 * would be most of the cost of extraction. Here the 16 words of a key are multiplied by a table of powers in base 58⁴
 * (doubles hold the sums exactly: 16 × 2¹⁶ × 58⁴ < 2⁵³), followed by a single carry pass.
 */
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const LIMB = 58 ** 4;
const LIMBS = 11;
const WORDS = 16;

/** Row `w` is 2^(16 × (15 − w)) in base 58⁴, most significant limb first. */
const POWERS = powerTable();
/** Number of leading zero limbs of each row. */
const FIRST_LIMB = Uint8Array.from({ length: WORDS }, (_, word) =>
  POWERS.subarray(word * LIMBS, (word + 1) * LIMBS).findIndex((limb) => limb !== 0),
);
/** Two ASCII digits, packed, for each value below 58². */
const PAIRS = Uint16Array.from({ length: 58 * 58 }, (_, value) => {
  const high = ALPHABET.charCodeAt(Math.floor(value / 58));
  return high * 256 + ALPHABET.charCodeAt(value % 58);
});
const limbs = new Float64Array(LIMBS);
const digits = Buffer.alloc(LIMBS * 4);
const ONE = 0x31;

/** Returns the base58 text of a 32-byte key. Other lengths are not checked and give wrong text. */
export function encodeKey(key: Uint8Array): string {
  limbs.fill(0);
  for (let word = 0; word < WORDS; word += 1) {
    const value = key[2 * word]! * 256 + key[2 * word + 1]!;
    if (value === 0) continue;
    const row = word * LIMBS;
    for (let limb = FIRST_LIMB[word]!; limb < LIMBS; limb += 1) limbs[limb]! += value * POWERS[row + limb]!;
  }
  for (let limb = LIMBS - 1; limb > 0; limb -= 1) {
    const carry = Math.floor(limbs[limb]! / LIMB);
    limbs[limb]! -= carry * LIMB;
    limbs[limb - 1]! += carry;
  }
  for (let limb = 0; limb < LIMBS; limb += 1) {
    const value = limbs[limb]!;
    const high = PAIRS[Math.floor(value / 3364)]!;
    const low = PAIRS[value % 3364]!;
    digits[4 * limb] = high >> 8;
    digits[4 * limb + 1] = high & 0xff;
    digits[4 * limb + 2] = low >> 8;
    digits[4 * limb + 3] = low & 0xff;
  }
  let zeroDigits = 0;
  while (zeroDigits < digits.length && digits[zeroDigits] === ONE) zeroDigits += 1;
  let zeroBytes = 0;
  while (zeroBytes < key.length && key[zeroBytes] === 0) zeroBytes += 1;
  // A leading zero byte is written as a "1"; the number's own leading zero digits are not written.
  return digits.toString('latin1', zeroDigits - zeroBytes);
}

function powerTable(): Float64Array {
  const table = new Float64Array(WORDS * LIMBS);
  for (let word = 0; word < WORDS; word += 1) {
    let power = 1n << BigInt(16 * (WORDS - 1 - word));
    for (let limb = LIMBS - 1; limb >= 0; limb -= 1) {
      table[word * LIMBS + limb] = Number(power % BigInt(LIMB));
      power /= BigInt(LIMB);
    }
  }
  return table;
}
