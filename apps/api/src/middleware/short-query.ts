import type { RequestHandler } from 'express';
import { ApiError } from '../errors.js';

/** The longest legitimate query has four addresses. Paths need no limit: one that is too long does not exist. */
const MAX_QUERY_CHARS = 2_048;

export const shortQuery: RequestHandler = (req, _res, next) => {
  const { originalUrl } = req;
  const start = originalUrl.indexOf('?');
  if (start !== -1 && originalUrl.length - start - 1 > MAX_QUERY_CHARS)
    throw new ApiError('uri_too_long', {
      details: `The query of the URL is longer than ${MAX_QUERY_CHARS} characters.`,
    });
  next();
};
