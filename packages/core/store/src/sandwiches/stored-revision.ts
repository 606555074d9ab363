import { column, defineFileQuery, param, type RowOf } from '../query/index.js';

export const STORED_REVISIONS = defineFileQuery(import.meta.url, './stored-revisions.sql', {
  params: { ids: param.texts, first_slots: param.integers, trip_quantity: param.float },
  row: {
    id: column.text,
    revision: column.integer,
    digest: column.exact,
    isDeleted: column.flag,
    lastSlot: column.integer,
    isFinal: column.flag,
    pool: column.text,
    isGain: column.flag,
    isAimed: column.flag,
    /** Under which it is in the records of actors; empty if it is no round trip in one pool. */
    tripAddresses: column.list(column.text),
  },
});

export type StoredRevision = Omit<RowOf<typeof STORED_REVISIONS>, 'id'>;
