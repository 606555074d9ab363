import { ChainDataError, equalBytes, mergeEntries, type RawEntry, toBase58 } from '@tickscope/chain';
import { allDone } from '../connection/all-done.js';
import type { ReadWrite } from '../connection/open-store.js';
import { closeGap, type Gap, writeGap } from '../gaps/write-gaps.js';
import { column, defineFileQuery, defineQuery, param, runQuery } from '../query/index.js';
import { type StoredTipAccounts, tipAccountsOf } from '../reference/tip-accounts.js';
import { type BlockBuffers, encodeBlock, newBlockBuffers, prefixOf } from './encode-block.js';
import { isEncoded, type WritableBlock } from './encoded-block.js';
import { blockQuality, coversRows, isBetter } from './quality.js';
import type { EncodedRows } from './row-buffer.js';
import {
  type RowFingerprint,
  readStoredRows,
  readStoredVersions,
  type StoredVersion,
} from './stored-rows.js';
import { BLOCK_TABLES, type BlockTable, ROW_TABLES, TABLE_COLUMNS } from './tables.js';

const STORED_ENTRIES = defineFileQuery(import.meta.url, './stored-entries.sql', {
  params: { slot: param.integer },
  row: {
    index: column.integer,
    numHashes: column.integer,
    hash: (hex: string) => Buffer.from(hex, 'hex'),
    transactionCount: column.integer,
  },
});
const SERVER_TIME = defineQuery({
  name: 'server-time',
  sql: 'SELECT toUnixTimestamp64Micro(now64(6))',
  row: { nowUs: column.exact },
});

const QUERY_TIMEOUT_MS = 30_000;

/** The outcome for a block given to the writer. */
export type WriteOutcome =
  | 'written'
  /** A version of the same block of at least this quality was stored: nothing was written. */
  | 'already_stored'
  /** Another block was stored for the slot. Its rows were deleted, this block's rows are stored. */
  | 'replaced'
  /**
   * Another writer stored another block concurrently. This block is not kept: the slot holds the other's whole block
   * or, with its gap open, nothing.
   */
  | 'conflict'
  /** A version is stored that may not be deleted for this block (`WriteOptions`): nothing was written. */
  | 'refused';

export interface WriteOptions {
  /**
   * Whether the stored versions of a block's slot may be deleted for it. Default: yes for another block, because
   * callers know by the chain of parents that it is the right one; no for the same block with transactions that do not
   * fit the stored entries.
   *
   * @param isReplaced their replacement has begun: they may be partial
   */
  mayDelete?(block: WritableBlock, versions: readonly StoredVersion[], isReplaced: boolean): boolean;
}

export interface WriteResult {
  outcomes: Map<number, WriteOutcome>;
  rows: number;
  /** Rows written of each slot. */
  rowsOfSlot: Map<number, number>;
  bytes: number;
}

/**
 * Writes whole blocks. The `slots` row of a block is written last, so that a reader who finds it finds everything. A
 * writer that dies in between leaves rows behind. The next write of the same block covers them; the write of another
 * block for that slot finds and deletes them. Safe to repeat and to run beside another writer.
 *
 * Reuses its buffers: only one call at a time.
 */
export class BlockWriter {
  readonly #store: ReadWrite;
  readonly #tips: StoredTipAccounts;
  readonly #buffers: BlockBuffers = newBlockBuffers();

  constructor(store: ReadWrite) {
    this.#store = store;
    this.#tips = tipAccountsOf(store.read);
  }

  /**
   * Takes at most one block per slot. Throws if ClickHouse does not accept everything; the call may then be repeated.
   */
  async write(blocks: readonly WritableBlock[], options: WriteOptions = {}): Promise<WriteResult> {
    await this.#tips.refresh();
    const result: WriteResult = { outcomes: new Map(), rows: 0, rowsOfSlot: new Map(), bytes: 0 };
    for (const group of insertableGroups(blocks)) await this.#writeGroup(group, result, options);
    return result;
  }

