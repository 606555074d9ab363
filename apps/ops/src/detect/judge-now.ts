import type { Confidence, Sandwich } from '@tickscope/sandwich';
import { type ReadConnection, readWith, verdictsNow } from '@tickscope/store';

const TIMEOUT_MS = 60_000;

/** A sandwich with its verdict as of now, by the stored records of its actors on both sides. */
export interface JudgedSandwich extends Sandwich {
  /** By the record before it. */
  confidenceThen: Confidence;
}

export async function judgeNow(
  read: ReadConnection,
  sandwiches: readonly Sandwich[],
): Promise<JudgedSandwich[]> {
  const verdicts = await verdictsNow(readWith(read, { timeoutMs: TIMEOUT_MS }), sandwiches);
  return sandwiches.map((sandwich, at) => {
    const { signs, standing: _, ...verdict } = verdicts[at]!;
    const { confidence: confidenceThen, evidence } = sandwich;
    return { ...sandwich, ...verdict, confidenceThen, evidence: { ...evidence, signs } };
  });
}
