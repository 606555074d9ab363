import { randomUUID } from 'node:crypto';
import type { Logger } from '@tickscope/log';
import { endRequestSpan, inSpan, startRequestSpan } from '@tickscope/tracing';
import type { RequestHandler } from 'express';
import type { Metrics } from '../metrics.js';
import { type RequestContext, setContext } from '../request-context.js';
import { loggedPath } from './logged-path.js';

/**
 * Gives each request an id, an abort signal, a span and a log line, and counts it. The server always chooses the id:
 * ids chosen by callers would not be unique in the log.
 */
export function requestContext(options: {
  log: Logger;
  metrics: Metrics;
  /** Aborts when the server stops and its grace time is over. */
  cutOff: AbortSignal;
}): RequestHandler {
  const { log: parentLog, metrics, cutOff } = options;
  // Not `AbortSignal.any`: each request would stay registered on the one signal that lives as long as the
  // process.
  const inFlight = new Set<AbortController>();
  cutOff.addEventListener('abort', () => {
    for (const gone of inFlight) gone.abort();
  });
  return (req, res, next) => {
    const id = randomUUID();
    const log = parentLog.child({ requestId: id });
    const gone = new AbortController();
    inFlight.add(gone);
    if (cutOff.aborted) gone.abort();
    const context: RequestContext = { id, signal: gone.signal, route: null, caller: null, log };
    setContext(res, context);
    res.setHeader('X-Request-Id', id);

    const span = req.path.slice(1) in QUIET ? null : startRequestSpan(req.headers);
    const startedAt = performance.now();
    metrics.requestsInFlight.inc();
    res.once('close', () => {
      inFlight.delete(gone);
      const isAnswered = res.writableFinished;
      if (!isAnswered) gone.abort();
      metrics.requestsInFlight.dec();
      const latencyMs = performance.now() - startedAt;
      // 499, as in nginx: the caller left before the answer.
      const status = isAnswered ? res.statusCode : 499;
      const route = context.route ?? 'unmatched';
      if (span !== null) endRequestSpan(span, { method: req.method, route, status, requestId: id });
      metrics.answered({ route, status, seconds: latencyMs / 1_000 });
      const level = route in QUIET ? 'debug' : 'info';
      if (!log.isLevelEnabled(level)) return;
      log[level](
        {
          method: req.method,
          path: loggedPath(req.originalUrl),
          route,
          status,
          latencyMs: Math.round(latencyMs * 10) / 10,
          address: req.ip,
          ...(context.caller === null
            ? {}
            : { account: context.caller.account, keyId: context.caller.keyId }),
        },
        'request',
      );
    });
    if (span === null) next();
    else inSpan(span, () => next());
  };
}

/** Probes request these every few seconds. */
const QUIET: Readonly<Record<string, true>> = { healthz: true, readyz: true };
