import type { ReadConnection } from '../connection/read-connection.js';
import type { WriteConnection } from '../connection/write-connection.js';
import { column, defineFileQuery, param, type RowOf, runQuery } from '../query/index.js';
import { RowBuffer } from '../writer/row-buffer.js';

const UNDETECTED_SLOTS = defineFileQuery(import.meta.url, './undetected-slots.sql', {
  params: {
    from_slot: param.integer,
    to_slot: param.integer,
    recent_seconds: param.integer,
    age_seconds: param.integer,
    limit: param.integer,
  },
  row: { slot: column.integer },
});
const BLOCK_VERSIONS = defineFileQuery(import.meta.url, './block-versions.sql', {
  params: { from_slot: param.integer, to_slot: param.integer },
  row: {
    slot: column.integer,
    /** In hex. */
    blockhash: column.text,
    /** Quality of the version (`blockQuality`). */
    version: column.integer,
    /** False if detection ran over this block and it is no longer stored. */
    isStored: column.flag,
    isDetected: column.flag,
  },
});

const QUERY_TIMEOUT_MS = 60_000;
const COLUMNS = ['slot', 'blockhash', 'version', 'is_deleted'] as const;
const ROW_BYTES = 42;
const NO_LIMIT = 10_000_000;

/** A version, and whether detection has already run over it. */
export type ReadVersion = RowOf<typeof BLOCK_VERSIONS>;
/** A stored version of a block as detection sees it, or the record of one that was removed. */
export type BlockVersion = Omit<ReadVersion, 'isDetected'>;

export interface UndetectedOptions {
  fromSlot?: number;
  /** Inclusive. */
  toSlot?: number;
  /** Only slots that were stored or detected within this many seconds, or that are due. Absent: all slots. */
  recentSeconds?: number;
  /** Skip slots that were stored less than this many seconds ago. */
  ageSeconds?: number;
  /** At most this many slots, lowest first. */
  limit?: number;
}

/**
 * Returns the slots on which detection must run, in order: stored blocks it has not seen in their present version,
 * slots whose block was removed since, and slots marked as due again because facts about their wallets changed.
 */
export async function readUndetectedSlots(
  read: ReadConnection,
  options: UndetectedOptions = {},
): Promise<number[]> {
  const params = {
    from_slot: options.fromSlot ?? 0,
    to_slot: options.toSlot ?? Number.MAX_SAFE_INTEGER,
    recent_seconds: options.recentSeconds ?? 0,
    age_seconds: options.ageSeconds ?? 0,
    limit: options.limit ?? NO_LIMIT,
  };
  const rows = await runQuery(read, UNDETECTED_SLOTS, params, { timeoutMs: QUERY_TIMEOUT_MS });
  return rows.map(({ slot }) => slot);
}

/**
 * Reads the versions that detection is about to run over. Call it before reading the trades: if a block is replaced in
 * between, its former version is marked as detected, and the new version stays undetected.
 */
export async function readBlockVersions(
  read: ReadConnection,
  fromSlot: number,
  toSlot: number,
): Promise<ReadVersion[]> {
  const range = { from_slot: fromSlot, to_slot: toSlot };
  return runQuery(read, BLOCK_VERSIONS, range, { timeoutMs: QUERY_TIMEOUT_MS });
}

/** Records that detection ran over these versions. Call it after the sandwiches are stored. */
export async function markDetected(write: WriteConnection, versions: readonly BlockVersion[]): Promise<void> {
  const buffer = new RowBuffer(Math.max(1, versions.length) * ROW_BYTES);
  for (const { slot, blockhash, version, isStored } of versions) {
    buffer.uint53(slot);
    buffer.fixed(Buffer.from(blockhash, 'hex'));
    buffer.uint8(version);
    buffer.uint8(isStored ? 0 : 1);
    buffer.endRow();
  }
  await write.insertRows('detected_slots', COLUMNS, [buffer.encoded()]);
}
