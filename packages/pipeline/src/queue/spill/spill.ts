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
  /** Of all segments together; beyond it `append` refuses. */
  maxBytes: number;
  /** Whose blocks these are: a folder with blocks of another database is refused. */
  database: string;
  /** How the messages of the stream are read. */
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
  /** Good until the next `read`: its bytes lie where that one's go. */
  block: Block;
  memoryBytes: number;
  arrivedAt: number;
  /** To be given to `settle` when the block is written. */
  segment: Segment;
}

export interface SpillState {
  bytes: number;
  segments: number;
  /** Not yet written. */
  blocks: number;
  /** When the oldest of them arrived, Unix milliseconds; `null`: there is none. */
  oldestAt: number | null;
}

const SEGMENT_BYTES = 64 * 1024 * 1024;
/** A disk that refused a write is not asked again before. */
const REFUSED_MS = 5_000;
const SUFFIX = '.spill';
const FIRST_SEQUENCE = 1_000_000_000;

/**
 * Blocks that wait on disk, in order, while ClickHouse is slow or away. Bounded. A block is gone from it only when it
 * is written; what a process that died has left is there for the next one.
 *
 * Writes go to the kernel at once, so SIGKILL loses nothing; each segment (64 MiB) is brought to the disk with
 * fdatasync when it is full or the spill is closed. A machine that dies may so lose the end of the last segment: it is
 * cut at the last whole record, and what is lost is asked for again by `from_slot`, or found as a gap.
 */
export class Spill {
  readonly #options: Required<SpillOptions>;
  readonly #unlock: () => void;
  /** In the order of reading; the last may be open for writing. */
  #segments: Segment[] = [];
  #writing: { segment: Segment; fd: number } | null = null;
  #syncing: Promise<void> = Promise.resolve();
  #refusedUntil = 0;
  #refusal: string | null = null;
  #damages: SpillDamage[] = [];
  /** Where a record's payload is read to; as large as the largest one so far. */
  #payload = Buffer.alloc(0);
  /** Blocks left by a former run, in order. */
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
   * Takes the folder (made, for this user only, where it is absent) and what a former run left in it.
   * @throws SpillError when another process uses it, or it holds blocks of another database
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

  /** Room for a good part of the whole again: worth going on with the stream. */
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

  /** Why the disk refused the last write; `null` while it takes them. */
  get refusal(): string | null {
    return this.#refusal;
  }

  /** Slots found to be damaged since the last call. */
  takeDamages(): SpillDamage[] {
    const damages = this.#damages;
    this.#damages = [];
    return damages;
  }

  /** Adds a block behind all others. False: there is no room, or the disk does not take it. Never throws. */
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
   * Puts blocks before all others, for the next run to begin with. False when not all of them could be put there.
   * Beyond the size limit too: they are no more than what was in memory.
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

  /** The next block in order; `null` when all were read. Damaged ones are left out and told by `takeDamages`. */
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

  /** A block of this segment is written. When all of its blocks are, the segment is deleted. */
  settle(segment: Segment): void {
    segment.settled += 1;
    if (segment.settled < segment.records.length) return;
    if (this.#writing?.segment === segment) {
      closeSync(this.#writing.fd);
      this.#writing = null;
    }
    this.#segments = this.#segments.filter((other) => other !== segment);
    rmSync(segment.path, { force: true });
  }

  /** Brings what is written to the disk and gives up the folder. What was not settled stays for the next run. */
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
      const places = new Set(damaged.map(({ afterIndex }) => afterIndex));
      isDamageAhead ||= places.has(-1);
      for (const [at, { slot }] of segment.records.entries()) {
        slotsOf.push({ slot, isDamageBehind: places.has(at) });
        if (isDamageAhead) this.#damageBetween(slotsOf.at(-2)?.slot, slot);
        isDamageAhead = places.has(at);
      }
      if (segment.records.length > 0) this.#segments.push(segment);
      else rmSync(segment.path, { force: true });
    }
  }

  /** Nothing tells which slots a damaged head stood for: those between its neighbours. */
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

  /** No more goes into the segment; it reaches the disk in the background. */
  #seal(): void {
    if (this.#writing === null) return;
    const { fd, segment } = this.#writing;
    this.#writing = null;
    const synced = new Promise<void>((resolve) => {
      fdatasync(fd, () => {
        closeSync(fd);
        resolve();
      });
    });
    this.#syncing = this.#syncing.then(() => synced);
    if (segment.records.length > 0) return;
    this.#segments = this.#segments.filter((other) => other !== segment);
    rmSync(segment.path, { force: true });
  }

  #refuse(error: Error): void {
    this.#refusal = error.message;
    this.#refusedUntil = performance.now() + REFUSED_MS;
    // What the disk took of the record is cut off, or, if not even that works, found to be torn.
    this.#seal();
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

/** Writes all of it behind what the segment holds, or takes back what it wrote and throws. */
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
