import { column, defineQuery, param, type ReadConnection, runQuery } from '@tickscope/store';

export interface PartSlots {
  from: number;
  to: number;
}

const TIMEOUT_MS = 30_000;
const SLOT_COLUMN = defineQuery({
  name: 'slot-column',
  sql: "SELECT name FROM system.columns WHERE database = currentDatabase() AND table = {table:String} AND name IN ('slot', 'first_slot') ORDER BY name = 'slot' DESC LIMIT 1",
  params: { table: param.text },
  row: { name: column.text },
});
/** Where the table is partitioned by slot, ClickHouse stores these two values with the part and reads no column. */
const RANGE = defineQuery({
  name: 'part-range',
  sql: 'SELECT min({column:Identifier}), max({column:Identifier}) FROM {table:Identifier} WHERE _part = {part:String}',
  params: { column: param.text, table: param.text, part: param.text },
  row: { from: column.integer, to: column.integer },
});

/** The slots of a part's rows; `null` where the table has no slot column, or the damage prevents reading it. */
export async function slotsOfPart(
  read: ReadConnection,
  table: string,
  part: string,
): Promise<PartSlots | null> {
  try {
    const options = { timeoutMs: TIMEOUT_MS };
    const [found] = await runQuery(read, SLOT_COLUMN, { table }, options);
    if (found === undefined) return null;
    const [range] = await runQuery(read, RANGE, { column: found.name, table, part }, options);
    return range ?? null;
  } catch {
    return null;
  }
}
