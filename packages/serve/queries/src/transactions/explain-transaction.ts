import type { Signature } from '@tickscope/chain';
import { type FailureReason, failureReason } from '@tickscope/dex';
import type { components } from '@tickscope/schemas';
import { column, defineFileQuery, param, type RowOf } from '@tickscope/store';
import type { Database, QueryContext } from '../database.js';
import { parsedError } from '../metadata/transaction-metadata.js';
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

export type TransactionExplanation = components['schemas']['TransactionExplanation'];
type StoredFailure = RowOf<typeof FAILURE>;

/** Says why a transaction failed, from what is stored of it; null if no block that is stored whole has it. */
export async function explainTransaction(
  database: Database,
  signature: Signature,
  context: QueryContext,
): Promise<TransactionExplanation | null> {
  const positions = await findPositions(database, [signature], context);
  if (positions.length === 0) return null;
  const slots = positions.map(({ slot }) => slot);
  const [copies, whole] = await Promise.all([
    database.rows(FIND_FAILURE, { positions }, context),
    readWholeSlots(database, slots, context),
  ]);
  const [found, ...others] = foundAt(positions, [signature], copies).filter(({ slot }) => whole.has(slot));
  if (found === undefined) return null;
  const { slot, blockIndex, blockTime, success } = found;
  return {
    ...{ signature, slot, block_index: blockIndex, block_time: blockTime, success },
    ...explainFailure(found),
    ...(others.length === 0
      ? {}
      : { also_in: others.map(({ slot, blockTime, success }) => ({ slot, blockTime, success })) }),
  };
}

type Explained = Pick<TransactionExplanation, 'error' | 'outcome' | 'reason'>;

function explainFailure({ success, error, failedProgram, errorName }: StoredFailure): Explained {
  if (success === true) return { error: null, outcome: null, reason: null };
  if (success === null || error === null)
    return { error: null, outcome: 'unknown', reason: 'Its result is not recorded.' };
  const reason = failureReason({ error, program: failedProgram, logName: errorName });
  return { error: { stored: parsedError(error), ...reason }, ...outcomeOf(reason) };
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
