import { formatParam } from './format-param.js';

const BY_POSITIONS = '(slot, block_index) IN {positions:Array(Tuple(UInt64, UInt32))}';

/**
 * Adds the slots of the asked positions to a query. With them ClickHouse knows the shards of the rows and asks no others,
 * which it does not for pairs. A single server needs no such help, so it is added here and not in the SQL.
 */
export function prunePositions(
  sql: string,
  params: Readonly<Record<string, unknown>>,
): { sql: string; params: Readonly<Record<string, unknown>> } {
  if (!sql.includes(BY_POSITIONS)) return { sql, params };
  const slots = [...formatParam(params['positions']).matchAll(/\((\d+),/g)].map(([, slot]) => BigInt(slot!));
  return {
    sql: sql.replaceAll(BY_POSITIONS, `(${BY_POSITIONS} AND slot IN {slots_of_positions:Array(UInt64)})`),
    params: { ...params, slots_of_positions: [...new Set(slots)] },
  };
}
