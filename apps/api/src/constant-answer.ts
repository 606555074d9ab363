import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';

const BROTLI_QUALITY = 9;
/** Types that compress well; fonts and most pictures are compressed already. */
const COMPRESSIBLE = /^(text\/|application\/json|image\/svg)/;

type Encoding = 'br' | 'gzip' | 'identity';

/** An answer that is the same for every caller: its bytes are hashed once, and compressed once for each encoding. */
export interface ConstantAnswer {
  type: string;
  /** Identifies the bytes, in any encoding. */
  hash: string;
  /** The bytes in this encoding, made at the first request for it: most are never asked for. */
  encoded(encoding: Encoding): Promise<Buffer>;
}

export function constantAnswer(type: string, bytes: Buffer): ConstantAnswer {
  const compress: Record<Encoding, () => Promise<Buffer>> = {
    identity: async () => bytes,
    gzip: () => promisify(gzip)(bytes),
    br: () =>
      promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  };
  const made = new Map<Encoding, Promise<Buffer>>();
  return {
    type,
    hash: createHash('sha256').update(bytes).digest('base64url'),
    encoded(encoding) {
      const known = made.get(encoding) ?? compress[encoding]();
      made.set(encoding, known);
      return known;
    },
  };
}

/** Sends the answer in the best encoding that the client accepts; 304 without a body to a client that has it already. */
export async function sendConstant(answer: ConstantAnswer, req: Request, res: Response): Promise<void> {
  const isCompressible = COMPRESSIBLE.test(answer.type);
  const encoding = isCompressible ? encodingFor(req) : 'identity';
  if (isCompressible) res.vary('Accept-Encoding');
  if (encoding !== 'identity') res.set('Content-Encoding', encoding);
  // A strong tag names the bytes as they are sent.
  res.set({ 'Content-Type': answer.type, ETag: `"${answer.hash}-${encoding}"` });
  res.send(await answer.encoded(encoding));
}

/** Prefers brotli wherever it is accepted: browsers list it behind gzip, with the same weight. */
function encodingFor(req: Request): Encoding {
  for (const encoding of ['br', 'gzip'] as const)
    if (req.acceptsEncodings(encoding) === encoding) return encoding;
  return 'identity';
}