  /**
   * Deletes a block that is not on the chain from all tables, and leaves its gap open for repair.
   *
   * @returns false if it is not (or no longer) the slot's block
   */
  async remove(slot: number, blockhash: Uint8Array, detail: string): Promise<boolean> {
    const versions = (await readStoredVersions(this.#store.read, [{ slot }])).get(slot) ?? [];
    if (!versions.some((version) => equalBytes(version.blockhash, blockhash))) return false;
    await this.#clearForRepair(slot, `${toBase58(blockhash)} removed: ${detail}`);
    return true;
  }

  async #writeGroup(
    blocks: readonly WritableBlock[],
    result: WriteResult,
    options: WriteOptions,
  ): Promise<void> {
    const { outcomes } = result;
    const stored = await readStoredRows(this.#store.read, blocks);
    const replaced = new Set(stored.replacements);
    const mustClear = new Map(stored.replacements.map((slot) => [slot, 'an unfinished replacement']));

    const candidates: WritableBlock[] = [];
    for (const block of blocks) {
      const versions = stored.versions.get(block.slot) ?? [];
      const other = versions.find((version) => !equalBytes(version.blockhash, block.blockhash));
      const same = versions.find((version) => equalBytes(version.blockhash, block.blockhash));
      outcomes.set(block.slot, other === undefined ? 'written' : 'replaced');
      if (other !== undefined) mustClear.set(block.slot, toBase58(other.blockhash));
      if (same === undefined || mustClear.has(block.slot)) {
        candidates.push(block);
        continue;
      }
      const best = await this.#withStoredEntries(block, same);
      if (best === null) {
        if (options.mayDelete?.(block, versions, false) !== true) {
          outcomes.set(block.slot, 'refused');
          continue;
        }
        mustClear.set(block.slot, 'entries that do not fit it');
      }
      if (best !== null && !isBetter(blockQuality(best), same.version)) {
        outcomes.set(block.slot, 'already_stored');
        continue;
      }
      if (!coversRows(blockQuality(block), same.version))
        mustClear.set(block.slot, 'a version without entries');
      candidates.push(best ?? block);
    }
    addSlotsOfForeignRows(candidates, stored.fingerprints, mustClear);
    const toWrite = candidates.filter((block) => {
      const versions = stored.versions.get(block.slot) ?? [];
      const isLeft = !mustClear.has(block.slot) || versions.length === 0;
      if (isLeft || options.mayDelete?.(block, versions, replaced.has(block.slot)) !== false) return true;
      outcomes.set(block.slot, 'refused');
      return false;
    });
    const openedAtUs = new Map<number, bigint>();
    for (const { slot, blockhash } of toWrite) {
      const old = mustClear.get(slot);
      if (old === undefined) continue;
      openedAtUs.set(slot, await this.#clear(slot, `${old} replaced by ${toBase58(blockhash)}`));
    }
    await this.#insert(toWrite, result);
    await this.#afterwards(toWrite, outcomes, openedAtUs);
  }

  /**
   * Adds the stored version's entries to a block without entries, if the result is better than both. Null if the stored
   * entries do not belong to this block.
   */
  async #withStoredEntries(block: WritableBlock, same: StoredVersion): Promise<WritableBlock | null> {
    if (isEncoded(block) || block.content !== 'no_entries' || same.content === 'no_entries') return block;
    if (!isBetter(blockQuality({ content: 'full', hasMeta: block.hasMeta }), same.version)) return block;
    const params = { slot: block.slot };
    const rows = await runQuery(this.#store.read, STORED_ENTRIES, params, {
      timeoutMs: QUERY_TIMEOUT_MS,
    });
    const entries = rows.map(
      ({ numHashes, hash, transactionCount }): RawEntry => ({ numHashes, hash, transactionCount }),
    );
    try {
      return mergeEntries(block, entries);
    } catch (error) {
      if (error instanceof ChainDataError) return null;
      throw error;
    }
  }

  /**
   * Deletes every row of a slot. First opens a gap, which remains for the next writer if this one dies half-way.
   *
   * @returns when the gap was opened: the writer that then writes the slot closes that opening only
   */
  async #clear(slot: number, detail: string): Promise<bigint> {
    const [time] = await runQuery(this.#store.read, SERVER_TIME, {}, { timeoutMs: QUERY_TIMEOUT_MS });
    if (time === undefined) throw new Error('ClickHouse did not return its time');
    const openedAtUs = time.nowUs;
    await this.#open(slot, detail, { updatedAtUs: openedAtUs });
    await this.#store.write.deleteSlots('slots', [slot]);
    await allDone(ROW_TABLES.map((table) => this.#store.write.deleteSlots(table, [slot])));
    return openedAtUs;
  }

  /**
   * Deletes every row of a slot that another writer or a repair is to write. Opens the gap again at the end: another
   * writer may have written the slot and closed its own opening while this one was still deleting rows.
   */
  async #clearForRepair(slot: number, detail: string): Promise<void> {
    await this.#clear(slot, detail);
    await this.#open(slot, detail);
  }

  async #open(slot: number, detail: string, at: Pick<Gap, 'updatedAtUs'> = {}): Promise<void> {
    await writeGap(this.#store.write, { ...replacementOf(slot), state: 'open', detail, ...at });
  }

  async #insert(blocks: readonly WritableBlock[], result: WriteResult): Promise<void> {
    if (blocks.length === 0) return;
    const rows = this.#rowsOf(blocks, result.rowsOfSlot);
    // First the rows that distinguish two blocks, then the rest, then `slots`, which marks the block whole.
    await this.#insertTables(rows, 'transactions', 'entries');
    await this.#insertTables(
      rows,
      ...(['account_slots', 'slot_heat', 'signatures'] as const),
      ...(['swaps', 'swaps_by_trader', 'token_links', 'pool_events'] as const),
      ...(['fills', 'rebates', 'tips', 'unknown_frames'] as const),
    );
    await this.#insertTables(rows, 'slots');
    for (const part of Object.values(rows).flat()) {
      result.rows += part.rows;
      result.bytes += part.bytes.length;
    }
  }

