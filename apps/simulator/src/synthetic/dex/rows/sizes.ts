import type { Pool } from '../../plan.js';
import type { Random } from '../../random.js';
import type { Curve } from '../curve.js';
import { grossOf } from '../sandwich/sizing.js';

/** Dollars' smallest units for a lamport, in thousandths, at the price that generated pools begin with. */
const DOLLARS_PER_LAMPORT = 150n;
const TRIES = 14;
const ROUNDS = 40;

/** An attack as it is planned: the trades that follow the front, its size, and what it would earn. */
export interface Aim {
  sizes: bigint[];
  front: bigint;
  /** In quote tokens. */
  gross: bigint;
}

/** Lamports in a pool's quote token. */
export function quoteOf({ quoteMint }: Pool, lamports: bigint): bigint {
  return quoteMint.isNative === true ? lamports : (lamports * DOLLARS_PER_LAMPORT) / 1_000n;
}

/** Quote tokens in lamports. */
export function lamportsOf({ quoteMint }: Pool, amount: bigint): bigint {
  return quoteMint.isNative === true ? amount : (amount * 1_000n) / DOLLARS_PER_LAMPORT;
}

/** A share between two, as likely to be between 1 and 2 as between 2 and 4. */
export function spreadShare(random: Random, low: number, high: number): number {
  // Doublings: no logarithms, whose last bit differs between engines.
  let doublings = 0;
  while (low * 2 ** (doublings + 1) < high) doublings += 1;
  const from = low * 2 ** random.below(doublings + 1);
  return from + (Math.min(2 * from, high) - from) * random.unit();
}

export function shareOf(amount: bigint, share: number): bigint {
  return (amount * BigInt(Math.max(1, Math.floor(share * 10_000_000)))) / 10_000_000n;
}

/** Draws a trade with a tolerance, and the front that takes half or more of it; larger until it pays. */
export function aimed(
  pool: Pool,
  random: Random,
  { isBuy, victims, leastGross }: { isBuy: boolean; victims: number; leastGross: bigint },
): Aim | null {
  const { curve } = pool;
  const reserve = isBuy ? curve.quoteReserve : curve.baseReserve;
  let first = spreadShare(random, 0.002, 0.04);
  for (let tried = 0; tried < TRIES; tried += 1, first *= 1.35) {
    if (first > 0.3) return null;
    const sizes = Array.from({ length: victims }, (_, index) =>
      shareOf(reserve, index === 0 ? first : first * spreadShare(random, 0.05, 1)),
    );
    const clean = curve.exactIn(isBuy, sizes[0]!)?.fill.traderOut ?? 0n;
    const tolerance = random.pick([0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.15, 0.2]);
    const least = clean - shareOf(clean, tolerance * (0.52 + 0.46 * random.unit()));
    const front = largestFront(curve, isBuy, sizes[0]!, least, reserve / 4n);
    if (front === 0n || front < shareOf(sizes[0]!, 0.02)) continue;
    const gross = gainOf(curve, isBuy, front, sizes);
    if (gross >= leastGross) return { sizes, front, gross };
  }
  return null;
}

/** Draws a position and the trades after it that bring its owner a gain; they are larger until it does. */
export function lucky(
  pool: Pool,
  random: Random,
  {
    isBuy,
    followers,
    front,
    leastGross,
  }: { isBuy: boolean; followers: number; front: bigint; leastGross: bigint },
): Aim | null {
  const { curve } = pool;
  const reserve = isBuy ? curve.quoteReserve : curve.baseReserve;
  let share = spreadShare(random, 0.004, 0.02);
  for (let tried = 0; tried < TRIES; tried += 1, share *= 1.35) {
    if (share > 0.4) return null;
    const sizes = Array.from({ length: followers }, () =>
      shareOf(reserve, (share * spreadShare(random, 0.3, 1.7)) / followers),
    );
    const gross = gainOf(curve, isBuy, front, sizes);
    if (gross >= leastGross) return { sizes, front, gross };
  }
  return null;
}

/** Computes the gain of a position over trades of these sizes, in the quote token; −1 if it cannot be closed. */
function gainOf(curve: Curve, isBuy: boolean, front: bigint, sizes: readonly bigint[]): bigint {
  const between = sizes.map((amountIn) => ({ amountIn, minOut: 0n }));
  const gross = grossOf(curve, isBuy, front, between);
  return gross === null ? -1n : worth(curve, isBuy, gross);
}

/** The smallest input that gives at least this much. */
export function inputFor(curve: Curve, isBuy: boolean, wanted: bigint): bigint | null {
  let [low, high] = [1n, 2n * (isBuy ? curve.quoteReserve : curve.baseReserve)];
  const gives = (amountIn: bigint): bigint => curve.exactIn(isBuy, amountIn)?.fill.traderOut ?? 0n;
  if (gives(high / 4n) < wanted && gives(high) < wanted) return null;
  while (low < high) {
    const middle = (low + high) / 2n;
    if (gives(middle) >= wanted) high = middle;
    else low = middle + 1n;
  }
  return low;
}

function worth({ quoteReserve, baseReserve }: Curve, isBuy: boolean, gross: bigint): bigint {
  return isBuy ? gross : (gross * quoteReserve) / baseReserve;
}

function largestFront(curve: Curve, isBuy: boolean, paid: bigint, least: bigint, most: bigint): bigint {
  let [low, high] = [0n, most];
  for (let round = 0; round < ROUNDS && low < high; round += 1) {
    const middle = (low + high + 1n) / 2n;
    const front = curve.exactIn(isBuy, middle);
    const left = front?.next.exactIn(isBuy, paid)?.fill.traderOut ?? 0n;
    if (left >= least) low = middle;
    else high = middle - 1n;
  }
  return low;
}
