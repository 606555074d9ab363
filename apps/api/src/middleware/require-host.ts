import type { RequestHandler } from 'express';
import { ApiError } from '../errors.js';

/** HTTP/1.1 demands a Host header (RFC 9112, 3.2). Node would refuse its absence itself, with an empty body. */
export const requireHost: RequestHandler = (req, _res, next) => {
  if (req.httpVersion === '1.1' && req.headers.host === undefined)
    throw new ApiError('bad_request', { details: 'The Host header is missing.' });
  next();
};
