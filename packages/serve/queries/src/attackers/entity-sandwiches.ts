import { CONFIDENCES, INTENTS } from '@tickscope/sandwich';
import { column, defineFileQuery, param, type RowOf } from '@tickscope/store';

/** The sandwiches of a wallet in a range, newest first. */
export const ENTITY_SANDWICHES = defineFileQuery(import.meta.url, './entity-sandwiches.sql', {
  params: {
    address: param.text,
    from_slot: param.integer,
    to_slot: param.integer,
    span: param.integer,
    most: param.integer,
  },
  row: {
    firstSlot: column.integer,
    lastSlot: column.integer,
    /** Unix seconds, of the last backrun leg. */
    blockTime: column.nullable(column.integer),
    attackers: column.list(column.address),
    privateProgram: column.nullable(column.address),
    pool: column.address,
    programId: column.address,
    mintIn: column.address,
    mintOut: column.address,
    gainMint: column.address,
    /** Decimal, in the smallest unit of `gainMint`; `cost` in lamports. */
    gross: column.text,
    net: column.nullable(column.text),
    cost: column.nullable(column.text),
    /** Number of victims; in one that counts, of those that lost something, or may have. */
    victimCount: column.integer,
    attemptCount: column.integer,
    confidence: column.oneOf(...CONFIDENCES),
    intent: column.oneOf(...INTENTS),
  },
});
/** A sandwich of an entity as of now. */
export type EntitySandwich = RowOf<typeof ENTITY_SANDWICHES>;
