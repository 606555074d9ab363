import type { WriteConnection } from '../connection/write-connection.js';

export interface Gap {
  fromSlot: number;
  /** Inclusive. */
  toSlot: number;
  /**
   * `incomplete`: the source never delivered the whole block; `missing`: never seen; `replaced`: another block came.
   */
  cause: 'incomplete' | 'missing' | 'replaced';
  state: 'open' | 'repairing' | 'repaired' | 'given_up';
  /** Explanation for operators. */
  detail: string;
  tries?: number;
  /**
   * When the gap entered this state, in microseconds since 1970. Of several rows with the same range and cause, the
   * newest counts. Absent: the server's current time.
   */
  updatedAtUs?: bigint;
}

/** Records a gap or its new state. Rows with the same range and cause replace each other. */
export async function writeGap(write: WriteConnection, gap: Gap): Promise<void> {
  await writeGaps(write, [gap]);
}

/**
 * Closes a gap that was opened, or read, at `updatedAtUs`.
 *
 * A replacement gap is closed for that opening only. If another writer has opened it since, that writer is deleting the
 * block, and the gap must stay open. The closing row is therefore one microsecond newer than its opening, and older
 * than any later opening, in any order of arrival.
 */
export async function closeGap(
  write: WriteConnection,
  { updatedAtUs, ...gap }: Omit<Gap, 'state'> & { updatedAtUs: bigint },
): Promise<void> {
  const at = gap.cause === 'replaced' ? { updatedAtUs: updatedAtUs + 1n } : {};
  await writeGap(write, { ...gap, state: 'repaired', ...at });
}

export async function writeGaps(write: WriteConnection, gaps: readonly Gap[]): Promise<void> {
  if (gaps.length === 0) return;
  await write.insertObjects('gaps', {
    columns: ['from_slot', 'to_slot', 'cause', 'state', 'detail', 'tries', 'updated_at'],
    rows: gaps.map((gap) => ({
      from_slot: gap.fromSlot,
      to_slot: gap.toSlot,
      cause: gap.cause,
      state: gap.state,
      detail: gap.detail.slice(0, 500),
      tries: gap.tries ?? 0,
      // If the value is absent, the column's default applies.
      ...(gap.updatedAtUs === undefined ? {} : { updated_at: toSeconds(gap.updatedAtUs) }),
    })),
    timeoutMs: 30_000,
  });
}

/** Formats as seconds with six decimals, which `DateTime64(6)` parses. */
function toSeconds(us: bigint): string {
  return `${us / 1_000_000n}.${(us % 1_000_000n).toString().padStart(6, '0')}`;
}
