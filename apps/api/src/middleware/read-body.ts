import type { IncomingMessage } from 'node:http';
import { ApiError } from '../errors.js';

/**
 * How much of a too large body is still read and discarded. If the connection closed while the caller is
 * sending, the caller would see a broken connection instead of the 413.
 */
const PATIENCE_BYTES = 1_048_576;

/** Reads the bytes of a request's body. Throws 413 beyond the limit, and keeps nothing of such a body. */
export async function readBody(req: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const announced = Number(req.headers['content-length'] ?? 0);
  if (announced > limitBytes + PATIENCE_BYTES) throw tooLarge(limitBytes);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limitBytes + PATIENCE_BYTES) throw tooLarge(limitBytes);
      if (size <= limitBytes) chunks.push(chunk);
      else chunks.length = 0;
    }
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError('bad_request', { details: 'The body ended early.', cause: error });
  }
  if (size > limitBytes) throw tooLarge(limitBytes);
  return Buffer.concat(chunks, size);
}

function tooLarge(limitBytes: number): ApiError {
  return new ApiError('payload_too_large', {
    details: `The body is larger than ${limitBytes} bytes.`,
    // The rest of the body is not read.
    headers: { Connection: 'close' },
  });
}
