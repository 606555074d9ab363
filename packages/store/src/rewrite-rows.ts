import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from './connection/open-store.js';
import { column, defineQuery, param, type RowOf, runQuery, sqlFile } from './query/index.js';

const REWRITE_COLUMNS = {
  /** Empty: the table has none. */
  command: column.text,
  isDone: column.flag,
  parts: column.integer,
  /** Empty: nothing failed. */
  failure: column.text,
};
const PENDING_REWRITES = defineQuery({
  name: 'pending-rewrites',
  sql: sqlFile(import.meta.url, './pending-rewrites.sql'),
  params: { table: param.text },
  row: REWRITE_COLUMNS,
});
type Rewrite = RowOf<typeof REWRITE_COLUMNS>;

/** Stored rows that are being rewritten. */
export interface RewriteProgress {
  table: string;
  /** Parts of the table that are not rewritten yet; null: the server was not asked yet. */
  partsLeft: number | null;
  /** Why the server could not rewrite a part; it tries again. Null: nothing failed. */
  failure: string | null;
}

export interface RewriteOptions {
  onProgress(progress: RewriteProgress): void;
  /** Called between two looks at the server. */
  keepAlive(): Promise<void>;
}

const STATEMENT_TIMEOUT_MS = 60_000;
const LOOK_EVERY_MS = 200;
const LOOK_TIMEOUT_MS = 10_000;
/** A part that fails for this long is not going to be rewritten by waiting. */
const GIVE_UP_AFTER_MS = 600_000;

/** The table of a statement that rewrites stored rows; null for any other statement. */
export function rewrittenTable(statement: string): string | null {
  const [, table] = /^(?:--.*\n|\s)*ALTER TABLE (\w+)\s/.exec(statement) ?? [];
  return table !== undefined && /\b(MATERIALIZE|DROP) COLUMN\b/.test(statement) ? table : null;
}

/**
 * Runs a statement that rewrites stored rows and waits for its end. The server works at it in the background, also after
 * its own restart, so that a caller that died finds it running or done and does not begin again.
 */
export async function rewriteRows(
  { administer }: Pick<Store, 'administer'>,
  table: string,
  statement: string,
  options: RewriteOptions,
): Promise<void> {
  const { onProgress } = options;
  onProgress({ table, partsLeft: null, failure: null });
  // ClickHouse refuses a change of columns that it still rewrites for a caller that died.
  const finished = await finishedRewrites({ administer }, table, options);
  // Each of several servers: the caller may have died between two of them. Those that had begun rewrite once more then.
  if (finished.every((rewrites) => hasBegun(statement, rewrites))) return;
  await administer.execute(`${statement} SETTINGS alter_sync = 0, mutations_sync = 0`, {
    timeoutMs: STATEMENT_TIMEOUT_MS,
  });
  await finishedRewrites({ administer }, table, options);
}

/** Waits until all servers have finished their rewrites of a table. Returns those that each one with the table remembers. */
async function finishedRewrites(
  { administer }: Pick<Store, 'administer'>,
  table: string,
  { onProgress, keepAlive }: RewriteOptions,
): Promise<Rewrite[][]> {
  let failingSince: number | null = null;
  for (;;) {
    const asked = administer.places.map(({ read }) =>
      runQuery(read, PENDING_REWRITES, { table }, { timeoutMs: LOOK_TIMEOUT_MS }),
    );
    const rewrites = (await Promise.all(asked)).filter((rows) => rows.length > 0);
    const pending = rewrites.flat().filter(({ isDone }) => !isDone);
    if (pending.length === 0) return rewrites;
    const failure = pending.map((each) => each.failure).find((text) => text !== '') ?? null;
    onProgress({ table, partsLeft: Math.max(...pending.map(({ parts }) => parts)), failure });
    failingSince = failure === null ? null : (failingSince ?? performance.now());
    if (failingSince !== null && performance.now() - failingSince > GIVE_UP_AFTER_MS)
      throw new Error(`ClickHouse cannot rewrite the rows of ${table}: ${failure}`);
    await sleep(LOOK_EVERY_MS);
    await keepAlive();
  }
}

/** Whether a server already has the work of a statement, running or done. A column is materialised only once. */
function hasBegun(statement: string, rewrites: readonly Rewrite[]): boolean {
  const wanted = [...statement.matchAll(/MATERIALIZE COLUMN (\w+)/g)].map(([command]) => command);
  return wanted.length > 0 && wanted.every((work) => rewrites.some(({ command }) => command.includes(work)));
}
