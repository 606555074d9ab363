import { setTimeout as sleep } from 'node:timers/promises';
import { pubkeyFromBase58 } from '@tickscope/chain';
import type { ClickHouseClient } from '../client.js';
import { insertRows } from '../writer/insert-rows.js';
import { RowBuffer } from '../writer/row-buffer.js';

/** Who leads the slots of an epoch. */
export interface LeaderSchedule {
  firstSlot: number;
  /** Base58, each once. */
  identities: readonly string[];
  /** For each slot of the epoch the index of its leader among the identities; -1: not told. */
  leaders: Int32Array;
}

const COLUMNS = ['slot', 'identity'] as const;
/** Encoding some thousand rows takes milliseconds; whole epochs at once would keep the stream and the server waiting. */
const ROWS_AT_ONCE = 16_384;
const PAUSE_MS = 50;

/**
 * Stores a schedule, over what was stored of its slots. Written again, it changes nothing.
 *
 * It takes some seconds, in portions with pauses between them.
 *
 * @param signal ends it between two portions: what is written of a schedule is right
 */
export async function writeLeaders(
  client: ClickHouseClient,
  { firstSlot, identities, leaders }: LeaderSchedule,
  signal?: AbortSignal,
): Promise<void> {
  const keys = identities.map(pubkeyFromBase58);
  const rows = new RowBuffer(ROWS_AT_ONCE * 40);
  for (const [index, leader] of leaders.entries()) {
    const key = keys[leader];
    if (key === undefined) continue;
    rows.uint53(firstSlot + index);
    rows.fixed(key);
    rows.endRow();
    if (rows.rows < ROWS_AT_ONCE) continue;
    await insertRows(client, 'leaders', COLUMNS, rows);
    rows.clear();
    await sleep(PAUSE_MS, undefined, signal === undefined ? {} : { signal });
  }
  await insertRows(client, 'leaders', COLUMNS, rows);
}
