import type { ClickHouseClient } from '../client.js';
import type { Query } from './define-query.js';
import { type QueryOptions, queryRows } from './query-rows.js';

/** Runs a query and returns its rows. Errors are those of the client library. */
export async function runQuery<Params, Row>(
  client: ClickHouseClient,
  query: Query<Params, Row>,
  params: Params,
  options: Omit<QueryOptions, 'params'>,
): Promise<Row[]> {
  const rows = await queryRows<unknown[]>(client, query.sql, { ...options, params: query.encode(params) });
  return query.decode(rows);
}

/** Runs queries of one caller, who sets their deadline. */
export type Read = <Params, Row>(query: Query<Params, Row>, params: Params) => Promise<Row[]>;

/** A `Read` that queries a client directly. */
export function readWith(client: ClickHouseClient, options: Omit<QueryOptions, 'params'>): Read {
  return (query, params) => runQuery(client, query, params, options);
}
