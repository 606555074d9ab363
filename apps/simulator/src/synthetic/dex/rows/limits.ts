import type { Random } from '../../random.js';

/** Tolerances that wallets, terminals and their users set, in basis points. */
export const TOLERANCES = [50, 100, 200, 300, 500, 1_000, 1_500, 2_000, 2_500, 3_000, 5_000].map(BigInt);

/** People set no limit further away than this from what they expect, in basis points. */
const LARGEST = 6_000n;

/** Output (or cost) of a trade without an attacker, and with it. */
export interface Fit {
  clean: bigint;
  actual: bigint;
  /** Whether the amounts are what is paid, for an exact number of tokens. */
  isCost: boolean;
}

export interface Limit {
  quoted: bigint;
  limit: bigint;
  /** Which share of the room between the clean fill and the limit was taken. */
  use: number;
}

/**
 * A limit as people set it, of whose room a share in `bounds` is taken: a usual tolerance where one fits, else what just
 * fits. Null where none does.
 *
 * @param isEarly whether the trader's quote is from before the attacker's trade
 */
export function drawLimit(
  random: Random,
  { clean, actual, isCost }: Fit,
  [least, most]: readonly [number, number],
  isEarly: boolean,
): Limit | null {
  const taken = isCost ? actual - clean : clean - actual;
  if (taken <= 0n) {
    if (least > 0) return null;
    return { quoted: actual, limit: shifted(actual, random.pick(TOLERANCES), isCost), use: 0 };
  }
  const quoted = isEarly ? clean : actual;
  const usual = TOLERANCES.map((tolerance): Limit => {
    const limit = shifted(quoted, tolerance, isCost);
    return { quoted, limit, use: useOf(taken, clean, limit) };
  }).filter(({ use }) => use >= least && use <= most);
  if (usual.length > 0) return random.pick(usual);
  const smallest = Math.max(least, Number((taken * 10_000n) / clean) / Number(LARGEST), 0.01);
  if (smallest >= most) return null;
  const use = smallest + (most - smallest) * random.unit();
  const room = (taken * 1_000_000n) / BigInt(Math.floor(use * 1_000_000));
  const limit = isCost ? clean + room : clean - room;
  return { quoted, limit, use: useOf(taken, clean, limit) };
}

function shifted(amount: bigint, tolerance: bigint, isCost: boolean): bigint {
  return (amount * (isCost ? 10_000n + tolerance : 10_000n - tolerance)) / 10_000n;
}

function useOf(taken: bigint, clean: bigint, limit: bigint): number {
  const room = limit > clean ? limit - clean : clean - limit;
  return room === 0n ? Number.POSITIVE_INFINITY : Number(taken) / Number(room);
}
