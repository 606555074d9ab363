import type { QueryOptions, ReadConnection } from '../connection/read-connection.js';
import type { Query } from './define-query.js';

/** Runs a query and returns its rows. Errors are those of the client library. */
export async function runQuery<Params, Row>(
  connection: ReadConnection,
  query: Query<Params, Row>,
  params: Params,
  options: Omit<QueryOptions, 'params'>,
): Promise<Row[]> {
  const rows = await connection.queryRows<unknown[]>(query.sql, {
    ...options,
    params: query.encode(params),
    isPointRead: query.isPointRead,
  });
  return query.decode(rows);
}

/** Runs queries of one caller, who sets their deadline. */
export type Read = <Params, Row>(query: Query<Params, Row>, params: Params) => Promise<Row[]>;

/** A `Read` that queries a connection directly. */
export function readWith(connection: ReadConnection, options: Omit<QueryOptions, 'params'>): Read {
  return (query, params) => runQuery(connection, query, params, options);
}
