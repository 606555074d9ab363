import { CONFIDENCES, INTENTS, QUANTITY_BASES, SIGNS, SUSPICION_REASONS } from '@tickscope/sandwich';
import { column, type RowOf } from '@tickscope/store';

/** The columns of a sandwich's verdict as of now, in a SELECT list. Those of the evidence are null in rows older than they. */
export const VERDICT_COLUMNS = {
  confidence: column.oneOf(...CONFIDENCES),
  /** By the record before the sandwich alone. */
  confidenceThen: column.oneOf(...CONFIDENCES),
  reason: column.nullable(column.oneOf(...SUSPICION_REASONS)),
  basis: column.nullable(column.oneOf(...QUANTITY_BASES)),
  intent: column.oneOf(...INTENTS),
  evidence: column.list(column.oneOf(...SIGNS)),
  swapsBefore: column.nullable(column.integer),
  swapsAfter: column.nullable(column.integer),
  transactionsBefore: column.nullable(column.integer),
  transactionsAfter: column.nullable(column.integer),
};

/** The intent and its evidence, as answers state them. */
export function intentFields(
  row: Omit<RowOf<typeof VERDICT_COLUMNS>, 'confidence' | 'confidenceThen' | 'reason' | 'basis'>,
) {
  return {
    intent: row.intent,
    evidence: row.evidence,
    swaps_before: row.swapsBefore,
    swaps_after: row.swapsAfter,
    transactions_before: row.transactionsBefore,
    transactions_after: row.transactionsAfter,
  };
}
