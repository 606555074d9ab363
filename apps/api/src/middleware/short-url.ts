import type { RequestHandler } from 'express';
import { ApiError } from '../errors.js';

/** No path of the interface is longer than 200 characters, and none has a query. */
const MAX_URL_CHARS = 2_048;

export const shortUrl: RequestHandler = (req, _res, next) => {
  if (req.originalUrl.length > MAX_URL_CHARS)
    throw new ApiError('uri_too_long', { details: `The URL is longer than ${MAX_URL_CHARS} characters.` });
  next();
};
