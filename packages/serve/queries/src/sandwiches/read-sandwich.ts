import { CONFIDENCES } from '@tickscope/sandwich';
import { column, defineFileQuery, param } from '@tickscope/store';
import type { Database, QueryContext } from '../database.js';
import { readLedSandwiches } from './led-sandwiches.js';
import type { SandwichKey } from './stored-sandwiches.js';

const REVISIONS = defineFileQuery(import.meta.url, './revisions.sql', {
  name: 'sandwich-revisions',
  params: { first_slot: param.integer, id: param.text },
  row: {
    revision: column.integer,
    isRetracted: column.flag,
    isFinal: column.flag,
    cause: column.oneOf('detection', 'standing'),
    confidence: column.oneOf(...CONFIDENCES),
    confidenceThen: column.oneOf(...CONFIDENCES),
    victimLoss: column.nullable(column.text),
    detectedMs: column.integer,
  },
});

/** Reads a sandwich with the revisions that are still kept. Null: it is not stored, or was retracted. */
export async function readSandwich(database: Database, key: SandwichKey, context: QueryContext) {
  const asked = { first_slot: key.firstSlot, id: key.sandwichId };
  const [[sandwich], revisions] = await Promise.all([
    readLedSandwiches(database, [key], context),
    database.rows(REVISIONS, asked, context),
  ]);
  if (sandwich === undefined) return null;
  return {
    ...sandwich,
    revisions: revisions.map(
      ({ revision, isRetracted, isFinal, cause, confidence, confidenceThen, victimLoss, detectedMs }) => ({
        revision,
        retracted: isRetracted,
        is_final: isFinal,
        cause,
        confidence,
        confidence_then: confidenceThen,
        victim_loss: victimLoss,
        detected_at: new Date(detectedMs).toISOString(),
      }),
    ),
  };
}
