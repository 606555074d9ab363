import type { ErrorRequestHandler } from 'express';
import { errorBody, errorHeaders, invalidRequest, toApiError } from '../errors.js';
import { contextOf } from '../request-context.js';

/** Answers any thrown error with the envelope, and logs server errors. */
export const errorHandler: ErrorRequestHandler = (thrown, req, res, _next) => {
  const { id, log, signal, errorForm } = contextOf(res);
  const error = isMalformedPath(thrown)
    ? invalidRequest('path: expected valid percent-encoding')
    : toApiError(thrown);
  if (error.status >= 500 && !res.destroyed) {
    const isOurs = error.code === 'internal';
    log[isOurs ? 'error' : 'warn']({ err: error.options.cause ?? error, code: error.code }, error.message);
  }
  if (res.destroyed || (signal.aborted && res.headersSent)) return;
  if (res.headersSent) {
    // A truncated answer must not look complete.
    res.destroy();
    return;
  }
  const envelope = errorBody(error, id);
  const body = errorForm === undefined ? envelope : errorForm(envelope, error, req.body);
  res.status(error.status).set(errorHeaders(error)).json(body);
};

/** The router throws this for a path such as `/transaction/%zz`. */
function isMalformedPath(thrown: unknown): boolean {
  return thrown instanceof URIError;
}
