import type { TrustProxy } from '@tickscope/config';
import type { Logger } from '@tickscope/log';
import type { OpenApiDocument, Validators } from '@tickscope/schemas';
import express, { type RequestHandler } from 'express';
import type { Admission } from './auth/access.js';
import type { Readiness } from './database/readiness.js';
import { explorerRoutes } from './explorer/explorer-routes.js';
import { linkCodeRoute } from './explorer/link-code-route.js';
import { addressLimitHeaders } from './limits/address-limit-headers.js';
import type { AddressLimits } from './limits/address-windows.js';
import type { EventLoopLag } from './load/event-loop-lag.js';
import { shedLoad } from './load/shed-load.js';
import type { Metrics } from './metrics.js';
import { allowedHost } from './middleware/allowed-host.js';
import { cors } from './middleware/cors.js';
import { errorHandler } from './middleware/error-handler.js';
import { requestContext } from './middleware/request-context.js';
import { securityHeaders } from './middleware/security-headers.js';
import { shortQuery } from './middleware/short-query.js';
import { singleHeaders } from './middleware/single-headers.js';
import { warnOfForwarded } from './middleware/warn-of-forwarded.js';
import type { Operation, Services } from './operation.js';
import { operationsRouter } from './operations-router.js';
import { notFound } from './routing.js';
import { systemRoutes } from './system/system-routes.js';

export interface AppDependencies {
  operations: readonly Operation[];
  document: OpenApiDocument;
  validators: Validators;
  services: Services;
  admission: Admission;
  addresses: AddressLimits;
  linkCodes: readonly RequestHandler[] | null;
  readiness: Readiness;
  lag: EventLoopLag;
  /** This process's number among several behind one port; null: it is the only one. */
  processNumber: number | null;
  metrics: Metrics;
  log: Logger;
  bodyLimitBytes: number;
  trustProxy: TrustProxy;
  corsOrigins: readonly string[];
  /** The host names that requests may use for this server; null: any. */
  allowedHosts: readonly string[] | null;
  /** Aborts when the server stops and its grace time is over. */
  cutOff: AbortSignal;
}

/** Creates the HTTP application, without a server. */
export function createApp(dependencies: AppDependencies): express.Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.set('trust proxy', dependencies.trustProxy);
  app.set('case sensitive routing', true);
  app.set('strict routing', true);

  app.use(requestContext(dependencies));
  app.use(securityHeaders);
  app.use(warnOfForwarded(app.get('trust proxy fn'), dependencies.log));
  app.use(addressLimitHeaders(dependencies.addresses));
  app.use(shortQuery);
  app.use(singleHeaders);
  if (dependencies.allowedHosts !== null) app.use(allowedHost(dependencies.allowedHosts));
  if (dependencies.corsOrigins.length > 0) app.use(cors(dependencies.corsOrigins));
  app.use(shedLoad(dependencies));
  app.use(systemRoutes({ ...dependencies, database: dependencies.services.database }));
  // One router for both prefixes, so that they behave the same, limits included.
  const ofContract = dependencies.operations.filter(({ isOurs }) => isOurs !== true);
  const added = dependencies.operations.filter(({ isOurs }) => isOurs === true);
  const operations = operationsRouter({ ...dependencies, operations: ofContract });
  app.use('/api', operations);
  app.use(operations);
  app.use('/api', operationsRouter({ ...dependencies, operations: added }));
  if (dependencies.operations.length > 0) {
    if (dependencies.linkCodes !== null) app.use(linkCodeRoute(dependencies.linkCodes));
    app.use(explorerRoutes());
  }
  app.use(notFound);
  app.use(errorHandler);
  return app;
}
