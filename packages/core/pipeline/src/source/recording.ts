import { ChainDataError, decodeGeyserUpdate, type GeyserUpdate } from '@tickscope/chain';

/** A whole-block message of the busiest block is some tens of MiB. */
export const MAX_MESSAGE_BYTES = 256 * 1024 * 1024;

export type RecordedMessage = { kind: 'update'; update: GeyserUpdate } | { kind: 'garbage'; reason: string };

/**
 * Reads the messages of a Geyser recording, each a `SubscribeUpdate` preceded by its length as big-endian u32. A
 * message that does not decode is returned as garbage and reading continues, because the lengths still locate the next
 * message. Throws `ChainDataError('malformed')` if the file ends inside a message or a length is impossible.
 */
export async function* readRecording(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<RecordedMessage> {
  for await (const message of readFrames(chunks)) {
    let update: GeyserUpdate;
    try {
      update = decodeGeyserUpdate(message);
    } catch (error) {
      if (!(error instanceof ChainDataError)) throw error;
      yield { kind: 'garbage', reason: error.message };
      continue;
    }
    yield { kind: 'update', update };
  }
}

/**
 * Splits a byte stream into its length-prefixed messages, holding at most one message and one chunk. A message within
 * one chunk is a view of it; any other is copied once.
 */
async function* readFrames(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const head = new DataView(new ArrayBuffer(4));
  let headBytes = 0;
  let parts: Uint8Array[] = [];
  let missing = 0;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; ) {
      if (headBytes < 4) {
        head.setUint8(headBytes, chunk[at]!);
        headBytes += 1;
        at += 1;
        if (headBytes < 4) continue;
        missing = head.getUint32(0);
        if (missing > MAX_MESSAGE_BYTES)
          throw new ChainDataError('malformed', `recording: a message of ${missing} bytes cannot be`);
      }
      const part = chunk.subarray(at, at + missing);
      at += part.length;
      missing -= part.length;
      parts.push(part);
      if (missing > 0) continue;
      yield parts.length === 1 ? part : Buffer.concat(parts);
      parts = [];
      headBytes = 0;
    }
  }
  if (headBytes > 0)
    throw new ChainDataError(
      'malformed',
      `recording: it ends ${headBytes < 4 ? 4 - headBytes : missing} bytes before the end of a message`,
    );
}
