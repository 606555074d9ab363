import { Transform } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { decompressZstd } from '@tickscope/chain';

/** Encodings that a Yellowstone server and its clients agree on. */
export type Encoding = 'gzip' | 'zstd';

const HEADER_BYTES = 5;
const MOST_REQUEST_BYTES = 4 << 20;
const MOST_BLOCK_BYTES = 128 * 1024;

/** Rewrites the messages of a gRPC stream, each after its flag and length. @param recode `flag`: it was compressed */
export function recodedFrames(
  recode: (message: Buffer, flag: boolean) => { message: Uint8Array; flag: boolean },
): Transform {
  let rest: Buffer = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      // One write for all messages of a chunk: see `coalescing-call.ts`.
      const parts: Uint8Array[] = [];
      while (rest.length >= HEADER_BYTES) {
        const end = HEADER_BYTES + rest.readUInt32BE(1);
        if (rest.length < end) break;
        const { message, flag } = recode(rest.subarray(HEADER_BYTES, end), rest[0] === 1);
        const header = Buffer.alloc(HEADER_BYTES);
        header[0] = flag ? 1 : 0;
        header.writeUInt32BE(message.length, 1);
        parts.push(header, message);
        rest = rest.subarray(end);
      }
      done(null, parts.length === 0 ? undefined : Buffer.concat(parts));
    },
  });
}

export function decoded(message: Buffer, encoding: string | undefined): Uint8Array {
  if (encoding === 'gzip') return gunzipSync(message);
  return encoding === 'zstd' ? decompressZstd(message, MOST_REQUEST_BYTES) : message;
}

export function encoded(message: Buffer, encoding: Encoding): Uint8Array {
  return encoding === 'gzip' ? gzipSync(message, { level: 1 }) : zstdFrame(message);
}

/** A zstd frame of raw blocks (RFC 8878, 3.1.1): valid for every decoder, and no smaller than its content. */
function zstdFrame(content: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32LE(0xfd2fb528, 0);
  // Content size in 8 bytes, single segment, no checksum, no dictionary.
  header[4] = 0b1110_0000;
  header.writeBigUInt64LE(BigInt(content.length), 5);
  const parts: Buffer[] = [header];
  for (let at = 0; at === 0 || at < content.length; at += MOST_BLOCK_BYTES) {
    const block = content.subarray(at, at + MOST_BLOCK_BYTES);
    const isLast = at + MOST_BLOCK_BYTES >= content.length;
    const blockHeader = Buffer.alloc(3);
    blockHeader.writeUIntLE((block.length << 3) | (isLast ? 1 : 0), 0, 3);
    parts.push(blockHeader, block);
  }
  return Buffer.concat(parts);
}
