import type { RequestHandler } from 'express';
import { ApiError } from '../errors.js';

/** Of two of them a proxy in front could go by one and this server by the other. */
const SINGLE = { host: 'Host', 'content-type': 'Content-Type' } as const;

/**
 * Refuses requests without a Host header, which HTTP/1.1 demands (RFC 9112, 3.2; Node would refuse them itself, with an
 * empty body), and those with two headers of which there can be one. Node keeps the first of two and says nothing.
 * Two `Authorization` headers are a 401 (bearer-token.ts), two `Content-Length` do not get past the parser.
 */
export const singleHeaders: RequestHandler = (req, _res, next) => {
  if (req.httpVersion === '1.1' && req.headers.host === undefined)
    throw new ApiError('bad_request', { details: 'The Host header is missing.' });
  for (const [name, title] of Object.entries(SINGLE))
    if ((req.headersDistinct[name]?.length ?? 0) > 1)
      throw new ApiError('bad_request', { details: `The request has more than one ${title} header.` });
  next();
};
