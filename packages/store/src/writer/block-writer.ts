import { Readable } from 'node:stream';
import { type Block, equalBytes, mergeEntries, type RawEntry, toBase58 } from '@tickscope/chain';
import type { ClickHouseClient } from '../client.js';
import { writeGap } from '../gaps.js';
import { queryRows } from '../query.js';
import { sqlFile } from '../sql-file.js';
import { type BlockBuffers, encodeBlock, newBlockBuffers, prefixOf } from './encode-block.js';
import { blockQuality } from './quality.js';
import { type BlockTable, insertStatement, ROW_TABLES } from './tables.js';

const STORED_COPIES = sqlFile(import.meta.url, './stored-copies.sql');
const OPEN_REPLACEMENTS = sqlFile(import.meta.url, './open-replacements.sql');
const ROW_PRINTS = sqlFile(import.meta.url, './row-prints.sql');
const STORED_ENTRIES = sqlFile(import.meta.url, './stored-entries.sql');
const TWO_BLOCKS = sqlFile(import.meta.url, './two-blocks.sql');

const QUERY_TIMEOUT_MS = 30_000;
const INSERT_TIMEOUT_MS = 120_000;

/** What became of a block given to the writer. */
export type WriteOutcome =
  | 'written'
  /** As good a copy of the same block was there: nothing was written. */
  | 'already_stored'
  /** Another block was stored for its slot; its rows are gone, this one's are there. */
  | 'replaced'
  /** Another writer stored another block at the same instant: neither is kept, the slot is an open gap. */
  | 'conflict';

export interface WriteResult {
  outcomes: Map<number, WriteOutcome>;
  rows: number;
  bytes: number;
}

interface StoredCopy {
  blockhash: Uint8Array;
  content: Block['content'];
  version: number;
}

/**
 * Writes whole blocks. The `slots` row of a block comes last, so that a reader who finds it finds everything;
 * a writer that dies in between leaves rows that the next write of the same block covers, and that the write of
 * another block for that slot finds and deletes. Safe to repeat and to run beside another writer.
 *
 * Buffers are kept between calls. One call at a time.
 */
export class BlockWriter {
  readonly #client: ClickHouseClient;
  readonly #buffers: BlockBuffers = newBlockBuffers();

  constructor(client: ClickHouseClient) {
    this.#client = client;
  }

  /** At most one block a slot. Throws when ClickHouse does not take it all; the call may then be repeated. */
  async write(blocks: readonly Block[]): Promise<WriteResult> {
    const outcomes = new Map<number, WriteOutcome>();
    const result: WriteResult = { outcomes, rows: 0, bytes: 0 };
    if (blocks.length === 0) return result;
    const stored = await this.#storedCopies(blocks);
    const mustClear = await this.#slotsToClear(blocks, stored);

    const toWrite: Block[] = [];
    for (const block of blocks) {
      const copies = stored.get(block.slot) ?? [];
      const other = copies.find((copy) => !equalBytes(copy.blockhash, block.blockhash));
      const same = copies.find((copy) => equalBytes(copy.blockhash, block.blockhash));
      const best = same === undefined ? block : await this.#withStoredEntries(block, same);
      if (other === undefined && same !== undefined && same.version >= blockQuality(best)) {
        outcomes.set(block.slot, 'already_stored');
        continue;
      }
      if (other !== undefined || mustClear.has(block.slot)) await this.#clear(block, other);
      outcomes.set(block.slot, other === undefined ? 'written' : 'replaced');
      toWrite.push(best);
    }
    await this.#insert(toWrite, result);
    await this.#afterwards(toWrite, outcomes, mustClear);
    return result;
  }

