import type { ClickHouseClient } from '../client.js';

export interface Gap {
  fromSlot: number;
  /** Inclusive. */
  toSlot: number;
  /** `incomplete`: the source never gave all of it; `missing`: never seen; `replaced`: another block came. */
  cause: 'incomplete' | 'missing' | 'replaced';
  state: 'open' | 'repairing' | 'repaired' | 'given_up';
  /** For people. */
  detail: string;
  tries?: number;
  /**
   * When it came into this state, in microseconds since 1970; of the rows of a range and cause the newest counts.
   * Absent: now, by the server's clock.
   */
  updatedAtUs?: bigint;
}

/**
 * Writes wait for nothing but themselves: the server's default would hold each back to gather it with others.
 */
export const INSERT_SETTINGS = { async_insert: 0 } as const;

/** Records a gap, or its new state: rows of the same range and cause replace each other. */
export async function writeGap(client: ClickHouseClient, gap: Gap): Promise<void> {
  await writeGaps(client, [gap]);
}

/**
 * Closes a gap as it was opened, or read, at `updatedAtUs`. Of a replacement that opening alone: another writer that opened
 * it since is taking the block out, so the row is one microsecond newer than the opening, and older than any later one,
 * whatever comes first.
 */
export async function closeGap(
  client: ClickHouseClient,
  { updatedAtUs, ...gap }: Omit<Gap, 'state'> & { updatedAtUs: bigint },
): Promise<void> {
  const at = gap.cause === 'replaced' ? { updatedAtUs: updatedAtUs + 1n } : {};
  await writeGap(client, { ...gap, state: 'repaired', ...at });
}

export async function writeGaps(client: ClickHouseClient, gaps: readonly Gap[]): Promise<void> {
  if (gaps.length === 0) return;
  await client.insert({
    table: 'gaps',
    clickhouse_settings: INSERT_SETTINGS,
    format: 'JSONEachRow',
    columns: ['from_slot', 'to_slot', 'cause', 'state', 'detail', 'tries', 'updated_at'],
    values: gaps.map((gap) => ({
      from_slot: gap.fromSlot,
      to_slot: gap.toSlot,
      cause: gap.cause,
      state: gap.state,
      detail: gap.detail.slice(0, 500),
      tries: gap.tries ?? 0,
      // Left out, the column's default counts.
      ...(gap.updatedAtUs === undefined ? {} : { updated_at: toSeconds(gap.updatedAtUs) }),
    })),
    abort_signal: AbortSignal.timeout(30_000),
  });
}

/** `DateTime64(6)` reads seconds with six decimals. */
function toSeconds(us: bigint): string {
  return `${us / 1_000_000n}.${(us % 1_000_000n).toString().padStart(6, '0')}`;
}
