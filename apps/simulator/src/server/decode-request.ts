import { SubscribeRequest } from '@triton-one/yellowstone-grpc';
import { lengthField, wireField, wireFields } from '../chain/wire.js';

/** The maps of filters by name in geyser.proto `SubscribeRequest`. */
const FILTER_MAPS = new Set([1, 2, 3, 4, 5, 8, 10]);
const EMPTY_VALUE = Uint8Array.of(0x12, 0);

/**
 * Decodes a request. Rust clients (the Node package's native part is one) leave a map entry's value out when
 * it is empty, `slots: { a: {} }`; the package's JavaScript codec then drops the entry. So it is put back.
 * Throws a `RangeError` on bytes that are not protobuf.
 */
export function decodeSubscribeRequest(bytes: Uint8Array): SubscribeRequest {
  const fields = Array.from(wireFields(bytes), (field) =>
    FILTER_MAPS.has(field.number) && wireField(field.bytes, 2) === null
      ? lengthField(field.number, field.bytes, EMPTY_VALUE)
      : field.raw,
  );
  return SubscribeRequest.decode(Buffer.concat(fields));
}
