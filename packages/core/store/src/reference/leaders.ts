import { setTimeout as sleep } from 'node:timers/promises';
import { pubkeyFromBase58 } from '@tickscope/chain';
import type { ReadWrite } from '../connection/open-store.js';
import type { ReadConnection } from '../connection/read-connection.js';
import { column, defineFileQuery, param, runQuery } from '../query/index.js';
import { RowBuffer } from '../writer/row-buffer.js';

/** The leader of each slot of an epoch. */
export interface LeaderSchedule {
  firstSlot: number;
  /** Base58, without duplicates. */
  identities: readonly string[];
  /** For each slot of the epoch, the index of its leader in `identities`; -1 if unknown. */
  leaders: Int32Array;
}

const STORED_LEADERS = defineFileQuery(import.meta.url, './stored-leaders.sql', {
  params: { from_slot: param.integer, to_slot: param.integer },
  /** `offsets` are slots counted from `from_slot`. */
  row: { identity: column.text, offsets: column.list(column.integer) },
});
const TIMEOUT_MS = 30_000;
const COLUMNS = ['slot', 'identity'] as const;
/**
 * Encodes in chunks: some thousand rows take milliseconds, but a whole epoch at once would block the stream and the
 * server.
 */
const ROWS_AT_ONCE = 16_384;
const PAUSE_MS = 50;

/**
 * Stores a schedule and replaces what was stored for its slots. Skips a schedule that is already stored.
 *
 * Takes some seconds: writes in chunks with pauses in between.
 *
 * @param signal stops between two chunks; the chunks already written are valid
 * @returns the number of slots written
 */
export async function writeLeaders(
  store: ReadWrite,
  schedule: LeaderSchedule,
  signal?: AbortSignal,
): Promise<number> {
  if (await isStored(store.read, schedule)) return 0;
  const { firstSlot, identities, leaders } = schedule;
  const keys = identities.map(pubkeyFromBase58);
  const rows = new RowBuffer(ROWS_AT_ONCE * 40);
  let written = 0;
  for (const [index, leader] of leaders.entries()) {
    const key = keys[leader];
    if (key === undefined) continue;
    rows.uint53(firstSlot + index);
    rows.fixed(key);
    rows.endRow();
    written += 1;
    if (rows.rows < ROWS_AT_ONCE) continue;
    await store.write.insertRows('leaders', COLUMNS, [rows.encoded()]);
    rows.clear();
    await sleep(PAUSE_MS, undefined, signal === undefined ? {} : { signal });
  }
  await store.write.insertRows('leaders', COLUMNS, [rows.encoded()]);
  return written;
}

async function isStored(
  read: ReadConnection,
  { firstSlot, identities, leaders }: LeaderSchedule,
): Promise<boolean> {
  const range = { from_slot: firstSlot, to_slot: firstSlot + leaders.length - 1 };
  const rows = await runQuery(read, STORED_LEADERS, range, { timeoutMs: TIMEOUT_MS });
  const indexes = new Map(identities.map((identity, index) => [identity, index]));
  const isSame = rows.every(({ identity, offsets }) => {
    const index = indexes.get(identity);
    return index !== undefined && offsets.every((offset) => leaders[offset] === index);
  });
  const known = leaders.reduce((count, leader) => count + (leader === -1 ? 0 : 1), 0);
  return isSame && rows.reduce((count, { offsets }) => count + offsets.length, 0) === known;
}
