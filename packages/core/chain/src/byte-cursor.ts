import { ChainDataError } from './errors.js';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads little-endian bytes forward. A read beyond the end throws `ChainDataError('malformed')`. Byte ranges are views,
 * not copies.
 */
export class ByteCursor {
  readonly #bytes: Uint8Array;
  offset = 0;

  constructor(bytes: Uint8Array) {
    // Returns plain Uint8Arrays: views of a Buffer are Buffers, whose methods differ (`slice` does not copy).
    this.#bytes =
      bytes.constructor === Uint8Array
        ? bytes
        : new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get remaining(): number {
    return this.#bytes.length - this.offset;
  }

  peek(): number {
    const byte = this.#bytes[this.offset];
    if (byte === undefined) throw this.#tooShort(1);
    return byte;
  }

  u8(): number {
    const byte = this.#bytes[this.offset];
    if (byte === undefined) throw this.#tooShort(1);
    this.offset += 1;
    return byte;
  }

  u16(): number {
    return this.u8() | (this.u8() << 8);
  }

  u32(): number {
    return (this.u16() | (this.u16() << 16)) >>> 0;
  }

  u64(): bigint {
    const low = this.u32();
    return (BigInt(this.u32()) << 32n) | BigInt(low);
  }

  /** Returns a view of the next `length` bytes. */
  take(length: number): Uint8Array {
    const end = this.offset + length;
    if (end > this.#bytes.length) throw this.#tooShort(length);
    const view = this.#bytes.subarray(this.offset, end);
    this.offset = end;
    return view;
  }

  /** Returns `count` views of `size` bytes each. */
  takeMany(count: number, size: number): Uint8Array[] {
    if (count * size > this.remaining) throw this.#tooShort(count * size);
    const views = new Array<Uint8Array>(count);
    for (let i = 0; i < count; i++) views[i] = this.take(size);
    return views;
  }

  /**
   * Reads Solana's compact-u16 (`ShortU16`): 7 bits per byte, 1 to 3 bytes, shortest form only. Source:
   * anza-xyz/solana-sdk `short-vec/src/lib.rs`, `visit_byte`.
   */
  compactU16(): number {
    const first = this.u8();
    if (first < 0x80) return first;
    const second = this.u8();
    if (second === 0) throw malformed('compact-u16 is not in its shortest form');
    if (second < 0x80) return (first & 0x7f) | (second << 7);
    const third = this.u8();
    if (third === 0) throw malformed('compact-u16 is not in its shortest form');
    if (third > 3) throw malformed('compact-u16 exceeds 16 bits');
    return (first & 0x7f) | ((second & 0x7f) << 7) | (third << 14);
  }

  /** Reads bincode's u64 length of a list whose elements take at least `minElementBytes` each. */
  length(minElementBytes: number): number {
    const length = this.u64();
    if (length * BigInt(minElementBytes) > BigInt(this.remaining))
      throw malformed(`a list of ${length} elements in ${this.remaining} bytes`);
    return Number(length);
  }

  /** Reads bincode's `Option` tag: whether a value follows. */
  optionTag(): boolean {
    const tag = this.u8();
    if (tag > 1) throw malformed(`option tag ${tag}`);
    return tag === 1;
  }

  /** Reads a bincode string: u64 length, then UTF-8. */
  string(): string {
    const bytes = this.take(this.length(1));
    try {
      return utf8.decode(bytes);
    } catch (cause) {
      throw new ChainDataError('malformed', 'a string that is not UTF-8', { cause });
    }
  }

  expectEnd(): void {
    if (this.remaining !== 0) throw malformed(`${this.remaining} bytes after the end`);
  }

  #tooShort(wanted: number): ChainDataError {
    return malformed(`${wanted} bytes wanted at offset ${this.offset}, ${this.remaining} left`);
  }
}

function malformed(message: string): ChainDataError {
  return new ChainDataError('malformed', message);
}
