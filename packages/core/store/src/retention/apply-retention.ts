import type { AdminConnection } from '../connection/admin-connection.js';
import type { Store } from '../connection/open-store.js';
import type { ReadConnection } from '../connection/read-connection.js';
import type { WriteConnection } from '../connection/write-connection.js';
import { column, defineFileQuery, defineQuery, runQuery } from '../query/index.js';
import { retentionDays, ttlClauses, withRetention } from './ttl-clauses.js';

const TABLE_TTLS = defineFileQuery(import.meta.url, './table-ttls.sql', {
  row: { table: column.text, engine: column.text },
});
const RECORDED_DAYS = defineQuery({
  name: 'recorded-days',
  sql: 'SELECT name, argMax(days, changed_at) FROM retention GROUP BY name',
  row: { group: column.text, days: column.integer },
});
const TIMEOUT_MS = 30_000;

/** Days after insertion from which rows may be dropped. */
export interface RetentionDays {
  /** Account locks and what is derived from them. By far the largest tables. */
  locks: number;
  /** Transactions, entries, signatures. */
  transactions: number;
  /** Swaps and what else the DEX events of a block are: fills, pool events, token links; and sandwiches. */
  swaps: number;
}

export type RetentionGroup = keyof RetentionDays;

export const DEFAULT_RETENTION: RetentionDays = { locks: 4, transactions: 8, swaps: 35 };

export const RETAINED_TABLES: Record<RetentionGroup, readonly string[]> = {
  locks: ['account_slots', 'account_heat'],
  transactions: ['entries', 'transactions', 'signatures'],
  swaps: [
    ...['swaps', 'swaps_by_trader', 'token_links', 'pool_events', 'fills', 'rebates'],
    ...['tips', 'unknown_frames'],
    ...['sandwiches', 'sandwich_legs', 'sandwich_legs_by_trader', 'sandwiches_by_address', 'actor_trips'],
  ],
};

export interface RetentionChange {
  table: string;
  fromDays: number;
  toDays: number;
}

/**
 * Applies the operator's retention days to the tables and returns what changed. Other clauses of a table's TTL, which an
 * operator added, stay; a table whose clause of the retention was removed is left as it is.
 *
 * ClickHouse updates existing parts in the background: it only recalculates their TTL and drops parts that are then too
 * old. `kept_since` never claims more than is stored, even if the process dies half-way: a shorter time is recorded
 * before the tables get it, a longer one afterwards.
 */
export async function applyRetention(
  { read, write, administer }: Pick<Store, 'read' | 'write' | 'administer'>,
  days: RetentionDays,
): Promise<RetentionChange[]> {
  const changes: RetentionChange[] = [];
  const rows = await administer.ask(TABLE_TTLS, {}, TIMEOUT_MS);
  const ttls = new Map(rows.map(({ table, engine }) => [table, ttlClauses(engine)]));
  const written = await writtenDays(read);
  for (const [group, tables] of groups()) {
    const toDays = days[group];
    const isShorter = toDays < (written.get(group) ?? 0);
    if (isShorter) await writeDown(write, group, toDays);
    for (const table of tables) {
      const clauses = ttls.get(table) ?? [];
      const fromDays = retentionDays(clauses);
      if (fromDays === null || fromDays === toDays) continue;
      await modifyTtl(administer, table, withRetention(clauses, toDays));
      changes.push({ table, fromDays, toDays });
    }
    if (!isShorter && toDays !== written.get(group)) await writeDown(write, group, toDays);
  }
  return changes;
}

/** Gives the tables of a store the days that those of another have, without a record of it. */
export async function copyRetention(
  from: Pick<Store, 'administer'>,
  { administer }: Pick<Store, 'administer'>,
): Promise<void> {
  const [old, present] = await Promise.all(
    [from.administer, administer].map((each) => each.ask(TABLE_TTLS, {}, TIMEOUT_MS)),
  );
  const clausesOf = new Map(present!.map(({ table, engine }) => [table, ttlClauses(engine)]));
  for (const { table, engine } of old!) {
    const clauses = clausesOf.get(table) ?? [];
    const days = retentionDays(ttlClauses(engine));
    const presentDays = retentionDays(clauses);
    if (days !== null && presentDays !== null && days !== presentDays)
      await modifyTtl(administer, table, withRetention(clauses, days));
  }
}

function groups(): [RetentionGroup, readonly string[]][] {
  return Object.entries(RETAINED_TABLES) as [RetentionGroup, readonly string[]][];
}

async function writtenDays(read: ReadConnection): Promise<Map<string, number>> {
  const rows = await runQuery(read, RECORDED_DAYS, {}, { timeoutMs: TIMEOUT_MS });
  return new Map(rows.map(({ group, days }) => [group, days]));
}

async function writeDown(write: WriteConnection, name: RetentionGroup, days: number): Promise<void> {
  await write.insertObjects('retention', {
    columns: ['name', 'days'],
    rows: [{ name, days }],
    timeoutMs: TIMEOUT_MS,
  });
}

async function modifyTtl(administer: AdminConnection, table: string, ttl: string): Promise<void> {
  for (const statement of [
    // Without this setting, ClickHouse would rewrite every part at once.
    `ALTER TABLE ${table} MODIFY SETTING materialize_ttl_recalculate_only = 1`,
    `ALTER TABLE ${table} MODIFY TTL ${ttl}`,
  ])
    await administer.execute(statement, { timeoutMs: TIMEOUT_MS });
}
