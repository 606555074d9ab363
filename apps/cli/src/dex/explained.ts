import { type Explanation, explainTransaction } from '@tickscope/dex';
import type { FoundTransaction } from './read-file.js';

export interface ExplainedTransaction {
  /** Null if the source does not state it. */
  slot: number | null;
  index: number | null;
  isReencoded: boolean;
  explanation: Explanation;
}

export function explained({ slot, index, tx, isReencoded }: FoundTransaction): ExplainedTransaction {
  return { slot, index, isReencoded, explanation: explainTransaction(slot ?? 0, tx) };
}

/** The data of `--json`: amounts as text, and null for a slot or an index that the source does not state. */
export function asJson({ slot, index, isReencoded, explanation }: ExplainedTransaction): unknown {
  return withTextAmounts({ ...explanation, slot, index, isReencoded });
}

function withTextAmounts(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? String(item) : item)),
  );
}
