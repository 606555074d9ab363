/** The parts of the protobuf wire format needed to inspect messages without decoding them. */

export interface WireField {
  number: number;
  wireType: number;
  /** The whole field: key, length and value. */
  raw: Uint8Array;
  /** Value of a length-delimited field; empty for others. */
  bytes: Uint8Array;
  /** Value of a varint field below 2^53; 0 for others. */
  value: number;
}

/** Yields every field of a message in order. Throws a `RangeError` if it is malformed. */
export function* wireFields(message: Uint8Array): Generator<WireField> {
  let position = 0;
  const varint = (): number => {
    let result = 0;
    let scale = 1;
    for (let count = 0; count < 10; count += 1) {
      const byte = message[position];
      if (byte === undefined) throw new RangeError('protobuf message is cut off');
      position += 1;
      result += (byte & 0x7f) * scale;
      scale *= 128;
      if (byte < 0x80) return result;
    }
    throw new RangeError('protobuf varint is too long');
  };
  while (position < message.length) {
    const start = position;
    const key = varint();
    const number = Math.floor(key / 8);
    const wireType = key % 8;
    let value = 0;
    let bytes: Uint8Array = NOTHING;
    if (wireType === 0) value = varint();
    else if (wireType === 1) position += 8;
    else if (wireType === 5) position += 4;
    else if (wireType === 2) {
      const length = varint();
      if (position + length > message.length) throw new RangeError('protobuf message is cut off');
      bytes = message.subarray(position, position + length);
      position += length;
    } else throw new RangeError(`protobuf wire type ${wireType} is not known`);
    if (number === 0 || position > message.length) throw new RangeError('protobuf message is cut off');
    yield { number, wireType, raw: message.subarray(start, position), bytes, value };
  }
}

const NOTHING: Uint8Array = new Uint8Array(0);

/** Returns the first field with this number, or null. */
export function wireField(message: Uint8Array, number: number): WireField | null {
  for (const field of wireFields(message)) if (field.number === number) return field;
  return null;
}

function encodeVarint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) | 0x80);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
  return Uint8Array.from(bytes);
}

/** Encodes a varint field; empty for 0, as in proto3. */
export function varintField(number: number, value: number): Uint8Array {
  return value === 0 ? NOTHING : Buffer.concat([encodeVarint(number * 8), encodeVarint(value)]);
}

/** A length-delimited field of these parts. */
export function lengthField(number: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([encodeVarint(number * 8 + 2), encodeVarint(length), ...parts]);
}

/** `google.protobuf.Timestamp`. */
export function timestamp(unixMs: number): Uint8Array {
  const seconds = Math.floor(unixMs / 1000);
  return Buffer.concat([
    varintField(1, seconds),
    varintField(2, Math.round((unixMs - seconds * 1000) * 1e6)),
  ]);
}
