import type { EmbeddedClickHouse } from '@tickscope/embedded';

const DATABASE = 'tickscope';
/** Copied without the rows that migrations write on every store by themselves. */
const NOT_COPIED = new Set(['schema_versions']);

/**
 * Copies all rows of one server into a cluster, those that say when they were written too, so that nothing but the number
 * of servers differs.
 */
export async function copyStore(from: EmbeddedClickHouse, to: readonly EmbeddedClickHouse[]): Promise<void> {
  const tables = await namesOf(from, "engine LIKE '%MergeTree'");
  const first = to[0]!;
  // Their rows are copied as they are.
  for (const view of await namesOf(first, "engine = 'MaterializedView'"))
    await ask(first, `DETACH TABLE ${view}`);
  for (const table of tables.filter((name) => !NOT_COPIED.has(name)))
    for (const [index, server] of to.entries()) {
      const [own] = await namesOf(server, `name = '${table}' AND engine LIKE '%MergeTree'`);
      // The others have a table that reads the first server's, or all shards.
      if (index > 0 && own === undefined) continue;
      if (own !== undefined) await ask(server, `TRUNCATE TABLE ${own}`);
      await copyTable(from, server, table);
    }
}

/** Insert by insert: the order of the live feed is that of its inserts. */
async function copyTable(from: EmbeddedClickHouse, to: EmbeddedClickHouse, table: string): Promise<void> {
  const columns = lines(
    await ask(
      from,
      `SELECT name FROM system.columns WHERE database = currentDatabase() AND table = '${table}' AND default_kind NOT IN ('ALIAS', 'MATERIALIZED')`,
    ),
  ).join(', ');
  const isFeed = table === 'sandwich_feed';
  const inserts = isFeed
    ? lines(await ask(from, `SELECT DISTINCT _block_number FROM ${table} ORDER BY 1`)).map(
        (number) => `WHERE _block_number = ${number} ORDER BY _block_offset`,
      )
    : [''];
  for (const where of inserts) {
    const rows = await ask(from, `SELECT ${columns} FROM ${table} ${where} FORMAT RowBinary`);
    if (rows.length > 0) await ask(to, `INSERT INTO ${table} (${columns}) FORMAT RowBinary`, rows);
  }
}

async function namesOf(server: EmbeddedClickHouse, where: string): Promise<string[]> {
  return lines(
    await ask(
      server,
      `SELECT name FROM system.tables WHERE database = currentDatabase() AND ${where} ORDER BY name`,
    ),
  );
}

function lines(text: Buffer): string[] {
  return text.toString('utf8').split('\n').filter(Boolean);
}

async function ask(server: EmbeddedClickHouse, sql: string, body?: Buffer): Promise<Buffer> {
  const { user, password } = server.users.owner;
  const query = new URLSearchParams({ database: DATABASE, query: sql, async_insert: '0' });
  const response = await fetch(`${server.url}/?${query}`, {
    method: 'POST',
    headers: { Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` },
    body: body === undefined ? null : new Uint8Array(body),
    signal: AbortSignal.timeout(60_000),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  if (!response.ok) throw new Error(`${sql.slice(0, 100)}: ${bytes.toString('utf8').slice(0, 300)}`);
  return bytes;
}
