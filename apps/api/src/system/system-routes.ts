import type { OpenApiDocument } from '@tickscope/schemas';
import type { RequestHandler, Router } from 'express';
import type { NotReadyReason, Readiness } from '../database/readiness.js';
import { ApiError, errorBody, errorHeaders } from '../errors.js';
import type { Metrics } from '../metrics.js';
import { contextOf } from '../request-context.js';
import { exactRouter, methodNotAllowed } from '../routing.js';
import { VERSION } from '../version.js';
import { docsRoutes } from './docs.js';

const RETRY_AFTER_SECONDS = 5;

const NOT_READY_TEXTS: Record<NotReadyReason, string> = {
  stopping: 'The service is stopping.',
  clickhouse_unreachable: 'ClickHouse does not answer.',
  clickhouse_timeout: 'ClickHouse did not answer in time.',
  clickhouse_busy: 'ClickHouse is busy.',
  clickhouse_refused: 'ClickHouse refuses the configured user.',
  migrations_pending: 'The tables are not at this version.',
};

/** What is there for those who run the service, at the root only: never limited, and without credentials. */
export function systemRoutes(options: {
  document: OpenApiDocument;
  metrics: Metrics;
  readiness: Readiness;
}): Router {
  const { document, metrics, readiness } = options;
  const router = exactRouter();

  page(router, '/healthz', 'healthz', (_req, res) => {
    res.json({ status: 'ok' });
  });

  page(router, '/readyz', 'readyz', async (_req, res) => {
    const reason = await readiness();
    if (reason === null) {
      res.json({ status: 'ready' });
      return;
    }
    const error = new ApiError('unavailable', {
      details: NOT_READY_TEXTS[reason],
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
    res
      .status(error.status)
      .set(errorHeaders(error))
      .json({ ...errorBody(error, contextOf(res).id), reason });
  });

  page(router, '/version', 'version', (_req, res) => {
    res.json({ name: 'tickscope', version: VERSION, api_version: document.info.version });
  });

  page(router, '/metrics', 'metrics', async (_req, res) => {
    res.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });

  page(router, '/openapi.json', 'openapi', (_req, res) => {
    res.json(document);
  });

  for (const [path, handler] of docsRoutes(document.info.title)) page(router, path, 'docs', handler);
  return router;
}

function page(router: Router, path: string, route: string, handler: RequestHandler): void {
  const label: RequestHandler = (_req, res, next) => {
    contextOf(res).route = route;
    next();
  };
  router
    .route(path)
    .all(label)
    .get(handler)
    .all(methodNotAllowed(['GET', 'HEAD']));
}
