import type { RequestHandler } from 'express';
import { ApiError } from '../errors.js';

/** With two of these, a proxy in front could use one and this server the other. */
const SINGLE = { host: 'Host', 'content-type': 'Content-Type' } as const;

/**
 * Refuses requests without a Host header, which HTTP/1.1 requires (RFC 9112, 3.2; Node itself would refuse them
 * with an empty body), and requests that repeat one of these headers, of which Node silently keeps the first.
 * Two `Authorization` headers are a 401 (bearer-token.ts); the parser refuses two `Content-Length` headers.
 */
export const singleHeaders: RequestHandler = (req, _res, next) => {
  if (req.httpVersion === '1.1' && req.headers.host === undefined)
    throw new ApiError('bad_request', { details: 'The Host header is missing.' });
  for (const [name, title] of Object.entries(SINGLE))
    if ((req.headersDistinct[name]?.length ?? 0) > 1)
      throw new ApiError('bad_request', { details: `The request has more than one ${title} header.` });
  next();
};
