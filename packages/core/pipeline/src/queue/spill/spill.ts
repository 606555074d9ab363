import {
  closeSync,
  fdatasync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import type { Block, SlotAssemblerOptions } from '@tickscope/chain';
import { lockSpillDir, SpillError } from './spill-lock.js';
import { decodePayload, encodeRecord, HEAD_BYTES, kindOf, type RecordInput } from './spill-record.js';
import { type PlacedRecord, type Segment, scanSegment } from './spill-segment.js';

export interface SpillOptions {
  dir: string;
  /** Total size of all segments, beyond which `append` refuses. */
  maxBytes: number;
  /** The database the blocks belong to. A folder with blocks of another database is refused. */
  database: string;
  /** How to decode the messages of the stream. */
  assembly: Pick<SlotAssemblerOptions, 'source' | 'expectTransactions' | 'expectEntries'>;
  segmentBytes?: number;
}

/** Slots whose blocks were in the spill and cannot be read. */
export interface SpillDamage {
  fromSlot: number;
  /** Inclusive. */
  toSlot: number;
  reason: string;
}

export interface SpilledBlock {
  /** Valid until the next `read`, which reuses its memory. */
  block: Block;
  memoryBytes: number;
  arrivedAt: number;
  /** Pass it to `settle` once the block is written. */
  segment: Segment;
}

export interface SpillState {
  bytes: number;
  segments: number;
  /** Not yet written. */
  blocks: number;
  /** When the oldest of them arrived, Unix milliseconds; null if there is none. */
  oldestAt: number | null;
}

const SEGMENT_BYTES = 64 * 1024 * 1024;
/** How long to wait after a refused write before trying the disk again. */
const REFUSED_MS = 5_000;
const SUFFIX = '.spill';
const FIRST_SEQUENCE = 1_000_000_000;

/**
 * Bounded on-disk FIFO of blocks, for when ClickHouse is slow or unreachable. A block is removed only once it is
 * written; blocks left by a process that died are there for the next one, which writes them, perhaps again.
 *
 * Writes go to the kernel immediately, so SIGKILL loses nothing. Each segment (64 MiB) is flushed with fdatasync when
 * it is full or the spill is closed, so a machine crash may lose the end of the last segment. That segment is cut at
 * its last whole record; lost blocks are requested again by `from_slot`, or found as a gap.
 */
export class Spill {
  readonly #options: Required<SpillOptions>;
  readonly #unlock: () => void;
  /** In reading order; the last one may be open for writing. */
  #segments: Segment[] = [];
  #writing: { segment: Segment; fd: number } | null = null;
  #syncing: Promise<void> = Promise.resolve();
  #refusedUntil = 0;
  #refusal: string | null = null;
  #damages: SpillDamage[] = [];
  /** Read buffer for payloads, as large as the largest one so far. */
  #payload = Buffer.alloc(0);
  /** Blocks left by a previous run, in order. */
  readonly left: readonly { slot: number; parentSlot: number | null }[];

  private constructor(options: Required<SpillOptions>, unlock: () => void) {
    this.#options = options;
    this.#unlock = unlock;
    this.#scan();
    this.left = this.#segments.flatMap(({ records }) =>
      records.map(({ slot, parentSlot }) => ({ slot, parentSlot })),
    );
  }

  /**
   * Opens the folder with what a previous run left in it. Creates it, for this user only, if it is absent.
   * @throws SpillError if another process uses it, or it holds blocks of another database
   */
  static async open(options: SpillOptions): Promise<Spill> {
    const dir = resolve(options.dir);
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    const unlock = await lockSpillDir(dir);
    try {
      return new Spill({ segmentBytes: SEGMENT_BYTES, ...options, dir }, unlock);
    } catch (error) {
      unlock();
      throw error;
    }
  }

  /** Whether every block has been read. */
  get isRead(): boolean {
    return this.#segments.every(({ read, records }) => read === records.length);
  }

  get bytes(): number {
    return this.#segments.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Whether enough space is free to resume the stream: a quarter of the limit. */
  get hasRoom(): boolean {
    return this.bytes <= this.#options.maxBytes * 0.75 && performance.now() >= this.#refusedUntil;
  }

  get state(): SpillState {
    let blocks = 0;
    let oldestAt: number | null = null;
    for (const { records, settled } of this.#segments) {
      blocks += records.length - settled;
      for (const { arrivedAt } of records.slice(settled))
        oldestAt = oldestAt === null ? arrivedAt : Math.min(oldestAt, arrivedAt);
    }
    return { bytes: this.bytes, segments: this.#segments.length, blocks, oldestAt };
  }

  /** Why the disk refused the last write or deletion; null while they succeed. */
  get refusal(): string | null {
    return this.#refusal;
  }

  /** Returns the damaged slots found since the last call. */
  takeDamages(): SpillDamage[] {
    const damages = this.#damages;
    this.#damages = [];
    return damages;
  }

  /** Appends a block. Returns false if the limit is reached or the disk refuses it. Never throws. */
  append(input: RecordInput): boolean {
    if (performance.now() < this.#refusedUntil) return false;
    try {
      const { head, payload } = encodeRecord(input);
      const size = head.length + payload.length;
      if (this.bytes + size > this.#options.maxBytes) return false;
      const { segment, fd } = this.#writable();
      writeAll(fd, segment, [head, payload]);
      segment.records.push(placed(segment, input, head, payload));
      segment.bytes += size;
      if (segment.bytes >= this.#options.segmentBytes) this.#seal();
      this.#refusal = null;
      return true;
    } catch (error) {
      this.#refuse(error as Error);
      return false;
    }
  }

  /**
   * Puts blocks before all others, for the next run to start with. Ignores the size limit: there are no more than
   * fitted in memory. Returns false if not all of them could be written.
   */
  prepend(inputs: readonly RecordInput[]): boolean {
    if (inputs.length === 0) return true;
    const sequence = (this.#segments[0]?.sequence ?? FIRST_SEQUENCE) - 1;
    const segment = this.#newSegment(sequence);
    try {
      const fd = openSync(segment.path, 'wx', 0o600);
      try {
        for (const input of inputs) {
          const { head, payload } = encodeRecord(input);
          writeAll(fd, segment, [head, payload]);
          segment.records.push(placed(segment, input, head, payload));
          segment.bytes += head.length + payload.length;
        }
      } finally {
        closeSync(fd);
      }
      this.#segments.unshift(segment);
      return true;
    } catch (error) {
      this.#refuse(error as Error);
      return false;
    }
  }

  /** Reads the next block; null when all were read. Damaged blocks are left out and reported by `takeDamages`. */
  read(): SpilledBlock | null {
    for (;;) {
      const segment = this.#segments.find(({ read, records }) => read < records.length);
      if (segment === undefined) return null;
      const record = segment.records[segment.read]!;
      segment.read += 1;
      try {
        const block = decodePayload(record, this.#readPayload(segment, record), this.#options.assembly);
        return { block, memoryBytes: record.memoryBytes, arrivedAt: record.arrivedAt, segment };
      } catch (error) {
        const { slot } = record;
        this.#damages.push({ fromSlot: slot, toSlot: slot, reason: (error as Error).message });
        this.settle(segment);
      }
    }
  }

  /** Call when a block of the segment is written. Deletes the segment once all its blocks are. */
  settle(segment: Segment): void {
    segment.settled += 1;
    this.deleteWritten();
  }

  /**
   * Deletes the segments whose blocks are all written. One that the disk does not delete, because it can only be read,
   * stays and is tried again by the next call. Never throws.
   */
  deleteWritten(): void {
    for (const segment of this.#segments.filter(({ settled, records }) => settled === records.length)) {
      if (this.#writing?.segment === segment) {
        closeSync(this.#writing.fd);
        this.#writing = null;
      }
      try {
        rmSync(segment.path, { force: true });
      } catch (error) {
        this.#refusal = (error as Error).message;
        return;
      }
      this.#segments = this.#segments.filter((other) => other !== segment);
      this.#refusal = null;
    }
  }

  /** Flushes everything to disk and unlocks the folder. Unsettled blocks stay for the next run. */
  async close(): Promise<void> {
    this.#seal();
    await this.#syncing;
    this.#unlock();
  }

  #scan(): void {
    const { dir, database } = this.#options;
    const names = readdirSync(dir)
      .filter((name) => /^\d{12}\.spill$/.test(name))
      .sort();
    const ownerFile = join(dir, 'database');
    const owner = names.length === 0 ? database : readOwner(ownerFile);
    if (owner !== database)
      throw new SpillError(
        'other_database',
        `the spill folder ${dir} holds blocks for another database (${owner ?? 'unknown'}): set another SPILL_DIR, or delete its segments`,
      );
    writeFileSync(ownerFile, `${database}\n`, { mode: 0o600 });
    const slotsOf: { slot: number; isDamageBehind: boolean }[] = [];
    let isDamageAhead = false;
    for (const [index, name] of names.entries()) {
      const { segment, damaged } = scanSegment(
        join(dir, name),
        Number(name.slice(0, -SUFFIX.length)),
        index === names.length - 1,
      );
      const damagedAfter = new Set(damaged.map(({ afterIndex }) => afterIndex));
      isDamageAhead ||= damagedAfter.has(-1);
      for (const [at, { slot }] of segment.records.entries()) {
        slotsOf.push({ slot, isDamageBehind: damagedAfter.has(at) });
        if (isDamageAhead) this.#damageBetween(slotsOf.at(-2)?.slot, slot);
        isDamageAhead = damagedAfter.has(at);
      }
      if (segment.records.length > 0) this.#segments.push(segment);
      else rmSync(segment.path, { force: true });
    }
  }

  /** A damaged head hides its slot, so all slots between its neighbours are reported. */
  #damageBetween(before: number | undefined, after: number): void {
    if (before === undefined || after - before < 2) return;
    this.#damages.push({
      fromSlot: before + 1,
      toSlot: after - 1,
      reason: 'the head of its record is damaged',
    });
  }

  #readPayload({ path }: Segment, { at, payloadBytes }: PlacedRecord): Buffer {
    if (this.#payload.length < payloadBytes) this.#payload = Buffer.allocUnsafeSlow(payloadBytes);
    const fd = openSync(path, 'r');
    try {
      let done = 0;
      while (done < payloadBytes) {
        const got = readSync(fd, this.#payload, done, payloadBytes - done, at + HEAD_BYTES + done);
        if (got === 0) break;
        done += got;
      }
      return this.#payload.subarray(0, done);
    } finally {
      closeSync(fd);
    }
  }

  #writable(): { segment: Segment; fd: number } {
    if (this.#writing !== null) return this.#writing;
    const sequence = (this.#segments.at(-1)?.sequence ?? FIRST_SEQUENCE) + 1;
    const segment = this.#newSegment(sequence);
    const fd = openSync(segment.path, 'wx', 0o600);
    this.#segments.push(segment);
    this.#writing = { segment, fd };
    return this.#writing;
  }

  #newSegment(sequence: number): Segment {
    const path = join(this.#options.dir, `${String(sequence).padStart(12, '0')}${SUFFIX}`);
    return { sequence, path, bytes: 0, records: [], read: 0, settled: 0 };
  }

  /** Closes the segment for writing and flushes it in the background. */
  #seal(): void {
    if (this.#writing === null) return;
    const { fd } = this.#writing;
    this.#writing = null;
    const synced = new Promise<void>((resolve) => {
      fdatasync(fd, () => {
        closeSync(fd);
        resolve();
      });
    });
    this.#syncing = this.#syncing.then(() => synced);
  }

  #refuse(error: Error): void {
    // The partially written record is cut off or, if even that fails, found to be torn by the next scan.
    this.#seal();
    this.deleteWritten();
    this.#refusal = error.message;
    this.#refusedUntil = performance.now() + REFUSED_MS;
  }
}

function placed(
  segment: Segment,
  { slot, parentSlot, content, memoryBytes, arrivedAt }: RecordInput,
  head: Buffer,
  payload: Uint8Array,
): PlacedRecord {
  return {
    at: segment.bytes,
    kind: kindOf(content),
    payloadBytes: payload.length,
    slot,
    parentSlot,
    memoryBytes,
    arrivedAt,
    payloadCrc: head.readUInt32BE(40),
  };
}

/** Appends all parts to the segment, or undoes the partial write and throws. */
function writeAll(fd: number, segment: Segment, parts: readonly Uint8Array[]): void {
  let at = segment.bytes;
  try {
    for (const part of parts)
      for (let done = 0; done < part.length; ) {
        const written = writeSync(fd, part, done, part.length - done, at);
        if (written === 0) throw new Error('the disk takes no more');
        done += written;
        at += written;
      }
  } catch (error) {
    if (fstatSync(fd).size > segment.bytes) ftruncateSync(fd, segment.bytes);
    throw error;
  }
}

function readOwner(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return null;
  }
}
