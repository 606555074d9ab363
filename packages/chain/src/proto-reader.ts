import { ChainDataError } from './errors.js';

/**
 * A cursor over protobuf bytes. Own code because it is the hot path of ingest: it hands out `number` where a
 * value must be a safe integer, `bigint` only for amounts, and views instead of copies. Bytes that end too
 * early, or a varint longer than ten bytes, are a `ChainDataError('malformed')`.
 */
export class ProtoReader {
  /** Plain, also where a Buffer was given: its views are several times cheaper to make. */
  readonly bytes: Uint8Array;
  pos: number;
  end: number;
  readonly #text: Buffer;

  constructor(bytes: Uint8Array) {
    this.bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.pos = 0;
    this.end = bytes.length;
  }

  /** The next field's tag, or 0 at the end. Field number is `tag >>> 3`, wire type `tag & 7`. */
  tag(): number {
    if (this.pos >= this.end) return 0;
    const tag = this.uint32();
    if (tag >>> 3 === 0) throw malformed('field number 0');
    return tag;
  }

  /** A varint as a safe integer; larger ones are refused. */
  uint53(): number {
    const { bytes } = this;
    let pos = this.pos;
    let low = 0;
    // Four groups of seven bits fit a small integer: the common case.
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = bytes[pos++];
      if (byte === undefined || pos > this.end) throw truncated();
      low |= (byte & 0x7f) << shift;
      if (byte < 0x80) {
        this.pos = pos;
        return low;
      }
    }
    let value = low;
    let scale = 2 ** 28;
    for (let group = 4; group < 10; group += 1) {
      const byte = bytes[pos++];
      if (byte === undefined || pos > this.end) throw truncated();
      value += (byte & 0x7f) * scale;
      scale *= 128;
      if (byte < 0x80) {
        if (!Number.isSafeInteger(value)) throw new ChainDataError('bad_value', 'integer beyond 2^53');
        this.pos = pos;
        return value;
      }
    }
    throw malformed('varint longer than ten bytes');
  }

  uint32(): number {
    const value = this.uint53();
    if (value > 0xffff_ffff) throw new ChainDataError('bad_value', 'integer beyond 32 bits');
    return value;
  }

  bool(): boolean {
    return this.uint53() !== 0;
  }

  /** A varint as an exact unsigned 64-bit amount. */
  uint64(): bigint {
    const { bytes } = this;
    let pos = this.pos;
    let low = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = bytes[pos++];
      if (byte === undefined || pos > this.end) throw truncated();
      low |= (byte & 0x7f) << shift;
      if (byte < 0x80) {
        this.pos = pos;
        return BigInt(low);
      }
    }
    let mid = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = bytes[pos++];
      if (byte === undefined || pos > this.end) throw truncated();
      mid |= (byte & 0x7f) << shift;
      if (byte < 0x80) {
        this.pos = pos;
        const value = low + mid * 2 ** 28;
        return Number.isSafeInteger(value) ? BigInt(value) : BigInt(low) + (BigInt(mid) << 28n);
      }
    }
    const ninth = bytes[pos++];
    if (ninth === undefined || pos > this.end) throw truncated();
    let high = ninth & 0x7f;
    if (ninth >= 0x80) {
      const tenth = bytes[pos++];
      if (tenth === undefined || pos > this.end) throw truncated();
      if (tenth > 1) throw malformed('varint longer than 64 bits');
      high |= tenth << 7;
    }
    this.pos = pos;
    return BigInt(low) + (BigInt(mid) << 28n) + (BigInt(high) << 56n);
  }

  /** A varint as a signed 64-bit integer (int64, two's complement), within the safe range. */
  int53(): number {
    const value = BigInt.asIntN(64, this.uint64());
    const number = Number(value);
    if (!Number.isSafeInteger(number)) throw new ChainDataError('bad_value', 'integer beyond ±2^53');
    return number;
  }

  /** A view of the next length-delimited field. */
  view(): Uint8Array {
    const end = this.limit();
    const view = this.bytes.subarray(this.pos, end);
    this.pos = end;
    return view;
  }

  /** Text of which only ASCII is expected (base58, digits): other bytes come out as Latin-1 and fail later checks. */
  ascii(): string {
    const end = this.limit();
    const text = this.#text.toString('latin1', this.pos, end);
    this.pos = end;
    return text;
  }

  /** Reads a length and gives the position where that field ends. */
  limit(): number {
    const length = this.uint53();
    const end = this.pos + length;
    if (end > this.end) throw truncated();
    return end;
  }

  /**
   * Runs `read` over the embedded message that comes next, with this same cursor; then goes on behind it.
   * One cursor for the whole tree keeps the decoder free of allocations.
   */
  message<T>(read: (reader: ProtoReader) => T): T {
    const end = this.limit();
    const outer = this.end;
    this.end = end;
    const value = read(this);
    if (this.pos !== end) throw malformed('embedded message ends early');
    this.end = outer;
    return value;
  }

  skip(tag: number): void {
    switch (tag & 7) {
      case 0:
        this.uint64();
        return;
      case 1:
        this.pos += 8;
        break;
      case 2:
        this.pos = this.limit();
        return;
      case 5:
        this.pos += 4;
        break;
      default:
        throw malformed(`wire type ${tag & 7}`);
    }
    if (this.pos > this.end) throw truncated();
  }
}

const malformed = (what: string): ChainDataError => new ChainDataError('malformed', `protobuf: ${what}`);
const truncated = (): ChainDataError => malformed('ends in the middle of a field');
