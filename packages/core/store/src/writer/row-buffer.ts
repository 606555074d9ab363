/** Rows of one table in ClickHouse's `RowBinary` format. */
export interface EncodedRows {
  rows: number;
  bytes: Uint8Array;
  /** Where each row ends in `bytes`. */
  ends: Uint32Array;
}

/**
 * Encodes rows in ClickHouse's `RowBinary` format into one growing buffer. The encoding of each type is in the
 * ClickHouse docs, "RowBinary"; all numbers are little-endian. Does not check bounds: callers pass values of validated
 * blocks.
 */
export class RowBuffer {
  #bytes: Buffer;
  #view: DataView;
  #length = 0;
  #ends = new Uint32Array(256);
  /** Rows written; counted by `endRow`. */
  rows = 0;

  constructor(capacity = 64 * 1024) {
    this.#bytes = Buffer.allocUnsafeSlow(capacity);
    this.#view = new DataView(this.#bytes.buffer);
  }

  get length(): number {
    return this.#length;
  }

  /** The bytes written so far. Valid until the next write. */
  bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  clear(): void {
    this.#length = 0;
    this.rows = 0;
  }

  endRow(): void {
    if (this.rows === this.#ends.length) this.#growEnds();
    this.#ends[this.rows] = this.#length;
    this.rows += 1;
  }

  /** The rows written so far. Valid until the next write. */
  encoded(): EncodedRows {
    return { rows: this.rows, bytes: this.bytes(), ends: this.#ends.subarray(0, this.rows) };
  }

  uint8(value: number): void {
    const at = this.#reserve(1);
    this.#bytes[at] = value;
  }

  bool(value: boolean): void {
    this.uint8(value ? 1 : 0);
  }

  uint16(value: number): void {
    const at = this.#reserve(2);
    this.#view.setUint16(at, value, true);
  }

  int16(value: number): void {
    const at = this.#reserve(2);
    this.#view.setInt16(at, value, true);
  }

  uint32(value: number): void {
    const at = this.#reserve(4);
    this.#view.setUint32(at, value, true);
  }

  /** Writes a safe integer as UInt64. */
  uint53(value: number): void {
    const at = this.#reserve(8);
    this.#view.setUint32(at, value >>> 0, true);
    this.#view.setUint32(at + 4, Math.floor(value / 2 ** 32), true);
  }

  uint64(value: bigint): void {
    const at = this.#reserve(8);
    this.#view.setBigUint64(at, value, true);
  }

  int64(value: bigint): void {
    const at = this.#reserve(8);
    this.#view.setBigInt64(at, value, true);
  }

  int128(value: bigint): void {
    const at = this.#reserve(16);
    this.#view.setBigUint64(at, BigInt.asUintN(64, value), true);
    this.#view.setBigInt64(at + 8, value >> 64n, true);
  }

  float64(value: number): void {
    const at = this.#reserve(8);
    this.#view.setFloat64(at, value, true);
  }

  /** Writes a FixedString: the raw bytes. */
  fixed(value: Uint8Array): void {
    const at = this.#reserve(value.length);
    this.#bytes.set(value, at);
  }

  /** Writes the first `size` bytes of a longer value. */
  head(value: Uint8Array, size: number): void {
    const at = this.#reserve(size);
    for (let index = 0; index < size; index += 1) this.#bytes[at + index] = value[index]!;
  }

  string(value: string): void {
    if (value.length < 0x80 && this.#ascii(value)) return;
    const size = Buffer.byteLength(value);
    this.varint(size);
    const at = this.#reserve(size);
    this.#bytes.write(value, at);
  }

  /** Writes the length of an array or string. */
  varint(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.uint8((rest & 0x7f) | 0x80);
      rest = Math.floor(rest / 128);
    }
    this.uint8(rest);
  }

  /** Writes a Nullable: a byte that says whether it is null, then the value if it is not. */
  nullable<T>(value: T | null, write: (value: T) => void): void {
    if (value === null) this.uint8(1);
    else {
      this.uint8(0);
      write.call(this, value);
    }
  }

  /**
   * Fast path for short ASCII strings, without a call to Node's encoder. Returns false, and writes nothing, for other
   * strings.
   */
  #ascii(value: string): boolean {
    const start = this.#reserve(value.length + 1);
    this.#bytes[start] = value.length;
    for (let index = 0; index < value.length; index += 1) {
      const code = value.charCodeAt(index);
      if (code >= 0x80) {
        this.#length = start;
        return false;
      }
      this.#bytes[start + 1 + index] = code;
    }
    return true;
  }

  /** Call before accessing `#bytes` or `#view`: growing replaces both. */
  #reserve(size: number): number {
    const at = this.#length;
    const end = at + size;
    if (end > this.#bytes.length) this.#grow(end);
    this.#length = end;
    return at;
  }

  #growEnds(): void {
    const ends = new Uint32Array(this.#ends.length * 2);
    ends.set(this.#ends);
    this.#ends = ends;
  }

  #grow(needed: number): void {
    const bytes = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2));
    this.#bytes.copy(bytes, 0, 0, this.#length);
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer);
  }
}
