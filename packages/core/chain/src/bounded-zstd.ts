import { Decompress } from 'fzstd';
import { ChainDataError } from './errors.js';

/** Decoders must support at least 8 MiB (RFC 8878, 3.1.1.1.2); `zstd --ultra` uses up to 128 MiB. */
const MAX_WINDOW_BYTES = 128 * 1024 * 1024;

/** Whether the bytes start a zstd frame. */
export function isZstd(bytes: Uint8Array): boolean {
  return bytes[0] === 0x28 && bytes[1] === 0xb5 && bytes[2] === 0x2f && bytes[3] === 0xfd;
}

/**
 * Decompresses one zstd frame (RFC 8878) of at most `maxBytes`; a larger one is rejected before it is in memory. Throws
 * `ChainDataError('malformed')` for that, and for anything but exactly one whole frame. Does not verify the frame's
 * checksum, because the archive has its own.
 */
export function decompressZstd(bytes: Uint8Array, maxBytes: number): Uint8Array {
  const { contentBytes } = checkFrame(bytes, maxBytes);
  const parts: Uint8Array[] = [];
  let length = 0;
  const stream = new Decompress((part) => {
    length += part.length;
    if (length > maxBytes) throw malformed(`more than ${maxBytes} bytes of content`);
    // Keeping the parts is safe: the decoder does not overwrite them, although one may be a view of a larger buffer.
    parts.push(part);
  });
  try {
    stream.push(bytes, true);
  } catch (cause) {
    if (cause instanceof ChainDataError) throw cause;
    throw new ChainDataError('malformed', 'not a zstd frame', { cause });
  }
  if (contentBytes !== null && contentBytes !== length)
    throw malformed(`${length} bytes of content where its header says ${contentBytes}`);
  return concat(parts, length);
}

/**
 * Validates the frame header and block headers first. The decoder would allocate any window and blocks that they claim,
 * accept several frames, and not detect truncated input.
 */
function checkFrame(bytes: Uint8Array, maxBytes: number): { contentBytes: number | null } {
  if (!isZstd(bytes)) throw malformed('no magic number');
  const descriptor = byteAt(bytes, 4);
  if ((descriptor & 0b1011) !== 0) throw malformed('reserved bit or dictionary');
  const isSingleSegment = (descriptor & 0x20) !== 0;
  let at = isSingleSegment ? 5 : 6;
  const sizeFlag = descriptor >> 6;
  const sizeBytes = sizeFlag === 0 ? (isSingleSegment ? 1 : 0) : 1 << sizeFlag;
  let contentBytes: number | null = null;
  if (sizeBytes > 0) {
    contentBytes = sizeBytes === 2 ? 256 : 0;
    for (let i = 0; i < sizeBytes; i++) contentBytes += byteAt(bytes, at + i) * 2 ** (8 * i);
    if (contentBytes > maxBytes) throw malformed(`${contentBytes} bytes of content`);
  }
  if (!isSingleSegment) {
    const window = byteAt(bytes, 5);
    const base = 2 ** (10 + (window >> 3));
    if (base + (base / 8) * (window & 7) > MAX_WINDOW_BYTES) throw malformed('its window is too large');
  }
  at += sizeBytes;
  for (let isLast = false; !isLast; ) {
    const header = byteAt(bytes, at) | (byteAt(bytes, at + 1) << 8) | (byteAt(bytes, at + 2) << 16);
    isLast = (header & 1) === 1;
    const isRunLength = ((header >> 1) & 3) === 1;
    if (header >> 3 > 128 * 1024) throw malformed('a block is too large');
    at += 3 + (isRunLength ? 1 : header >> 3);
  }
  if ((descriptor & 4) !== 0) at += 4;
  if (at !== bytes.length) throw malformed(`${bytes.length} bytes where its blocks take ${at}`);
  return { contentBytes };
}

function byteAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at];
  if (byte === undefined) throw malformed('it ends early');
  return byte;
}

function concat(parts: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function malformed(what: string): ChainDataError {
  return new ChainDataError('malformed', `not a zstd frame: ${what}`);
}
