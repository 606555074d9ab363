import { createReadStream } from 'node:fs';

/** A longer message means a corrupt file: the largest blocks have some tens of megabytes. */
const LONGEST_MESSAGE_BYTES = 512 << 20;

/**
 * Reads the messages of a Geyser recording, each preceded by its length as big-endian u32. Streams, so a file may be
 * larger than memory. A truncated file ends with its last whole message and a call of `onCutOff`. Throws a `RangeError`
 * on an impossible length.
 */
export async function* readRecording(
  path: string,
  onCutOff: (missingBytes: number) => void,
): AsyncGenerator<Buffer> {
  let pending: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { highWaterMark: 4 << 20 })) {
    pending = pending.length === 0 ? (chunk as Buffer) : Buffer.concat([pending, chunk as Buffer]);
    let offset = 0;
    while (pending.length - offset >= 4) {
      const length = pending.readUInt32BE(offset);
      if (length > LONGEST_MESSAGE_BYTES)
        throw new RangeError(`${path} is no recording: a message of ${length} bytes`);
      if (pending.length - offset - 4 < length) break;
      // Copied: otherwise each kept message would keep its whole chunk in memory.
      yield Buffer.from(pending.subarray(offset + 4, offset + 4 + length));
      offset += 4 + length;
    }
    pending = pending.subarray(offset);
  }
  if (pending.length > 0)
    onCutOff(pending.length < 4 ? 4 - pending.length : pending.readUInt32BE(0) + 4 - pending.length);
}
