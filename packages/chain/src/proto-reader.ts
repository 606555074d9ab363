import { internAmount } from './amounts.js';
import { ChainDataError } from './errors.js';
import { internKey } from './key-table.js';
import { internText } from './key-texts.js';

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
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.pos = 0;
    this.end = bytes.length;
  }

  /** The next field's tag, or 0 at the end. Field number is `tag >>> 3`, wire type `tag & 7`. */
  tag(): number {
    if (this.pos >= this.end) return 0;
    const first = this.bytes[this.pos]!;
    // Fields 1 to 15 have a tag of one byte.
    if (first >= 8 && first < 0x80) {
      this.pos += 1;
      return first;
    }
    const tag = this.uint32();
    if (tag >>> 3 === 0) throw malformed('field number 0');
    return tag;
  }

  /** A varint as a safe integer; larger ones are refused. */
  uint53(): number {
    const { bytes } = this;
    let pos = this.pos;
    const first = bytes[pos];
    // Most are lengths and indexes below 128.
    if (first !== undefined && first < 0x80 && pos < this.end) {
      this.pos = pos + 1;
      return first;
    }
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
    const at = this.pos;
    this.pos = end;
    return this.#viewOf(at, end);
  }

  /** Takes half the time of `subarray`. */
  #viewOf(at: number, end: number): Uint8Array {
    return at === end ? EMPTY : new Uint8Array(this.#view.buffer, this.#view.byteOffset + at, end - at);
  }

  /** Text of which only ASCII is expected (base58, digits): other bytes come out as Latin-1 and fail later checks. */
  ascii(): string {
    const end = this.limit();
    const text = this.#text.toString('latin1', this.pos, end);
    this.pos = end;
    return text;
  }

  /** A view of the next field, or, where that is as long as a key, the key as one object (`internKey`). */
  key(): Uint8Array {
    const end = this.limit();
    const at = this.pos;
    this.pos = end;
    return end - at === 32 ? internKey(this.#view, at) : this.#viewOf(at, end);
  }

  /** As `ascii`, for addresses in base58, of which the same come again and again. */
  address(): string {
    const end = this.limit();
    const at = this.pos;
    this.pos = end;
    return internText(this.#view, this.#text, at, end);
  }

  /**
   * The digits of the next field as an exact amount; `null`, with nothing read, where it is not one to fifteen of
   * them.
   */
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
    const outer = this.enter();
    const value = read(this);
    this.leave(outer);
    return value;
  }

  /** The two halves of `message`: goes into the message, and gives what `leave` is to be told behind it. */
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
