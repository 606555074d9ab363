import { column, defineQuery, type ReadConnection, runQuery } from '@tickscope/store';

const SERVER_VERSION = defineQuery({
  name: 'version',
  sql: 'SELECT version()',
  params: {},
  row: { version: column.text },
});

/** The version of ClickHouse; null: it does not say. */
export async function serverVersion(read: ReadConnection): Promise<string | null> {
  const [server] = await runQuery(read, SERVER_VERSION, {}, { timeoutMs: 10_000 });
  return server?.version ?? null;
}
