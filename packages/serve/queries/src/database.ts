import type { Query, Read } from '@tickscope/store';

/** The request or job that a query belongs to. */
export interface QueryContext {
  /** Appears in ClickHouse's query log. */
  id: string;
  /** Aborts the query. */
  signal: AbortSignal;
  /** The account whose turn the query takes where queries wait; absent: work of the service for all accounts. */
  account?: string | undefined;
  /** Awaited before the records of these addresses are read, base58: where the result is kept while nothing changes. */
  beforeRecords?: (addresses: readonly string[]) => Promise<void>;
}

/** The context of a look-up that serves all accounts, so that none of them waits for another's turn. */
export function forAllAccounts({ id, signal }: QueryContext): QueryContext {
  return { id, signal };
}

/** ClickHouse for readers: every query has a deadline. */
export interface Database {
  /**
   * Runs a query and returns its rows. Throws `ReadError` `unavailable` when ClickHouse cannot answer now; anything
   * else is an error of the query or of this program.
   */
  rows<Params, Row>(query: Query<Params, Row>, params: Params, context: QueryContext): Promise<Row[]>;
}

/** Runs reads that are shared with the ingester, with the deadline and the error handling of an operation. */
export function readOf(database: Database, context: QueryContext): Read {
  return (query, params) => database.rows(query, params, context);
}
