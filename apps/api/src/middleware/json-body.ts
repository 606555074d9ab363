import type { Request, RequestHandler } from 'express';
import { ApiError, invalidRequest } from '../errors.js';
import { jsonFault } from './json-fault.js';
import { readBody } from './read-body.js';

/** No request of the API is nested deeper than two levels. */
const MAX_DEPTH = 16;

const JSON_TYPE = /^application\/json\s*(;\s*charset\s*=\s*("utf-8"|utf-8)\s*)?;?\s*$/i;

/**
 * Reads a JSON body into `req.body`: 415, then 413, then 400, in this order.
 * @param isRequired false: a request without a body is one with an empty object
 */
export function jsonBody(limitBytes: number, isRequired: boolean): RequestHandler {
  return async (req, _res, next) => {
    if (!isRequired && !hasBody(req)) {
      req.body = {};
      next();
      return;
    }
    const { 'content-type': type, 'content-encoding': encoding } = req.headers;
    // Compressed bodies are refused, because a small one can expand to a large one.
    if (type === undefined || !JSON_TYPE.test(type) || (encoding !== undefined && encoding !== 'identity'))
      throw new ApiError('unsupported_media_type', {
        details: 'Send the body with Content-Type: application/json, in UTF-8, without Content-Encoding.',
      });
    req.body = parseJson(await readBody(req, limitBytes));
    next();
  };
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Values other than objects are refused by the schema, with the field's name. */
function parseJson(bytes: Uint8Array): unknown {
  if (depthOf(bytes) > MAX_DEPTH) throw invalidBody(`expected at most ${MAX_DEPTH} levels`);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalidBody('expected JSON in UTF-8');
  }
  try {
    return JSON.parse(text);
  } catch {
    throw invalidBody(`expected JSON${jsonFault(text)}`);
  }
}

/**
 * Counts brackets outside of strings before parsing. It works on bytes: in UTF-8 no multi-byte character
 * contains a bracket.
 */
function depthOf(bytes: Uint8Array): number {
  let deepest = 0;
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
      if (depth > deepest) deepest = depth;
    } else if (byte === 0x7d || byte === 0x5d) depth -= 1;
  }
  return deepest;
}

function invalidBody(what: string): ApiError {
  return invalidRequest(`body: ${what}`);
}
