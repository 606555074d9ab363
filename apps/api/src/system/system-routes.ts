import type { Database } from '@tickscope/queries';
import type { OpenApiDocument } from '@tickscope/schemas';
import type { RequestHandler, Router } from 'express';
import { sendConstant } from '../constant-answer.js';
import type { Readiness } from '../database/readiness.js';
import { contextOf } from '../request-context.js';
import { exactRouter, methodNotAllowed } from '../routing.js';
import { VERSION } from '../version.js';
import { docsRoutes } from './docs.js';
import { ownAddress } from './own-address.js';
import { readyz } from './readyz.js';
import { servedDocument } from './served-document.js';

/** Health, version and documentation, at the root only: never limited, and without credentials. */
export function systemRoutes(options: {
  document: OpenApiDocument;
  database: Database;
  readiness: Readiness;
  processNumber: number | null;
  allowedHosts: readonly string[] | null;
}): Router {
  const { document, database, readiness, processNumber } = options;
  const names = new Set(options.allowedHosts);
  const documentNow = servedDocument(document, database);
  const router = exactRouter();

  page(router, '/healthz', 'healthz', (_req, res) => {
    res.json({ status: 'ok', ...(processNumber === null ? {} : { process: processNumber }) });
  });

  page(router, '/readyz', 'readyz', readyz(readiness));

  page(router, '/version', 'version', (_req, res) => {
    res.json({ name: 'tickscope', version: VERSION, api_version: document.info.version });
  });

  page(router, '/openapi.json', 'openapi', async (req, res) => {
    const answer = await documentNow(contextOf(res), ownAddress(req, names));
    res.set('Cache-Control', 'no-cache');
    await sendConstant(answer, req, res);
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
