/** The field of edwards25519, and d of its equation -x² + y² = 1 + d·x²·y² (RFC 8032, 5.1). */
const P = 2n ** 255n - 19n;
const D =
  37_095_705_934_669_439_343_138_083_508_754_565_189_542_113_879_843_219_016_388_785_533_085_940_283_555n;
const Y_MASK = 2n ** 255n - 1n;

/**
 * Whether 32 bytes are a point of edwards25519, as every address with a private key is. Program-derived addresses are
 * chosen not to be (solana-sdk `address/src/lib.rs`, `bytes_are_curve_point`: curve25519-dalek's `decompress`, which
 * accepts y beyond the field and any sign).
 */
export function isOnCurve(bytes: Uint8Array): boolean {
  const y = littleEndian(bytes) & Y_MASK;
  const ySquared = mod(y * y);
  // x² = (y² - 1) / (d·y² + 1); the divisor is never 0. By Euler's criterion a number has a root if its (p-1)/2th power
  // is 1, and a quotient has one if the product has.
  const product = mod((ySquared - 1n) * (D * ySquared + 1n));
  return product === 0n || power(product, (P - 1n) / 2n) === 1n;
}

function littleEndian(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);
}

function mod(value: bigint): bigint {
  const rest = value % P;
  return rest < 0n ? rest + P : rest;
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let square = base, rest = exponent; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = (result * square) % P;
    square = (square * square) % P;
  }
  return result;
}
