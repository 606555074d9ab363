import type { SuspicionReason } from '@tickscope/sandwich';
import type { ExpectedClass } from './label.js';

/** Amounts of a scene summed over its legs, from the trader's view. */
export interface SceneFacts {
  frontIn: bigint;
  frontOut: bigint;
  backIn: bigint;
  backOut: bigint;
  /** Fees and tips of the legs' transactions. */
  costLamports: bigint;
  /** Which token is SOL: a, with which the fronts paid; b, which they bought; or none. */
  solSide: 'a' | 'b' | null;
  spanSlots: number;
  /** Whether half or more of a victim's limit was used. */
  isPushed: boolean;
  /** `unclear` if it depends on whether a sandwich counts before it is final. */
  knownBot: boolean | 'unclear';
  /** Only a private program links the two sides. */
  onlyProgram: boolean;
}

export interface Verdict {
  expected: ExpectedClass;
  why: string;
  reason: SuspicionReason | null;
  quantityRatio: number;
  gross: bigint;
  /** Null unless the gain is in SOL. */
  net: bigint | null;
  isProfit: boolean;
}

const suspected = (reason: SuspicionReason, why: string) => ({ expected: 'suspected', reason, why }) as const;
const counted = (expected: 'exact' | 'loose', why: string) => ({ expected, reason: null, why }) as const;

/**
 * Rules 2, 3 and 10 of the definition, implemented independently of the detector. Pools and victims are judged elsewhere.
 */
export function verdictOf(facts: SceneFacts): Verdict {
  const { frontIn, frontOut, backIn, backOut, costLamports, solSide } = facts;
  const isOff = (part: bigint, whole: bigint): boolean => Math.abs(Number(part) / Number(whole) - 1) > 0.001;
  if (isOff(backIn, frontOut) && !isOff(backOut, frontIn)) {
    // Sold first, and bought exactly the same amount back: the gain is in b.
    const mirrored = verdictOf({
      ...facts,
      frontIn: backIn,
      frontOut: backOut,
      backIn: frontIn,
      backOut: frontOut,
      solSide: solSide === null ? null : solSide === 'a' ? 'b' : 'a',
    });
    if (mirrored.isProfit) return { ...mirrored, quantityRatio: 1 / mirrored.quantityRatio };
  }
  // The amount that was both bought and sold, with its share of the money on each side.
  const matched = backIn < frontOut ? backIn : frontOut;
  const gross = (backOut * matched) / backIn - (frontIn * matched) / frontOut;
  const cost = { a: costLamports, b: (costLamports * frontIn) / frontOut, none: 0n }[solSide ?? 'none'];
  const isProfit = gross - cost > 0n;
  const quantityRatio = Number((backIn * 1_000_000_000n) / frontOut) / 1e9;
  return {
    ...classOf(facts, quantityRatio, gross > 0n, isProfit),
    quantityRatio,
    gross,
    net: solSide === 'a' ? gross - cost : null,
    isProfit,
  };
}

function classOf(
  { spanSlots, isPushed, knownBot, onlyProgram }: SceneFacts,
  q: number,
  isGain: boolean,
  isProfit: boolean,
): Pick<Verdict, 'expected' | 'why' | 'reason'> {
  const off = Math.abs(q - 1);
  if (onlyProgram && off > 0.01) return { expected: 'none', reason: null, why: 'L4 needs |q − 1| ≤ 0.01' };
  const isExact = off <= 0.001;
  const as = isExact ? 'exact' : 'loose';
  const fits = off <= 0.1 || q > 1.1;
  const matches = isExact ? isGain : fits && isProfit;
  const stands = matches && (!onlyProgram || isPushed);
  if (stands && spanSlots === 0) return counted(as, '2 (a): one slot');
  if (stands && isProfit && isPushed && spanSlots <= 4)
    return counted(as, '2 (b): at most 4 slots, intended');
  if ((matches || isExact) && spanSlots <= 10) {
    if (knownBot === true) return counted(as, '2 (c): known bot');
    if (knownBot === 'unclear') return { expected: 'open', reason: null, why: 'history not yet final' };
  }
  if (!fits) return suspected('quantity', 'amounts do not match');
  if (!isProfit) return suspected('no_gain', 'no net gain');
  if (onlyProgram) return suspected('link', 'L4 alone');
  return suspected('round_trip', 'several slots, no known bot');
}
