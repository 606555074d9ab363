/**
 * Reads the framing of a CARv1 file: a header, then sections of length (varint), CID and bytes, each verified against
 * its CID. No CAR library is used, because sections must be bounded before they are in memory. Source:
 * https://ipld.io/specs/transport/car/carv1/
 */
import { createHash } from 'node:crypto';
import { decode } from '@ipld/dag-cbor';
import { CID } from 'multiformats/cid';
import { ChainDataError } from './errors.js';

/** A verified node; `key` is the hex SHA-256 that its CID holds. */
export interface CarSection {
  key: string;
  bytes: Uint8Array;
}

const CID_BYTES = 36;
const MAX_HEADER_BYTES = 64 * 1024;

/**
 * Yields the sections of a CAR file in order, each at most `maxSectionBytes` long. Throws `ChainDataError`: `malformed`
 * for bytes that are not a CAR, differ from their CID or exceed the limit; `incomplete` if the file ends before the
 * root that its header promises. Errors of the source pass through.
 */
export async function* readCarSections(
  chunks: AsyncIterable<Uint8Array>,
  maxSectionBytes: number,
): AsyncGenerator<CarSection> {
  const input = new ChunkReader(chunks);
  try {
    const missingRoots = new Set(readRoots(await input.lengthPrefixed(MAX_HEADER_BYTES)));
    for (;;) {
      const section = await input.lengthPrefixed(maxSectionBytes);
      if (section === null) break;
      const key = cidKey(section.subarray(0, CID_BYTES));
      const bytes = section.subarray(CID_BYTES);
      if (createHash('sha256').update(bytes).digest('hex') !== key)
        throw malformed(`a node of ${bytes.length} bytes differs from its CID`);
      missingRoots.delete(key);
      yield { key, bytes };
    }
    if (missingRoots.size > 0)
      throw new ChainDataError('incomplete', 'the CAR file ends before its root node');
  } finally {
    await input.close();
  }
}

/** Returns the hex SHA-256 of a CID. Throws `malformed` unless it is a v1 CID of dag-cbor with SHA-256. */
export function cidKey(cid: Uint8Array): string {
  if (cid.length !== CID_BYTES || cid[0] !== 0x01 || cid[1] !== 0x71 || cid[2] !== 0x12 || cid[3] !== 0x20)
    throw malformed('a CID that is not v1, dag-cbor, SHA-256');
  return Buffer.from(cid.buffer, cid.byteOffset + 4, 32).toString('hex');
}

function readRoots(header: Uint8Array | null): string[] {
  if (header === null) throw malformed('it is empty');
  let value: unknown;
  try {
    value = decode(header);
  } catch (cause) {
    throw new ChainDataError('malformed', 'not a CAR file: its header is not dag-cbor', { cause });
  }
  const { version, roots } = (value ?? {}) as { version?: unknown; roots?: unknown };
  if (version === 2) throw new ChainDataError('unsupported', 'a CAR file of version 2');
  if (version !== 1 || !Array.isArray(roots)) throw malformed('its header has no version 1 and roots');
  return roots.map((root: unknown) => {
    const cid = CID.asCID(root);
    if (cid === null) throw malformed('a root that is not a CID');
    return cidKey(cid.bytes);
  });
}

/** Buffers chunks of any size and returns the requested lengths. */
class ChunkReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #chunks: Uint8Array[] = [];
  #available = 0;
  #isEnded = false;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Returns the bytes after a varint length; null at the end of the input. */
  async lengthPrefixed(maxBytes: number): Promise<Uint8Array | null> {
    let length = 0;
    for (let shift = 0; ; shift += 7) {
      if (this.#available === 0 && !(await this.#fill(1))) {
        if (shift === 0) return null;
        throw malformed('it ends within a length');
      }
      const byte = this.#take(1)[0]!;
      // 2^35 exceeds every limit; a zero at the end would be a longer form of the same length.
      if (shift > 28 || (byte === 0 && shift > 0)) throw malformed('a length that is no varint');
      length += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) break;
    }
    if (length > maxBytes) throw malformed(`a section of ${length} bytes, more than ${maxBytes}`);
    if (this.#available < length && !(await this.#fill(length))) throw malformed('it ends within a section');
    return this.#take(length);
  }

  async close(): Promise<void> {
    if (!this.#isEnded) await this.#source.return?.();
  }

  async #fill(wanted: number): Promise<boolean> {
    while (this.#available < wanted) {
      const { done, value } = await this.#source.next();
      if (done === true) {
        this.#isEnded = true;
        return false;
      }
      if (value.length === 0) continue;
      // Converted from Buffer, whose `slice` would keep the whole chunk in memory with each decoded node.
      this.#chunks.push(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
      this.#available += value.length;
    }
    return true;
  }

  #take(length: number): Uint8Array {
    this.#available -= length;
    const first = this.#chunks[0];
    if (first !== undefined && first.length > length) {
      this.#chunks[0] = first.subarray(length);
      return first.subarray(0, length);
    }
    const taken = new Uint8Array(length);
    let at = 0;
    let used = 0;
    while (at < length) {
      const chunk = this.#chunks[used]!;
      const part = chunk.subarray(0, length - at);
      taken.set(part, at);
      at += part.length;
      if (part.length < chunk.length) this.#chunks[used] = chunk.subarray(part.length);
      else used++;
    }
    this.#chunks.splice(0, used);
    return taken;
  }
}

function malformed(what: string): ChainDataError {
  return new ChainDataError('malformed', `not a CAR file: ${what}`);
}