  /**
   * Rows by table: those of encoded blocks as they are, those of other blocks from this writer's buffers.
   *
   * @param counts receives how many rows each slot has
   */
  #rowsOf(blocks: readonly WritableBlock[], counts: Map<number, number>): Record<BlockTable, EncodedRows[]> {
    for (const buffer of Object.values(this.#buffers)) buffer.clear();
    let before = 0;
    for (const block of blocks) {
      if (isEncoded(block)) {
        counts.set(block.slot, sumOfRows(block.tables));
        continue;
      }
      encodeBlock(this.#buffers, block, this.#tips.now);
      const after = sumOfRows(this.#buffers);
      counts.set(block.slot, after - before);
      before = after;
    }
    const encoded = blocks.filter(isEncoded);
    const rows: Partial<Record<BlockTable, EncodedRows[]>> = {};
    for (const table of BLOCK_TABLES)
      rows[table] = [...encoded.map(({ tables }) => tables[table]), this.#buffers[table].encoded()];
    return rows as Record<BlockTable, EncodedRows[]>;
  }

  async #insertTables(rows: Record<BlockTable, EncodedRows[]>, ...tables: BlockTable[]): Promise<void> {
    await allDone(
      tables.map((table) => this.#store.write.insertRows(table, TABLE_COLUMNS[table], rows[table])),
    );
  }

  /** Checks what is stored afterwards: another writer may have worked on the same slots. */
  async #afterwards(
    blocks: readonly WritableBlock[],
    outcomes: Map<number, WriteOutcome>,
    openedAtUs: ReadonlyMap<number, bigint>,
  ): Promise<void> {
    if (blocks.length === 0) return;
    const stored = await readStoredVersions(this.#store.read, blocks);
    for (const { slot, blockhash } of blocks) {
      const versions = stored.get(slot) ?? [];
      const hasOwn = versions.some((version) => equalBytes(version.blockhash, blockhash));
      if (hasOwn && versions.length === 1) {
        const opened = openedAtUs.get(slot);
        if (opened === undefined) continue;
        const detail = `now ${toBase58(blockhash)}`;
        await closeGap(this.#store.write, { ...replacementOf(slot), detail, updatedAtUs: opened });
        continue;
      }
      outcomes.set(slot, 'conflict');
      if (hasOwn) await this.#clearForRepair(slot, 'two writers stored different blocks at once');
      // Another writer deleted it, to write its own block or because it saw both. Deleting now could hit its rows.
      else if (versions.length === 0) await this.#open(slot, 'deleted by another writer');
    }
  }
}

function replacementOf(slot: number): Pick<Gap, 'fromSlot' | 'toSlot' | 'cause'> {
  return { fromSlot: slot, toSlot: slot, cause: 'replaced' };
}

/**
 * Adds the slots that hold rows of something other than the block to be written: left by a writer that died before its
 * `slots` row, or of a different version of the same block.
 */
function addSlotsOfForeignRows(
  blocks: readonly WritableBlock[],
  fingerprints: readonly RowFingerprint[],
  mustClear: Map<number, string>,
): void {
  const unsure = new Map(
    blocks.filter((block) => !mustClear.has(block.slot)).map((block) => [block.slot, block]),
  );
  for (const { slot, kind, index, fingerprint } of fingerprints) {
    const block = unsure.get(slot);
    if (block === undefined) continue;
    const own = prefixAt(block, kind, index);
    // A block with less content than the rows found cannot contradict them.
    const says = kind === 'transaction' ? block.content !== 'entries_only' : block.content !== 'no_entries';
    if (says && own !== fingerprint) mustClear.set(block.slot, 'rows of another version');
  }
}

/** Prefix of a transaction's first signature or of an entry's hash; undefined if the block has no such row. */
function prefixAt(block: WritableBlock, kind: RowFingerprint['kind'], index: number): bigint | undefined {
  if (isEncoded(block))
    return (kind === 'transaction' ? block.signaturePrefixes : block.entryPrefixes)[index];
  const bytes =
    kind === 'transaction' ? block.transactions[index]?.signatures[0] : block.entries[index]?.hash;
  return bytes === undefined ? undefined : prefixOf(bytes);
}

function sumOfRows(tables: Readonly<Record<BlockTable, { rows: number }>>): number {
  return BLOCK_TABLES.reduce((sum, table) => sum + tables[table].rows, 0);
}

/** ClickHouse refuses an insert that touches more than 100 partitions (`max_partitions_per_insert_block`). */
const MAX_PARTITIONS_OF_INSERT = 64;
/** The finest partitioning of the tables (02_locks.sql). */
const SLOTS_OF_PARTITION = 32_768;

/** Splits blocks into groups that touch few partitions: a recording may hold slots from all over the chain. */
function insertableGroups(blocks: readonly WritableBlock[]): WritableBlock[][] {
  const groups: WritableBlock[][] = [];
  let partitions = new Set<number>();
  for (const block of blocks) {
    partitions.add(Math.floor(block.slot / SLOTS_OF_PARTITION));
    if (groups.length === 0 || partitions.size > MAX_PARTITIONS_OF_INSERT) {
      groups.push([]);
      partitions = new Set([Math.floor(block.slot / SLOTS_OF_PARTITION)]);
    }
    groups.at(-1)!.push(block);
  }
  return groups;
}
