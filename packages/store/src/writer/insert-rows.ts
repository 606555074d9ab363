import { Readable } from 'node:stream';
import type { ClickHouseClient } from '../client.js';
import { INSERT_SETTINGS } from '../gaps/write-gaps.js';
import type { EncodedRows } from './row-buffer.js';

export const INSERT_TIMEOUT_MS = 120_000;

/** Inserts rows in one query. Their bytes must not change meanwhile. Without rows, no query is sent. */
export async function insertRows(
  client: ClickHouseClient,
  table: string,
  columns: readonly string[],
  parts: readonly EncodedRows[],
): Promise<void> {
  const bytes = parts.filter(({ rows }) => rows > 0).map((part) => part.bytes);
  if (bytes.length === 0) return;
  try {
    const { stream } = await client.exec({
      query: `INSERT INTO ${table} (${columns.join(', ')}) FORMAT RowBinary`,
      values: Readable.from(bytes, { objectMode: false }),
      clickhouse_settings: INSERT_SETTINGS,
      abort_signal: AbortSignal.timeout(INSERT_TIMEOUT_MS),
    });
    stream.resume();
    await new Promise<void>((resolve, reject) => stream.once('end', resolve).once('error', reject));
  } finally {
    // A kept-alive connection references the stream of its last request, so drop the bytes.
    bytes.length = 0;
  }
}
