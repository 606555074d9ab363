import { internAmount } from './amounts.js';
import { ChainDataError } from './errors.js';
import { internKey } from './key-table.js';
import { internText } from './key-texts.js';

/**
 * A cursor over protobuf bytes. A custom reader, because this is the hot path of ingestion: it returns `number` where a
 * value must be a safe integer, `bigint` only for amounts, and views instead of copies. Truncated input, or a varint
 * longer than ten bytes, throws `ChainDataError('malformed')`.
 */
export class ProtoReader {
  /** A plain Uint8Array even if a Buffer was passed: its views are several times cheaper to create. */
  readonly bytes: Uint8Array;
  pos: number;
  end: number;
  readonly #text: Buffer;
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.pos = 0;
    this.end = bytes.length;
  }

  /** Reads the next field's tag; 0 at the end. The field number is `tag >>> 3`, the wire type `tag & 7`. */
  tag(): number {
    if (this.pos >= this.end) return 0;
    const first = this.bytes[this.pos]!;
    // Fields 1 to 15 have a one-byte tag.
    if (first >= 8 && first < 0x80) {
      this.pos += 1;
      return first;
    }
    const tag = this.uint32();
    if (tag >>> 3 === 0) throw malformed('field number 0');
    return tag;
  }

  /** Reads a varint as a safe integer. Throws for larger values. */
  uint53(): number {
    const { bytes } = this;
    let pos = this.pos;
    const first = bytes[pos];
    // Fast path: most values are lengths and indexes below 128.
    if (first !== undefined && first < 0x80 && pos < this.end) {
      this.pos = pos + 1;
      return first;
    }
    let low = 0;
    // Four groups of seven bits fit a small integer, the common case.
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

  /** Reads a varint as an exact unsigned 64-bit amount. */
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
        return internAmount(low, 0);
      }
    }
    let mid = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = bytes[pos++];
      if (byte === undefined || pos > this.end) throw truncated();
      mid |= (byte & 0x7f) << shift;
      if (byte < 0x80) {
        this.pos = pos;
        return internAmount(low, mid);
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

  /** Reads a varint as a signed 64-bit integer (int64, two's complement) within the safe range. */
  int53(): number {
    const value = BigInt.asIntN(64, this.uint64());
    const number = Number(value);
    if (!Number.isSafeInteger(number)) throw new ChainDataError('bad_value', 'integer beyond ±2^53');
    return number;
  }

  /** Returns a view of the next length-delimited field. */
  view(): Uint8Array {
    const end = this.limit();
    const at = this.pos;
    this.pos = end;
    return this.#viewOf(at, end);
  }

  /** Takes half the time of `subarray`. */
  #viewOf(at: number, end: number): Uint8Array {
    return at === end ? EMPTY : new Uint8Array(this.#view.buffer, this.#view.byteOffset + at, end - at);
  }

  /** Reads text that should be ASCII (base58, digits). Other bytes become Latin-1 and fail later checks. */
  ascii(): string {
    const end = this.limit();
    const text = this.#text.toString('latin1', this.pos, end);
    this.pos = end;
    return text;
  }

  /** Returns a view of the next field or, if it has the length of a key, the shared key object (`internKey`). */
  key(): Uint8Array {
    const end = this.limit();
    const at = this.pos;
    this.pos = end;
    return end - at === 32 ? internKey(this.#view, at) : this.#viewOf(at, end);
  }

  /** Like `ascii`, with a cache for recurring base58 addresses. */
  address(): string {
    const end = this.limit();
    const at = this.pos;
    this.pos = end;
    return internText(this.#view, this.#text, at, end);
  }

  /** Reads the next field as an exact amount of one to fifteen digits. Otherwise returns null and reads nothing. */
  digits(): bigint | null {
    const from = this.pos;
    const end = this.limit();
    const at = this.pos;
    let value = 0;
    let index = end - at <= 15 ? at : end;
    for (; index < end; index += 1) {
      const digit = this.bytes[index]! - 0x30;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
    }
    if (end === at || end - at > 15 || index < end) {
      this.pos = from;
      return null;
    }
    this.pos = end;
    return value < 2 ** 28
      ? internAmount(value, 0)
      : internAmount(value % 2 ** 28, Math.floor(value / 2 ** 28));
  }

  /** Reads a length and returns the position where that field ends. */
  limit(): number {
    const length = this.uint53();
    const end = this.pos + length;
    if (end > this.end) throw truncated();
    return end;
  }

  /**
   * Runs `read` over the next embedded message with this same cursor, then continues after it. One cursor for the whole
   * tree avoids allocations.
   */
  message<T>(read: (reader: ProtoReader) => T): T {
    const outer = this.enter();
    const value = read(this);
    this.leave(outer);
    return value;
  }

  /**
   * Together with `leave`, the two halves of `message`: enters the message and returns the value to pass to `leave`.
   */
  enter(): number {
    const end = this.limit();
    const outer = this.end;
    this.end = end;
    return outer;
  }

  leave(outer: number): void {
    if (this.pos !== this.end) throw malformed('embedded message ends early');
    this.end = outer;
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

const EMPTY: Uint8Array = new Uint8Array(0);
const malformed = (what: string): ChainDataError => new ChainDataError('malformed', `protobuf: ${what}`);
const truncated = (): ChainDataError => malformed('ends in the middle of a field');
