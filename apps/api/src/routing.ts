import { type RequestHandler, Router } from 'express';
import { ApiError } from './errors.js';

/** A router whose paths are exact: one path, one resource. */
export function exactRouter(): Router {
  return Router({ caseSensitive: true, strict: true });
}

export function methodNotAllowed(allowed: readonly string[]): RequestHandler {
  const allow = allowed.join(', ');
  return (req) => {
    throw new ApiError('method_not_allowed', {
      details: `This path takes ${allow}, not ${req.method}.`,
      headers: { Allow: allow },
    });
  };
}

export const notFound: RequestHandler = () => {
  throw new ApiError('not_found', { details: 'No such path. The interface is described at /docs.' });
};
