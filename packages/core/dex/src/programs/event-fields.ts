import { equalBytes } from '@tickscope/chain';

/** The tag of events that an Anchor program sends to itself; the event's own tag follows. */
const SELF_CALL_TAG = Buffer.from('e445a52e51cb9a1d', 'hex');

/** The fields of an event, one after the other, without gaps; numbers are little-endian. */
export class EventFields {
  readonly #data: Uint8Array;
  readonly #view: DataView;
  #at: number;

  private constructor(data: Uint8Array, at: number) {
    this.#data = data;
    this.#view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    this.#at = at;
  }

  /**
   * Null for data of another event, or of another length.
   *
   * @param tag the first eight bytes of SHA-256 of "event:" and the event's name
   * @param lengths possible lengths of the data, tags included
   */
  static of(data: Uint8Array, tag: Uint8Array, lengths: readonly number[]): EventFields | null {
    if (!lengths.includes(data.length)) return null;
    return equalBytes(data.subarray(0, tag.length), tag) ? new EventFields(data, tag.length) : null;
  }

  /** The tag of an event that an Anchor program sends to itself. */
  static selfCallTag(tag: string): Uint8Array {
    return Buffer.concat([SELF_CALL_TAG, Buffer.from(tag, 'hex')]);
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#data.length;
  }

  skip(bytes: number): void {
    this.#at += bytes;
  }

  key(): Uint8Array {
    this.#at += 32;
    return this.#data.subarray(this.#at - 32, this.#at);
  }

  u8(): number {
    this.#at += 1;
    return this.#data[this.#at - 1]!;
  }

  i32(): number {
    this.#at += 4;
    return this.#view.getInt32(this.#at - 4, true);
  }

  u64(): bigint {
    this.#at += 8;
    return this.#view.getBigUint64(this.#at - 8, true);
  }

  /** As floating point. */
  u128(): number {
    const low = Number(this.u64());
    return Number(this.u64()) * 2 ** 64 + low;
  }

  /** A root of a price, which programs store times 2^64. */
  root(): number {
    return this.u128() / 2 ** 64;
  }
}
