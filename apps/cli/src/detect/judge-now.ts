import { createReader } from '@tickscope/queries/create-reader';
import { judgedSandwich, readVerdictsNow } from '@tickscope/queries/mev/now/verdicts-now';
import type { Confidence, Sandwich } from '@tickscope/sandwich';
import type { ReadConnection } from '@tickscope/store';

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
  const database = createReader(read, { timeoutMs: TIMEOUT_MS });
  const context = { id: 'detect', signal: AbortSignal.timeout(TIMEOUT_MS) };
  const verdicts = await readVerdictsNow(database, sandwiches.map(judgedSandwich), context);
  return sandwiches.map((sandwich, at) => {
    const { signs, ...verdict } = verdicts[at]!;
    return { ...sandwich, ...verdict, evidence: { ...sandwich.evidence, signs } };
  });
}
