const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Text that looks like a base58 key, derived from a name and a number. */
export function address(name: string, index: number): string {
  let state = Math.imul(index + 1, 0x9e37_79b1) >>> 0;
  for (let i = 0; i < name.length; i += 1) state = Math.imul(state ^ name.charCodeAt(i), 0x0100_0193) >>> 0;
  let other = (Math.imul(index, 0x85eb_ca6b) ^ 0x5bd1_e995) >>> 0;
  const codes: number[] = [];
  for (let i = 0; i < 44; i += 1) {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b_3c6d) + other) >>> 0;
    other = (Math.imul(other ^ (other >>> 13), 0x297a_2d39) + 0x6d2b_79f5) >>> 0;
    codes.push(ALPHABET.charCodeAt(((state ^ (other >>> 7)) >>> 0) % 58));
  }
  // Created at once, not by concatenation: the string is then flat, as a decoder's is, and as fast to compare.
  return String.fromCharCode(...codes);
}

/** The token account of a wallet for a mint. */
export function tokenAccount(wallet: string, mint: string): string {
  return mint.slice(0, 20) + wallet.slice(20);
}
