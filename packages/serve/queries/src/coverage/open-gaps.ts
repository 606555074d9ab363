import { column, defineFileQuery, param } from '@tickscope/store';

/** The open gaps that overlap a slot range. */
export const OPEN_GAPS = defineFileQuery(import.meta.url, './open-gaps.sql', {
  params: { from: param.integer, to: param.integer },
  row: { fromSlot: column.integer, toSlot: column.integer },
});
