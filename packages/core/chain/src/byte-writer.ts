import { ChainDataError } from './errors.js';

/** Writes little-endian bytes into a growing buffer. Throws `bad_value` beyond `maxBytes`. */
export class ByteWriter {
  #bytes = new Uint8Array(256);
  #length = 0;
  readonly #maxBytes: number;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  u8(value: number): void {
    this.#unsigned(value, 1);
  }

  u16(value: number): void {
    this.#unsigned(value, 2);
  }

  u32(value: number): void {
    this.#unsigned(value, 4);
  }

  u64(value: bigint): void {
    if (value < 0n || value > 0xffff_ffff_ffff_ffffn)
      throw new ChainDataError('bad_value', `${value} is not a u64`);
    this.u32(Number(value & 0xffff_ffffn));
    this.u32(Number(value >> 32n));
  }

  /** See `ByteCursor.compactU16`. */
  compactU16(value: number): void {
    if (!Number.isInteger(value) || value < 0 || value > 0xffff)
      throw new ChainDataError('bad_value', `${value} is not a u16`);
    let rest = value;
    while (rest >= 0x80) {
      this.u8((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    this.u8(rest);
  }

  bytes(bytes: Uint8Array): void {
    const start = this.#reserve(bytes.length);
    this.#bytes.set(bytes, start);
  }

  /** Like `bytes`; throws `bad_value` unless there are exactly `size`. */
  fixed(bytes: Uint8Array, size: number): void {
    if (bytes.length !== size)
      throw new ChainDataError('bad_value', `${bytes.length} bytes where ${size} belong`);
    this.bytes(bytes);
  }

  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  #unsigned(value: number, size: 1 | 2 | 4): void {
    if (!Number.isInteger(value) || value < 0 || value >= 2 ** (8 * size))
      throw new ChainDataError('bad_value', `${value} is not a u${8 * size}`);
    const start = this.#reserve(size);
    for (let i = 0; i < size; i++) this.#bytes[start + i] = value >>> (8 * i);
  }

  /** Reserves `size` more bytes and returns the offset at which they start. */
  #reserve(size: number): number {
    const start = this.#length;
    const end = start + size;
    if (end > this.#maxBytes)
      throw new ChainDataError('bad_value', `more than ${this.#maxBytes} bytes to write`);
    if (end > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(end, this.#bytes.length * 2));
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#length = end;
    return start;
  }
}
