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
}

/**
 * Writes wait for nothing but themselves: the server's default would hold each back to gather it with others.
 */
export const INSERT_SETTINGS = { async_insert: 0 } as const;

/** Records a gap, or its new state: rows of the same range and cause replace each other. */
export async function writeGap(client: ClickHouseClient, gap: Gap): Promise<void> {
  await writeGaps(client, [gap]);
}

export async function writeGaps(client: ClickHouseClient, gaps: readonly Gap[]): Promise<void> {
  if (gaps.length === 0) return;
  await client.insert({
    table: 'gaps',
    clickhouse_settings: INSERT_SETTINGS,
    format: 'JSONEachRow',
    columns: ['from_slot', 'to_slot', 'cause', 'state', 'detail', 'tries'],
    values: gaps.map((gap) => ({
      from_slot: gap.fromSlot,
      to_slot: gap.toSlot,
      cause: gap.cause,
      state: gap.state,
      detail: gap.detail.slice(0, 500),
      tries: gap.tries ?? 0,
    })),
    abort_signal: AbortSignal.timeout(30_000),
  });
}
