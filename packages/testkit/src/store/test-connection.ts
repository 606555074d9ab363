import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { openStore, type Store, type StoreOptions } from '@tickscope/store';

/**
 * A store, and beside it a client that sends any SQL: tests and benchmarks check and change the tables with statements
 * of their own.
 */
export type TestConnection = Store & Pick<ClickHouseClient, 'query' | 'command' | 'insert' | 'exec'>;

export function openTestConnection(options: StoreOptions): TestConnection {
  const store = openStore(options);
  const client = createClient({
    url: options.url,
    username: options.user,
    password: options.password,
    database: options.database,
    application: options.application,
    request_timeout: options.requestTimeoutMs ?? 30_000,
    // On a busy machine a test writes to a connection that the server has just closed.
    keep_alive: { enabled: false },
    log: { level: ClickHouseLogLevel.OFF },
    clickhouse_settings: { output_format_json_quote_64bit_integers: 1 },
  });
  return {
    ...store,
    query: client.query.bind(client),
    command: client.command.bind(client),
    insert: client.insert.bind(client),
    exec: client.exec.bind(client),
    async close() {
      await Promise.all([store.close(), client.close()]);
    },
  };
}
