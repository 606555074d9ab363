import type { Signature } from '@tickscope/chain';
import { type FailureReason, failureReason } from '@tickscope/dex';
import { column, defineFileQuery, param, type RowOf } from '@tickscope/store';
import type { Database, QueryContext } from '../database.js';
import { findPositions } from './find-positions.js';
import { foundAt } from './find-transaction.js';
import { readWholeSlots } from './stored-slots.js';

const FAILURE = {
  signature: column.signature,
  slot: column.integer,
  blockIndex: column.integer,
  /** Unix seconds. */
  blockTime: column.nullable(column.integer),
  success: column.nullable(column.flag),
  error: column.nullable(column.text),
  failedProgram: column.nullable(column.address),
  errorName: column.nullable(column.text),
};
const FIND_FAILURE = defineFileQuery(import.meta.url, './find-failure.sql', {
  params: { positions: param.positions },
  row: { ...FAILURE, version: column.integer },
  isPointRead: true,
});

type StoredFailure = RowOf<typeof FAILURE>;

interface Explained {
  /** Its error as it is stored, and what is known of it; null for a transaction that succeeded, or whose result is not known. */
  error: ({ stored: string } & FailureReason) | null;
  /** Null for a transaction that succeeded. */
  outcome: 'not_a_limit' | 'unknown' | null;
  /** Why the outcome is unknown, as a sentence; else null. */
  reason: string | null;
}

interface PlacedResult {
  slot: number;
  /** Unix seconds. */
  blockTime: number | null;
  success: boolean | null;
}

/** Why a transaction failed. */
export interface TransactionExplanation extends PlacedResult, Explained {
  signature: Signature;
  blockIndex: number;
  /** The same signature in other slots. */
  others: PlacedResult[];
}

/** Says why a transaction failed, from what is stored of it; null if no block that is stored whole has it. */
export async function explainTransaction(
  database: Database,
  signature: Signature,
  context: QueryContext,
): Promise<TransactionExplanation | null> {
  const positions = await findPositions(database, [signature], context);
  if (positions.length === 0) return null;
  const slots = positions.map(({ slot }) => slot);
  const [versions, whole] = await Promise.all([
    database.rows(FIND_FAILURE, { positions }, context),
    readWholeSlots(database, slots, context),
  ]);
  const [found, ...others] = foundAt(positions, [signature], versions).filter(({ slot }) => whole.has(slot));
  if (found === undefined) return null;
  const { slot, blockIndex, blockTime, success } = found;
  return {
    ...{ signature, slot, blockIndex, blockTime, success },
    ...explainFailure(found),
    others: others.map(({ slot, blockTime, success }) => ({ slot, blockTime, success })),
  };
}

function explainFailure({ success, error, failedProgram, errorName }: StoredFailure): Explained {
  if (success === true) return { error: null, outcome: null, reason: null };
  if (success === null || error === null)
    return { error: null, outcome: 'unknown', reason: 'Its result is not recorded.' };
  const reason = failureReason({ error, program: failedProgram, logName: errorName });
  return { error: { stored: error, ...reason }, ...outcomeOf(reason) };
}

function outcomeOf({ kind, program }: FailureReason): Pick<Explained, 'outcome' | 'reason'> {
  if (kind === 'limit')
    return { outcome: 'unknown', reason: 'Who moved the price past its limit is not computed.' };
  if (kind !== null) return { outcome: 'not_a_limit', reason: null };
  const reason =
    program === null
      ? 'The program that failed is not recorded.'
      : 'No list that we know says what its error means.';
  return { outcome: 'unknown', reason };
}
