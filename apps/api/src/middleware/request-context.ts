import { randomUUID } from 'node:crypto';
import type { Logger } from '@tickscope/log';
import type { RequestHandler } from 'express';
import type { Metrics } from '../metrics.js';
import { setContext } from '../request-context.js';

const MAX_LOGGED_PATH = 200;

/**
 * Gives each request its id, its signal and its line in the log, and counts it.
 * The id is always ours: one that a caller could choose would be no key to the log.
 */
export function requestContext(options: {
  log: Logger;
  metrics: Metrics;
  /** Aborts when the server stops and cannot wait any longer. */
  cutOff: AbortSignal;
}): RequestHandler {
  const { log: parentLog, metrics, cutOff } = options;
  return (req, res, next) => {
    const id = randomUUID();
    const log = parentLog.child({ requestId: id });
    const gone = new AbortController();
    const context = { id, signal: AbortSignal.any([gone.signal, cutOff]), route: null, log };
    setContext(res, context);
    res.setHeader('X-Request-Id', id);

    const startedAt = performance.now();
    metrics.requestsInFlight.inc();
    res.once('close', () => {
      const isAnswered = res.writableFinished;
      if (!isAnswered) gone.abort();
      metrics.requestsInFlight.dec();
      const latencyMs = performance.now() - startedAt;
      // 499, as nginx has it: the caller left before the answer.
      const status = isAnswered ? res.statusCode : 499;
      const route = context.route ?? 'unmatched';
      metrics.requestSeconds.observe({ route, status: String(status) }, latencyMs / 1_000);
      const level = route in QUIET ? 'debug' : 'info';
      if (!log.isLevelEnabled(level)) return;
      log[level](
        {
          method: req.method,
          // Without the query, which no operation has, and where secrets are pasted by mistake.
          path: req.originalUrl.split('?', 1)[0]!.slice(0, MAX_LOGGED_PATH),
          route,
          status,
          latencyMs: Math.round(latencyMs * 10) / 10,
          address: req.ip,
        },
        'request',
      );
    });
    next();
  };
}

/** Asked every few seconds by machines. */
const QUIET: Readonly<Record<string, true>> = { healthz: true, readyz: true, metrics: true };
