import type { Store } from '../connection/open-store.js';
import type { ReadConnection } from '../connection/read-connection.js';
import type { Transfer } from '../connection/transfer.js';
import { column, defineFileQuery, defineQuery, runQuery } from '../query/index.js';
import { retentionDays, ttlClauses } from '../retention/ttl-clauses.js';

const MOVED_TABLES = defineFileQuery(import.meta.url, './moved-tables.sql', {
  row: { name: column.text, engine: column.text, keys: column.text, columns: column.list(column.text) },
});
const TIMEOUT_MS = 600_000;
/** Rows that expire within this time are copied, but not compared: a server drops them when it likes. */
const EXPIRING_SECONDS = 3_600;

/** A table of the store that is moved, as its server describes it. */
export interface MovedTable {
  name: string;
  columns: readonly string[];
  /** Its sort key, with commas between. */
  keys: string;
  /** The column by which the newest version of a key counts, and the one that says that it was deleted; null: none. */
  version: string | null;
  isDeleted: string | null;
  /** Whether one of several rows with the same key counts. */
  isReplaced: boolean;
  /** After which rows expire, by `inserted_at`; null: never, or by another rule. */
  days: number | null;
}

/** Which rows of a table. */
export interface RowSet {
  /** On columns of the sort key; null: all. */
  onKeys: string | null;
  /** For comparing: leaves out what expires within the hour after this time, in seconds. */
  keptAt?: number;
}

/** Rows as queries see them, counted and hashed. */
export interface RowDigest {
  rows: number;
  digest: string;
}

export async function readMovedTables({
  administer,
}: Pick<Store, 'administer'>): Promise<Map<string, MovedTable>> {
  const rows = await administer.ask(MOVED_TABLES, {}, TIMEOUT_MS);
  return new Map(
    rows.map(({ name, engine, keys, columns }) => {
      const [, args = ''] = /^ReplacingMergeTree(?:\(([^()]*)\))?/.exec(engine) ?? [];
      const [version = null, isDeleted = null] = args.split(',').flatMap((arg) => arg.trim() || []);
      const isReplaced = engine.startsWith('Replacing');
      const days = retentionDays(ttlClauses(engine));
      return [name, { name, columns, keys, version, isDeleted, isReplaced, days }];
    }),
  );
}

/** Makes the text after FROM for a query of the rows that `currentRows` selects. */
function currentSource(table: MovedTable, { onKeys, keptAt }: RowSet): string {
  const { name, keys, version, isDeleted, isReplaced } = table;
  const columns = table.columns.join(', ');
  const only = onKeys === null ? '' : ` PREWHERE ${onKeys}`;
  const kept =
    keptAt === undefined || table.days === null
      ? []
      : [`inserted_at > fromUnixTimestamp(${keptAt + EXPIRING_SECONDS - table.days * 86_400})`];
  const where = (conditions: readonly string[]): string =>
    conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  const living = `${name}${isReplaced ? ' FINAL' : ''}${only}${where(kept)}`;
  if (isDeleted === null) return living;
  return `(
    SELECT ${columns} FROM ${living}
    UNION ALL
    SELECT ${columns} FROM
    (
      SELECT ${columns} FROM ${name}${only}${where([`${isDeleted} = 1`, ...kept])}
      ORDER BY ${keys}, ${version} DESC LIMIT 1 BY ${keys}
    )
    WHERE (${keys}) NOT IN (SELECT ${keys} FROM ${name} FINAL${only})
  )`;
}

/**
 * The rows of a table as queries see them, each key once. Of a deleted key the row that says so: without it an older
 * version would count again.
 */
function currentRows(table: MovedTable, rows: RowSet): string {
  return `SELECT ${table.columns.join(', ')} FROM ${currentSource(table, rows)}`;
}

const hashOf = ({ columns }: MovedTable): string => `sum(cityHash64(tuple(${columns.join(', ')})))`;

async function digestOf(read: ReadConnection, table: MovedTable, rows: RowSet): Promise<RowDigest> {
  const sql = `SELECT count(), ${hashOf(table)} FROM ${currentSource(table, rows)}`;
  const query = defineQuery({
    name: 'moved-digest',
    sql,
    row: { rows: column.integer, digest: column.text },
  });
  const [digest] = await runQuery(read, query, {}, { timeoutMs: TIMEOUT_MS });
  return digest!;
}

/** The digests of groups of rows, by the value of an expression of the sort key. */
export async function digestsBy(
  read: ReadConnection,
  table: MovedTable,
  group: string,
  rows: RowSet,
): Promise<Map<number, string>> {
  const sql = `SELECT ${group} AS moved_group, concat(toString(count()), ' ', toString(${hashOf(table)}))
    FROM ${currentSource(table, rows)} GROUP BY moved_group`;
  const query = defineQuery({
    name: 'moved-digests',
    sql,
    row: { group: column.integer, digest: column.text },
  });
  const found = await runQuery(read, query, {}, { timeoutMs: TIMEOUT_MS });
  return new Map(found.map(({ group: key, digest }) => [key, digest]));
}

/** How many rows both stores have; null where they differ. */
export async function equalRows(
  { from, to }: Record<'from' | 'to', Pick<Store, 'read'>>,
  table: MovedTable,
  rows: RowSet,
): Promise<number | null> {
  const [old, replica] = await Promise.all([from, to].map(({ read }) => digestOf(read, table, rows)));
  return old!.rows === replica!.rows && old!.digest === replica!.digest ? old!.rows : null;
}

/** The groups that differ between two stores, in falling order. */
export async function differingGroups(
  { from, to }: Record<'from' | 'to', Pick<Store, 'read'>>,
  table: MovedTable,
  group: string,
  rows: RowSet,
): Promise<number[]> {
  const [old, replica] = await Promise.all([from, to].map(({ read }) => digestsBy(read, table, group, rows)));
  return differing(old!, replica!);
}

/** The keys of different or missing digests, in falling order. */
export function differing(one: ReadonlyMap<number, string>, other: ReadonlyMap<number, string>): number[] {
  const keys = new Set([...one.keys(), ...other.keys()]);
  return [...keys].filter((key) => one.get(key) !== other.get(key)).sort((a, b) => b - a);
}

/** Copies the rows as queries see them. Returns the bytes sent. */
export function copyRows(
  transfer: Transfer,
  table: MovedTable,
  { onKeys }: Pick<RowSet, 'onKeys'>,
  signal: AbortSignal | undefined,
): Promise<number> {
  const both = (more: string | null): string | null =>
    [onKeys, more].filter((condition) => condition !== null).join(' AND ') || null;
  return transfer.copy({
    table: table.name,
    columns: table.columns,
    select: (more) => currentRows(table, { onKeys: both(more) }),
    signal,
  });
}
