import type { SuspicionReason } from '@tickscope/sandwich';
import type { ExpectedClass } from './label.js';

/** Amounts of a scene summed over its legs, from the trader's view. */
export interface SceneFacts {
  frontIn: bigint;
  frontOut: bigint;
  backIn: bigint;
  backOut: bigint;
  /** Fees and tips of the legs' transactions; null if the profit is not in SOL. */
  costLamports: bigint | null;
  spanSlots: number;
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
  net: bigint | null;
}

const suspected = (reason: SuspicionReason, why: string) => ({ expected: 'suspected', reason, why }) as const;
const counted = (expected: 'exact' | 'loose', why: string) => ({ expected, reason: null, why }) as const;

/**
 * Rules 2 and 3 of the definition, implemented independently of the detector. Pools and victims are judged elsewhere.
 */
export function verdictOf(facts: SceneFacts): Verdict {
  const { frontIn, frontOut, backIn, backOut, costLamports } = facts;
  // The amount that was both bought and sold, with its share of the money on each side.
  const matched = backIn < frontOut ? backIn : frontOut;
  const gross = (backOut * matched) / backIn - (frontIn * matched) / frontOut;
  const net = costLamports === null ? null : gross - costLamports;
  const quantityRatio = Number((backIn * 1_000_000_000n) / frontOut) / 1e9;
  return { ...classOf(facts, quantityRatio, net), quantityRatio, gross, net };
}

function classOf(
  { spanSlots, knownBot, onlyProgram }: SceneFacts,
  q: number,
  net: bigint | null,
): Pick<Verdict, 'expected' | 'why' | 'reason'> {
  const profitable = net !== null && net > 0n;
  const off = Math.abs(q - 1);
  if (onlyProgram && off > 0.01) return { expected: 'none', reason: null, why: 'L4 needs |q − 1| ≤ 0.01' };
  const sameSlot = spanSlots === 0 && !onlyProgram;
  const short = spanSlots <= 4 && profitable && !onlyProgram;
  if (off <= 0.001) {
    if (sameSlot) return counted('exact', '2 (a): one slot');
    if (short) return counted('exact', '2 (b): at most 4 slots, net above 0');
    if (knownBot === true) return counted('exact', '2 (c): known bot');
  }
  const fits = off <= 0.1 || q > 1.1;
  if (fits && profitable && sameSlot) return counted('loose', 'loose by (a)');
  if (fits && profitable && knownBot === true) return counted('loose', 'loose by (c)');
  if (knownBot === 'unclear') return { expected: 'open', reason: null, why: 'history not yet final' };
  if (onlyProgram) return suspected('link', 'L4 alone');
  if (off > 0.1) return suspected('quantity', 'amounts do not match');
  return suspected('round_trip', 'several slots, no known bot or no gain');
}
