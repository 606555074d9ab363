/** Reads little-endian values sequentially. Returns null beyond the end, because the input is untrusted. */
export class ByteReader {
  readonly #bytes: Buffer;
  #at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#at = at;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  take(count: number): Buffer | null {
    if (count < 0 || count > this.left) return null;
    this.#at += count;
    return this.#bytes.subarray(this.#at - count, this.#at);
  }

  u8(): number | null {
    return this.take(1)?.readUInt8() ?? null;
  }

  u16(): number | null {
    return this.take(2)?.readUInt16LE() ?? null;
  }

  u32(): number | null {
    return this.take(4)?.readUInt32LE() ?? null;
  }

  u64(): bigint | null {
    return this.take(8)?.readBigUInt64LE() ?? null;
  }

  /** Reads Borsh text: its length as u32, then UTF-8. */
  text(): string | null {
    const size = this.u32();
    return size === null ? null : (this.take(size)?.toString('utf8') ?? null);
  }

  /** Reads Solana's `short_vec` length: 7 bits per byte, low bits first, at most 3 bytes. */
  shortLength(): number | null {
    let length = 0;
    for (let shift = 0; shift < 21; shift += 7) {
      const byte = this.u8();
      if (byte === null) return null;
      length |= (byte & 0x7f) << shift;
      if (byte < 0x80) return length;
    }
    return null;
  }
}
