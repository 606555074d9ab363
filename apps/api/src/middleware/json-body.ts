import express, { type RequestHandler } from 'express';
import { ApiError } from '../errors.js';

/** No request of the interface is nested deeper than two levels. */
const MAX_DEPTH = 16;

const JSON_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?;?\s*$/i;

/** Reads a JSON body into `req.body`: 415, then 413, then 400, in this order. */
export function jsonBody(limitBytes: number): RequestHandler[] {
  const read = express.json({
    limit: limitBytes,
    // What is no object is for the schema to refuse, with the field's name.
    strict: false,
    // A small compressed body can be a large one.
    inflate: false,
    type: () => true,
    verify: (_req, _res, bytes) => checkDepth(bytes),
  });
  return [
    requireJson,
    (req, res, next) => {
      read(req, res, (error?: unknown) =>
        next(error === undefined ? undefined : bodyError(error, limitBytes)),
      );
    },
  ];
}

const requireJson: RequestHandler = (req, _res, next) => {
  const type = req.headers['content-type'];
  const encoding = req.headers['content-encoding'];
  if (type === undefined || !JSON_TYPE.test(type) || (encoding !== undefined && encoding !== 'identity'))
    throw new ApiError('unsupported_media_type', {
      details: 'Send the body with Content-Type: application/json, in UTF-8, without Content-Encoding.',
    });
  next();
};

/** Counts brackets outside of strings. Run before parsing, on bytes: UTF-8 has no bracket inside a character. */
function checkDepth(bytes: Uint8Array): void {
  let depth = 0;
  let isText = false;
  for (let i = 0; i < bytes.length; i += 1) {
    const byte = bytes[i];
    if (isText) {
      if (byte === 0x5c) i += 1;
      else if (byte === 0x22) isText = false;
    } else if (byte === 0x22) isText = true;
    else if (byte === 0x7b || byte === 0x5b) {
      depth += 1;
      if (depth > MAX_DEPTH) throw invalidBody(`expected at most ${MAX_DEPTH} levels`);
    } else if (byte === 0x7d || byte === 0x5d) depth -= 1;
  }
}

/** body-parser tells its errors apart by `type` (its README, "Errors"). */
function bodyError(error: unknown, limitBytes: number): unknown {
  if (error instanceof ApiError) return error;
  const { type } = error as { type?: string };
  switch (type) {
    case 'entity.too.large':
      return new ApiError('payload_too_large', {
        details: `The body is larger than ${limitBytes} bytes.`,
        // What is left of the body is not worth reading.
        headers: { Connection: 'close' },
      });
    case 'entity.parse.failed':
      return invalidBody('expected JSON');
    case 'request.size.invalid':
      return invalidBody('expected as many bytes as Content-Length says');
    case 'request.aborted':
      return new ApiError('bad_request', { details: 'The body ended early.' });
    case 'entity.verify.failed':
      return (error as { cause?: unknown }).cause ?? invalidBody('expected JSON');
    default:
      return error;
  }
}

function invalidBody(what: string): ApiError {
  return new ApiError('validation_failed', { details: [`body: ${what}`] });
}
