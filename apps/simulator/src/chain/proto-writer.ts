/**
 * Writes protobuf into one growing buffer without an object per message: the generator must encode tens of thousands of
 * transactions per second, for which the package's own codecs are too slow (20 µs each). Tests decode everything with
 * those codecs and re-encode it to the same bytes.
 *
 * `tag` arguments are the encoded field key (field number × 8 + wire type), one or two bytes long. As in proto3, the
 * `optional…` methods omit zero, false and empty scalars; the plain ones always write.
 */
export class ProtoWriter {
  #buffer: Buffer;
  #position = 0;

  constructor(initialBytes = 1 << 20) {
    this.#buffer = Buffer.allocUnsafe(initialBytes);
  }

  get position(): number {
    return this.#position;
  }

  reset(): void {
    this.#position = 0;
  }

  /** A copy of what was written from `start` on. */
  copyFrom(start: number): Buffer {
    return Buffer.from(this.#buffer.subarray(start, this.#position));
  }

  varint(value: number): void {
    this.#reserve(10);
    this.#varint(value);
  }

  varintField(tag: number, value: number): void {
    this.#reserve(12);
    this.#varint(tag);
    this.#varint(value);
  }

  optionalVarintField(tag: number, value: number): void {
    if (value !== 0) this.varintField(tag, value);
  }

  optionalBoolField(tag: number, value: boolean): void {
    if (value) this.varintField(tag, 1);
  }

  doubleField(tag: number, value: number): void {
    this.#reserve(10);
    this.#varint(tag);
    this.#position = this.#buffer.writeDoubleLE(value, this.#position);
  }

  bytesField(tag: number, value: Uint8Array): void {
    this.#reserve(12 + value.length);
    this.#varint(tag);
    this.#varint(value.length);
    this.#buffer.set(value, this.#position);
    this.#position += value.length;
  }

  optionalBytesField(tag: number, value: Uint8Array): void {
    if (value.length > 0) this.bytesField(tag, value);
  }

  /** ASCII only: addresses, amounts, log text. */
  asciiField(tag: number, value: string): void {
    this.#reserve(12 + value.length);
    this.#varint(tag);
    this.#varint(value.length);
    this.#position += this.#buffer.write(value, this.#position, 'latin1');
  }

  /** Writes bytes that are already encoded fields. */
  raw(value: Uint8Array): void {
    this.#reserve(value.length);
    this.#buffer.set(value, this.#position);
    this.#position += value.length;
  }

  /** Key and length of a field whose `length` bytes the caller writes next. */
  header(tag: number, length: number): void {
    this.#reserve(12);
    this.#varint(tag);
    this.#varint(length);
  }

  /** Starts a length-delimited field; pass the result to `close`. Assumes that its length needs two bytes. */
  open(tag: number): number {
    this.#reserve(8);
    this.#varint(tag);
    this.#position += 2;
    return this.#position;
  }

  close(start: number): void {
    const length = this.#position - start;
    const lengthBytes = varintSize(length);
    if (lengthBytes !== 2) {
      this.#reserve(8);
      this.#buffer.copyWithin(start - 2 + lengthBytes, start, this.#position);
    }
    this.#position = start - 2;
    this.#varint(length);
    this.#position += length;
  }

  #varint(value: number): void {
    const buffer = this.#buffer;
    let rest = value;
    while (rest >= 0x8000_0000) {
      buffer[this.#position++] = (rest % 128) | 0x80;
      rest = Math.floor(rest / 128);
    }
    while (rest >= 0x80) {
      buffer[this.#position++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    buffer[this.#position++] = rest;
  }

  #reserve(bytes: number): void {
    const needed = this.#position + bytes;
    if (needed <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, this.#buffer.length * 2));
    this.#buffer.copy(larger, 0, 0, this.#position);
    this.#buffer = larger;
  }
}

export function varintSize(value: number): number {
  let size = 1;
  for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) size += 1;
  return size;
}
