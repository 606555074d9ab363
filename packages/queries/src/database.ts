import type { Query } from '@tickscope/store';

/** The request or job that a query belongs to. */
export interface QueryContext {
  /** Appears in ClickHouse's query log. */
  id: string;
  /** Aborts the query. */
  signal: AbortSignal;
  /** Awaited before the records of these addresses are read, base58: where the result is kept while nothing changes. */
  beforeRecords?: (addresses: readonly string[]) => Promise<void>;
}

/** ClickHouse for readers: every query has a deadline. */
export interface Database {
  /**
   * Runs a query and returns its rows. Throws `ReadError` `unavailable` when ClickHouse cannot answer now; anything
   * else is an error of the query or of this program.
   */
  rows<Params, Row>(query: Query<Params, Row>, params: Params, context: QueryContext): Promise<Row[]>;
}
