import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import type { EmbeddedClickHouse } from '@tickscope/embedded';
import { openStore, type Store, type StoreOptions } from '@tickscope/store';

/** The one database that the embedded server's users may access. */
export const TEST_DATABASE = 'tickscope';

export type TestUser = 'owner' | 'reader' | 'analyst';

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

/** A connection of one of an embedded server's users. */
export function connectTo(
  { url, users }: Pick<EmbeddedClickHouse, 'url' | 'users'>,
  user: TestUser = 'owner',
  options: Partial<StoreOptions> = {},
): TestConnection {
  const defaults = { url, ...users[user], database: TEST_DATABASE, application: 'test' };
  return openTestConnection({ ...defaults, ...options });
}
