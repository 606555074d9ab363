import { INTENTS, SIGNS } from '@tickscope/sandwich';
import { column, type RowOf } from '@tickscope/store';

/** The columns of intent and its evidence, in a SELECT list. Null in rows older than these columns. */
export const INTENT_COLUMNS = {
  intent: column.oneOf(...INTENTS),
  evidence: column.list(column.oneOf(...SIGNS)),
  swapsBefore: column.nullable(column.integer),
  swapsAfter: column.nullable(column.integer),
  transactionsBefore: column.nullable(column.integer),
  transactionsAfter: column.nullable(column.integer),
};

/** As answers state them. */
export function intentFields(row: RowOf<typeof INTENT_COLUMNS>) {
  return {
    intent: row.intent,
    evidence: row.evidence,
    swaps_before: row.swapsBefore,
    swaps_after: row.swapsAfter,
    transactions_before: row.transactionsBefore,
    transactions_after: row.transactionsAfter,
  };
}
