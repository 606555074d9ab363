import { CONFIDENCES, type PayerSighting, type PriorSandwich, QUANTITY_BASES } from '@tickscope/sandwich';
import { column, type RowOf } from '../query/index.js';

/** More than a day at 200 ms per slot, the shortest slot time planned. The detector itself goes by block times. */
export const HISTORY_SLOTS = 450_000;
/** More than an hour, likewise. */
export const PAYER_SLOTS = 18_000;

/** Columns of the queries that load earlier sandwiches for the detector. */
export const PRIOR_SANDWICH_COLUMNS = {
  id: column.text,
  pool: column.text,
  mintIn: column.text,
  attackers: column.list(column.text),
  linkAddress: column.text,
  program: column.nullable(column.text),
  confidence: column.oneOf(...CONFIDENCES),
  basis: column.nullable(column.oneOf(...QUANTITY_BASES)),
  quantityRatio: column.float,
  gross: column.text,
  net: column.nullable(column.text),
  firstSlot: column.integer,
  lastSlot: column.integer,
  blockTime: column.nullable(column.integer),
};

/** @param legs positions of the legs that may still claim swaps */
export function toPriorSandwich(
  row: RowOf<typeof PRIOR_SANDWICH_COLUMNS>,
  legs: Pick<PriorSandwich, 'fronts' | 'backs'> = { fronts: [], backs: [] },
): PriorSandwich {
  return { ...row, fronts: legs.fronts, backs: legs.backs };
}

/** Columns of the queries that load fee payers and the authorities they paid for. */
export const PAYER_COLUMNS = {
  payer: column.text,
  authority: column.text,
  slot: column.integer,
  blockTime: column.nullable(column.integer),
  program: column.text,
  mintIn: column.text,
  mintOut: column.text,
} satisfies { [Name in keyof PayerSighting]: (value: never) => PayerSighting[Name] };
