import { type ClickHouseClient, queryRows } from '@tickscope/store';

export interface PartSlots {
  from: number;
  to: number;
}

const TIMEOUT_MS = 30_000;
const SLOT_COLUMN =
  "SELECT name FROM system.columns WHERE database = currentDatabase() AND table = {table:String} AND name IN ('slot', 'first_slot') ORDER BY name = 'slot' DESC LIMIT 1";
/** Where the table is partitioned by slot, ClickHouse stores these two values with the part and reads no column. */
const RANGE =
  'SELECT min({column:Identifier}), max({column:Identifier}) FROM {table:Identifier} WHERE _part = {part:String}';

/** The slots of a part's rows; `null` where the table has no slot column, or the damage prevents reading it. */
export async function slotsOfPart(
  client: ClickHouseClient,
  table: string,
  part: string,
): Promise<PartSlots | null> {
  try {
    const options = { params: { table, part }, timeoutMs: TIMEOUT_MS };
    const [column] = await queryRows<[string]>(client, SLOT_COLUMN, options);
    if (column === undefined) return null;
    const params = { ...options.params, column: column[0] };
    const [range] = await queryRows<[string, string]>(client, RANGE, { ...options, params });
    return range === undefined ? null : { from: Number(range[0]), to: Number(range[1]) };
  } catch {
    return null;
  }
}
