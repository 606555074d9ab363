import type { RequestHandler } from 'express';
import { ApiError } from '../errors.js';
import { isOfExplorer } from '../explorer/explorer-paths.js';
import type { Metrics } from '../metrics.js';
import type { EventLoopLag } from './event-loop-lag.js';

/** Far above what the answers of this process need, and below the patience of a caller. */
const MOST_LAG_MS = 300;
const RETRY_AFTER_SECONDS = 2;
/** Health checks: a process that is busy must not look like one that hangs. */
const ALWAYS_ANSWERED: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/**
 * Refuses requests while the event loop is late: each one that is accepted then makes all others later. The explorer gets
 * its files: without one its page stays blank.
 */
export function shedLoad({ lag, metrics }: { lag: EventLoopLag; metrics: Metrics }): RequestHandler {
  return (req, _res, next) => {
    if (lag.nowMs() <= MOST_LAG_MS || ALWAYS_ANSWERED.has(req.path) || isOfExplorer(req.path)) {
      next();
      return;
    }
    metrics.shedRequests.inc();
    throw new ApiError('unavailable', {
      details: 'The server has more requests than it can answer.',
      retryAfterSeconds: RETRY_AFTER_SECONDS,
      internal: `request refused: the event loop is ${Math.round(lag.nowMs())} ms late`,
    });
  };
}
