import type { ErrorRequestHandler } from 'express';
import { ApiError, errorBody, errorHeaders, toApiError } from '../errors.js';
import { contextOf } from '../request-context.js';

/** Answers whatever was thrown with the envelope, and logs what is ours to fix. */
export const errorHandler: ErrorRequestHandler = (thrown, _req, res, _next) => {
  const { id, log, signal } = contextOf(res);
  const error = isMalformedPath(thrown)
    ? new ApiError('validation_failed', { details: ['path: expected valid percent-encoding'] })
    : toApiError(thrown);
  if (error.status >= 500 && !res.destroyed) {
    const isOurs = error.code === 'internal';
    log[isOurs ? 'error' : 'warn']({ err: error.options.cause ?? error, code: error.code }, error.message);
  }
  if (res.destroyed || (signal.aborted && res.headersSent)) return;
  if (res.headersSent) {
    // Half an answer must not look like a whole one.
    res.destroy();
    return;
  }
  res.status(error.status).set(errorHeaders(error)).json(errorBody(error, id));
};

/** What the router throws for a path such as `/transaction/%zz`. */
function isMalformedPath(thrown: unknown): boolean {
  return thrown instanceof URIError;
}
