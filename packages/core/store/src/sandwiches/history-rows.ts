import { type ActorHour, type PayerSighting, RECORD_HOURS, SLOTS_PER_HOUR } from '@tickscope/sandwich';
import { column } from '../query/index.js';

/** The slots after a sandwich in which it is part of its actor's record. */
export const RECORD_SLOTS = (RECORD_HOURS + 1) * SLOTS_PER_HOUR;
/** More than an hour at 200 ms per slot, the shortest slot time planned. The detector itself goes by block times. */
export const PAYER_SLOTS = 18_000;

/** Columns of the queries that load the records of actors. */
export const ACTOR_HOUR_COLUMNS = {
  address: column.text,
  hour: column.integer,
  trips: column.integer,
  gains: column.integer,
  aims: column.integer,
  pools: column.list(column.text),
} satisfies { [Name in keyof ActorHour]: (value: never) => ActorHour[Name] };

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
