import { Readable } from 'node:stream';
import type { ClickHouseClient } from '@clickhouse/client';
import type { EncodedRows } from '../writer/row-buffer.js';

export interface InsertedObjects {
  /** Those that a row leaves out get their default. */
  columns: readonly [string, ...string[]];
  rows: readonly Readonly<Record<string, unknown>>[];
  timeoutMs: number;
}

export interface InsertedSelection {
  /** Values of the SQL's `{name:Type}` placeholders. */
  params?: Record<string, unknown>;
  timeoutMs: number;
  /**
   * For a query that may take minutes: it runs on one thread, so that writing new blocks is not slowed down, and the
   * server ends it at the deadline.
   */
  inBackground?: boolean;
}

/** Writes rows, and deletes those of a block. Each call is one statement; errors are those of the client library. */
export interface WriteConnection {
  /** Inserts rows in RowBinary. Their bytes must not change meanwhile. Without rows, nothing is sent. */
  insertRows(table: string, columns: readonly string[], parts: readonly EncodedRows[]): Promise<void>;
  /** Inserts a few rows as JSON. */
  insertObjects(table: string, objects: InsertedObjects): Promise<void>;
  /** Runs an `INSERT … SELECT`: rows that follow from stored ones. */
  insertSelected(sql: string, options: InsertedSelection): Promise<void>;
  /** Deletes the rows of some slots. Afterwards no read sees them. */
  deleteSlots(table: string, slots: readonly number[]): Promise<void>;
}

/** A part of a slot is so small that what the server does around its rows costs more than the rows (docs/performance.md). */
const INSERT_SETTINGS = {
  // By default the server would delay each insert to batch it with others.
  async_insert: 0,
  // An insert has each key once, so nothing need be replaced in it. Readers are right before merges in any case.
  optimize_on_insert: 0,
  max_threads: 1,
  max_insert_threads: '1',
  query_profiler_real_time_period_ns: '0',
  query_profiler_cpu_time_period_ns: '0',
} as const;
/** Timeout of inserts and of deletions. */
export const WRITE_TIMEOUT_MS = 120_000;

export function writeConnection(client: ClickHouseClient): WriteConnection {
  return {
    async insertRows(table, columns, parts) {
      const bytes = parts.filter(({ rows }) => rows > 0).map((part) => part.bytes);
      if (bytes.length === 0) return;
      try {
        const { stream } = await client.exec({
          query: `INSERT INTO ${table} (${columns.join(', ')}) FORMAT RowBinary`,
          values: Readable.from(bytes, { objectMode: false }),
          clickhouse_settings: INSERT_SETTINGS,
          abort_signal: AbortSignal.timeout(WRITE_TIMEOUT_MS),
        });
        stream.resume();
        await new Promise<void>((resolve, reject) => stream.once('end', resolve).once('error', reject));
      } finally {
        // A kept-alive connection references the stream of its last request, so drop the bytes.
        bytes.length = 0;
      }
    },

    async insertObjects(table, { columns, rows, timeoutMs }) {
      await client.insert({
        table,
        columns: [...columns],
        values: rows,
        format: 'JSONEachRow',
        clickhouse_settings: INSERT_SETTINGS,
        abort_signal: AbortSignal.timeout(timeoutMs),
      });
    },

    async insertSelected(sql, { params, timeoutMs, inBackground = false }) {
      await client.command({
        query: sql,
        query_params: params ?? {},
        clickhouse_settings: {
          ...INSERT_SETTINGS,
          ...(inBackground ? { max_execution_time: timeoutMs / 1_000 } : { max_threads: 0 }),
        },
        abort_signal: AbortSignal.timeout(timeoutMs),
      });
    },

    async deleteSlots(table, slots) {
      await client.command({
        query: `DELETE FROM ${table} WHERE slot IN {slots:Array(UInt64)} SETTINGS lightweight_deletes_sync = 2`,
        query_params: { slots: [...slots] },
        abort_signal: AbortSignal.timeout(WRITE_TIMEOUT_MS),
      });
    },
  };
}
