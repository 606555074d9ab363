import { decompressZstd, isZstd } from './bounded-zstd.js';
import type { CarNode, DataFrame } from './car-nodes.js';
import { ChainDataError } from './errors.js';
import { matchesFrameChecksum } from './frame-checksum.js';

const MAX_FRAMES = 65_536;

/**
 * Assembles the payloads of one block within a total byte limit, so that a small archive cannot decompress to more than
 * memory holds.
 */
export class PayloadReader {
  readonly #nodes: ReadonlyMap<string, CarNode>;
  #bytesLeft: number;

  constructor(nodes: ReadonlyMap<string, CarNode>, maxBytes: number) {
    this.#nodes = nodes;
    this.#bytesLeft = maxBytes;
  }

  /**
   * Reads the payload that starts in `first`: its frames in order of their index, checked against count and checksum
   * where the frame states them. Throws `ChainDataError`: `incomplete` if a frame is missing, otherwise `malformed`.
   */
  read(first: DataFrame): Uint8Array {
    const frames = first.next.length === 0 ? [first] : this.#gather(first);
    if (first.total !== null && first.total !== frames.length && !(first.total === 0 && frames.length === 1))
      throw malformed(`${frames.length} frames where ${first.total} belong`);
    const length = frames.reduce((sum, frame) => sum + frame.data.length, 0);
    this.#spend(length);
    const payload = frames.length === 1 ? first.data : joinFrames(frames, length);
    if (first.checksum !== null && !matchesFrameChecksum(payload, first.checksum))
      throw malformed('its checksum differs');
    return payload;
  }

  /** Like `read`, decompressed if it is zstd. */
  readCompressed(first: DataFrame): Uint8Array {
    const payload = this.read(first);
    if (!isZstd(payload)) return payload;
    const content = decompressZstd(payload, this.#bytesLeft);
    this.#spend(content.length);
    return content;
  }

  #gather(first: DataFrame): DataFrame[] {
    const frames: DataFrame[] = [];
    const waiting = [first];
    for (let frame = waiting.pop(); frame !== undefined; frame = waiting.pop()) {
      frames.push(frame);
      if (frames.length + waiting.length + frame.next.length > MAX_FRAMES) throw malformed('too many frames');
      for (const key of frame.next) {
        const node = this.#nodes.get(key);
        if (node === undefined)
          throw new ChainDataError('incomplete', 'a data frame is missing from the archive');
        if (node.kind !== 'frame') throw malformed('it links to something other than a frame');
        waiting.push(node.frame);
      }
    }
    frames.sort((left, right) => (left.index ?? 0) - (right.index ?? 0));
    if (frames.some((frame, index) => (frame.index ?? 0) !== index))
      throw malformed('the indexes of its frames have gaps');
    return frames;
  }

  #spend(bytes: number): void {
    this.#bytesLeft -= bytes;
    if (this.#bytesLeft < 0) throw malformed("the block's payloads exceed the limit");
  }
}

function joinFrames(frames: readonly DataFrame[], length: number): Uint8Array {
  const payload = new Uint8Array(length);
  let at = 0;
  for (const frame of frames) {
    payload.set(frame.data, at);
    at += frame.data.length;
  }
  return payload;
}

function malformed(what: string): ChainDataError {
  return new ChainDataError('malformed', `not a payload: ${what}`);
}