  async #storedCopies(blocks: readonly Block[]): Promise<Map<number, StoredCopy[]>> {
    const rows = await this.#query<[string, string, Block['content'], number]>(STORED_COPIES, blocks);
    const copies = new Map<number, StoredCopy[]>();
    for (const [slotText, hash, content, version] of rows) {
      const slot = Number(slotText);
      const copy = { blockhash: Buffer.from(hash, 'hex'), content, version };
      copies.set(slot, [...(copies.get(slot) ?? []), copy]);
    }
    return copies;
  }

  /** Slots with rows of a block that is not this one and whose `slots` row is not (or no longer) there. */
  async #slotsToClear(blocks: readonly Block[], stored: ReadonlyMap<number, unknown>): Promise<Set<number>> {
    const unstored = blocks.filter((block) => !stored.has(block.slot));
    if (unstored.length === 0) return new Set();
    const [replacements, prints] = await Promise.all([
      this.#query<[string]>(OPEN_REPLACEMENTS, unstored),
      this.#query<[string, 't' | 'e', number, string]>(ROW_PRINTS, unstored),
    ]);
    const slots = new Set(replacements.map(([slot]) => Number(slot)));
    const bySlot = new Map(unstored.map((block) => [block.slot, block]));
    for (const [slotText, kind, index, print] of prints) {
      const block = bySlot.get(Number(slotText));
      if (block === undefined) continue;
      const own = kind === 't' ? block.transactions[index]?.signatures[0] : block.entries[index]?.hash;
      // A block of less content than the rows found says nothing about them.
      const says = kind === 't' ? block.content !== 'entries_only' : block.content !== 'no_entries';
      if (says && (own === undefined || prefixOf(own) !== BigInt(print))) slots.add(block.slot);
    }
    return slots;
  }

  /** A block that comes without entries takes those that were stored without transactions. */
  async #withStoredEntries(block: Block, same: StoredCopy): Promise<Block> {
    if (block.content !== 'no_entries' || same.content !== 'entries_only') return block;
    const rows = await queryRows<[number, string, string, number]>(this.#client, STORED_ENTRIES, {
      params: { slot: block.slot },
      timeoutMs: QUERY_TIMEOUT_MS,
    });
    const entries = rows.map(
      ([, numHashes, hash, transactionCount]): RawEntry => ({
        numHashes: Number(numHashes),
        hash: Buffer.from(hash, 'hex'),
        transactionCount,
      }),
    );
    return mergeEntries(block, entries);
  }

  /** Deletes every row of a slot; the gap row is what a writer that dies in here leaves for the next one. */
  async #clear(block: Block, other: StoredCopy | undefined): Promise<void> {
    const { slot } = block;
    const old = other === undefined ? 'an unfinished write' : toBase58(other.blockhash);
    await writeGap(this.#client, {
      fromSlot: slot,
      toSlot: slot,
      cause: 'replaced',
      state: 'open',
      detail: `${old} replaced by ${toBase58(block.blockhash)}`,
    });
    for (const table of ['slots', ...ROW_TABLES]) await this.#deleteSlot(table, slot);
  }

  async #deleteSlot(table: string, slot: number): Promise<void> {
    await this.#client.command({
      query: `DELETE FROM ${table} WHERE slot = {slot:UInt64} SETTINGS lightweight_deletes_sync = 2`,
      query_params: { slot },
      abort_signal: AbortSignal.timeout(INSERT_TIMEOUT_MS),
    });
  }

  async #insert(blocks: readonly Block[], result: WriteResult): Promise<void> {
    if (blocks.length === 0) return;
    for (const buffer of Object.values(this.#buffers)) buffer.clear();
    for (const block of blocks) encodeBlock(this.#buffers, block);
    // What tells one block from another first (see row-prints.sql), then the rest, then the row that says "whole".
    await Promise.all([this.#insertTable('transactions'), this.#insertTable('entries')]);
    await Promise.all([
      this.#insertTable('account_locks'),
      this.#insertTable('account_slots'),
      this.#insertTable('signatures'),
    ]);
    await this.#insertTable('slots');
    for (const { rows, length } of Object.values(this.#buffers)) {
      result.rows += rows;
      result.bytes += length;
    }
  }

  async #insertTable(table: BlockTable): Promise<void> {
    const buffer = this.#buffers[table];
    if (buffer.rows === 0) return;
    const { stream } = await this.#client.exec({
      query: insertStatement(table),
      values: Readable.from([buffer.bytes()], { objectMode: false }),
      abort_signal: AbortSignal.timeout(INSERT_TIMEOUT_MS),
    });
    stream.resume();
    await new Promise<void>((resolve, reject) => stream.once('end', resolve).once('error', reject));
  }

  async #afterwards(
    blocks: readonly Block[],
    outcomes: Map<number, WriteOutcome>,
    cleared: ReadonlySet<number>,
  ): Promise<void> {
    if (blocks.length === 0) return;
    const twice = new Set((await this.#query<[string]>(TWO_BLOCKS, blocks)).map(([slot]) => Number(slot)));
    for (const block of blocks) {
      if (twice.has(block.slot)) {
        outcomes.set(block.slot, 'conflict');
        await this.#clear(block, undefined);
      } else if (outcomes.get(block.slot) === 'replaced' || cleared.has(block.slot))
        await writeGap(this.#client, {
          fromSlot: block.slot,
          toSlot: block.slot,
          cause: 'replaced',
          state: 'repaired',
          detail: `now ${toBase58(block.blockhash)}`,
        });
    }
  }

  async #query<Row extends readonly unknown[]>(sql: string, blocks: readonly Block[]): Promise<Row[]> {
    return queryRows<Row>(this.#client, sql, {
      params: { slots: blocks.map((block) => block.slot) },
      timeoutMs: QUERY_TIMEOUT_MS,
    });
  }
}
