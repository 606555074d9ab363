const LARGEST_BYTES = 640;

/** Little-endian instruction and event data, field by field; at most 640 bytes. */
export class DataWriter {
  readonly #buffer = Buffer.allocUnsafe(LARGEST_BYTES);
  #length = 0;

  hex(text: string): this {
    this.#length += this.#buffer.write(text, this.#length, 'hex');
    return this;
  }

  bytes(value: Uint8Array): this {
    this.#buffer.set(value, this.#length);
    this.#length += value.length;
    return this;
  }

  u8(value: number): this {
    this.#length = this.#buffer.writeUInt8(value, this.#length);
    return this;
  }

  u16(value: number): this {
    this.#length = this.#buffer.writeUInt16LE(value, this.#length);
    return this;
  }

  u32(value: number): this {
    this.#length = this.#buffer.writeUInt32LE(value, this.#length);
    return this;
  }

  u64(value: bigint): this {
    this.#length = this.#buffer.writeBigUInt64LE(value, this.#length);
    return this;
  }

  u128(value: bigint): this {
    return this.u64(value & 0xffff_ffff_ffff_ffffn).u64(value >> 64n);
  }

  bool(value: boolean): this {
    return this.u8(value ? 1 : 0);
  }

  /** Borsh: length as u32, then the bytes; ASCII only. */
  text(value: string): this {
    this.u32(value.length);
    this.#length += this.#buffer.write(value, this.#length, 'latin1');
    return this;
  }

  done(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }
}
