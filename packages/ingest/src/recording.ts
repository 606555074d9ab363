import { ChainDataError, decodeGeyserUpdate, type GeyserUpdate } from '@tickscope/chain';

/** A whole-block message of the busiest block is some tens of MiB. */
export const MAX_MESSAGE_BYTES = 256 * 1024 * 1024;

export type RecordedMessage = { kind: 'update'; update: GeyserUpdate } | { kind: 'garbage'; reason: string };

/**
 * The messages of a Geyser recording: each is a `SubscribeUpdate` after its length as u32 big-endian. A message
 * that does not decode comes out as garbage and reading goes on: lengths still tell where the next one is.
 * Throws `ChainDataError('malformed')` when the file ends inside a message or a length cannot be true.
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

/** Cuts a byte stream into its length-prefixed messages, holding no more than one message and one chunk. */
async function* readFrames(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = [];
  let held = 0;
  let needed = 4;
  for await (const chunk of chunks) {
    parts.push(chunk);
    held += chunk.length;
    if (held < needed) continue;
    const bytes = parts.length === 1 ? chunk : Buffer.concat(parts, held);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let at = 0;
    for (;;) {
      if (held - at < 4) {
        needed = 4;
        break;
      }
      const size = view.getUint32(at);
      if (size > MAX_MESSAGE_BYTES)
        throw new ChainDataError('malformed', `recording: a message of ${size} bytes cannot be`);
      needed = 4 + size;
      if (held - at < needed) break;
      yield bytes.subarray(at + 4, at + needed);
      at += needed;
    }
    // Views handed out stay valid: the rest is copied, not moved.
    parts = at === held ? [] : [Uint8Array.prototype.slice.call(bytes, at)];
    held -= at;
  }
  if (held > 0)
    throw new ChainDataError(
      'malformed',
      `recording: it ends ${needed - held} bytes before the end of a message`,
    );
}
