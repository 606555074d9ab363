import type { Address, TxPosition } from '@tickscope/chain';
import { column, defineQuery, param, sqlFile } from '@tickscope/store';
import type { Database, QueryContext } from '../database.js';

const ACTORS = defineQuery({
  name: 'basis-actors',
  sql: sqlFile(import.meta.url, './actors.sql'),
  params: {
    wallets: param.addresses,
    from: param.integer,
    to: param.integer,
    positions: param.positions,
    limit: param.integer,
  },
  row: { address: column.text },
});
const RECENT_TRIPS = defineQuery({
  name: 'recent-trips',
  sql: sqlFile(import.meta.url, './recent-trips.sql'),
  params: { addresses: param.texts, since: param.integer },
  row: { digest: column.text },
});

/** Parameters go in the URL, which may have 128 KB. */
const MOST_ACTORS = 2_000;

/** Trades that may be victims. */
export interface Victims {
  wallets: readonly Address[];
  from: number;
  to: number;
  positions: readonly TxPosition[];
}

/** The actors of the sandwiches around some trades, whose records decide about them; null: too many to look at. */
export async function readActors(
  database: Database,
  victims: Victims,
  context: QueryContext,
): Promise<string[] | null> {
  const rows = await database.rows(ACTORS, { ...victims, limit: MOST_ACTORS + 1 }, context);
  return rows.length > MOST_ACTORS ? null : rows.map(({ address }) => address);
}

/** A digest of what was written to the records of some actors since a time; empty where there are no actors. */
export async function readRecentTrips(
  database: Database,
  actors: readonly string[],
  since: number,
  context: QueryContext,
): Promise<string> {
  if (actors.length === 0) return '';
  const [row] = await database.rows(RECENT_TRIPS, { addresses: actors, since }, context);
  if (row === undefined) throw new Error('RECENT_TRIPS returned no row, though it has no GROUP BY');
  return row.digest;
}
