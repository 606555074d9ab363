import type { ClickHouseClient } from '../client.js';
import { INSERT_SETTINGS } from '../gaps/write-gaps.js';
import { queryRows } from '../query.js';
import { sqlFile } from '../sql-file.js';

const TABLE_TTLS = sqlFile(import.meta.url, './table-ttls.sql');
const TIMEOUT_MS = 30_000;

/** Days from a row's insertion until it may be dropped. */
export interface RetentionDays {
  /** Who touched which account, and what is counted from it. The largest tables by far. */
  locks: number;
  /** Transactions, entries, signatures. */
  transactions: number;
  /** Swaps and what is found in them: pool events, token links, sandwiches. */
  swaps: number;
}

export type RetentionGroup = keyof RetentionDays;

export const DEFAULT_RETENTION: RetentionDays = { locks: 4, transactions: 8, swaps: 35 };

export const RETAINED_TABLES: Record<RetentionGroup, readonly string[]> = {
  locks: ['account_locks', 'account_slots', 'account_heat'],
  transactions: ['entries', 'transactions', 'signatures'],
  swaps: [
    ...['swaps', 'swaps_by_trader', 'token_links', 'pool_events'],
    ...['sandwiches', 'sandwich_legs', 'sandwich_legs_by_trader'],
  ],
};

export interface RetentionChange {
  table: string;
  fromDays: number;
  toDays: number;
}

/**
 * Brings the tables to the operator's days; gives what changed. Existing parts follow in the background: only their
 * times are worked out anew, and those that are then too old are dropped. `kept_since` never says more than is there,
 * also when this dies in the middle: a shorter time is written down before the tables get it, a longer one after.
 */
export async function applyRetention(
  client: ClickHouseClient,
  days: RetentionDays,
): Promise<RetentionChange[]> {
  const changes: RetentionChange[] = [];
  const ttls = new Map(await queryRows<[string, number]>(client, TABLE_TTLS, { timeoutMs: TIMEOUT_MS }));
  const written = await writtenDays(client);
  for (const [group, tables] of groups()) {
    const toDays = days[group];
    const isShorter = toDays < (written.get(group) ?? 0);
    if (isShorter) await writeDown(client, group, toDays);
    for (const table of tables) {
      const fromDays = ttls.get(table);
      if (fromDays === undefined || fromDays === toDays) continue;
      await modifyTtl(client, table, toDays);
      changes.push({ table, fromDays, toDays });
    }
    if (!isShorter && toDays !== written.get(group)) await writeDown(client, group, toDays);
  }
  return changes;
}

function groups(): [RetentionGroup, readonly string[]][] {
  return Object.entries(RETAINED_TABLES) as [RetentionGroup, readonly string[]][];
}

async function writtenDays(client: ClickHouseClient): Promise<Map<string, number>> {
  return new Map(
    await queryRows<[string, number]>(
      client,
      'SELECT name, argMax(days, changed_at) FROM retention GROUP BY name',
      { timeoutMs: TIMEOUT_MS },
    ),
  );
}

async function writeDown(client: ClickHouseClient, name: RetentionGroup, days: number): Promise<void> {
  await client.insert({
    table: 'retention',
    clickhouse_settings: INSERT_SETTINGS,
    format: 'JSONEachRow',
    columns: ['name', 'days'],
    values: [{ name, days }],
    abort_signal: AbortSignal.timeout(TIMEOUT_MS),
  });
}

async function modifyTtl(client: ClickHouseClient, table: string, days: number): Promise<void> {
  for (const query of [
    // Else every part would be rewritten at once.
    `ALTER TABLE ${table} MODIFY SETTING materialize_ttl_recalculate_only = 1`,
    `ALTER TABLE ${table} MODIFY TTL inserted_at + INTERVAL ${days} DAY`,
  ])
    await client.command({ query, abort_signal: AbortSignal.timeout(TIMEOUT_MS) });
}
