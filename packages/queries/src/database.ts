import type { Query } from '@tickscope/store';

/** The request or job that a query belongs to. */
export interface QueryContext {
  /** Appears in ClickHouse's query log. */
  id: string;
  /** Aborts the query. */
  signal: AbortSignal;
}

/** ClickHouse for readers: every query has a deadline. */
export interface Database {
  /**
   * Runs a query and returns its rows. Throws `ReadError` `unavailable` when ClickHouse cannot answer now; anything
   * else is an error of the query or of this program.
   */
  rows<Params, Row>(query: Query<Params, Row>, params: Params, context: QueryContext): Promise<Row[]>;
}
