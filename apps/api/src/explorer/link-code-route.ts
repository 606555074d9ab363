import type { RequestHandler, Router } from 'express';
import { contextOf } from '../request-context.js';
import { exactRouter, methodNotAllowed } from '../routing.js';

/** Where the explorer's page exchanges the code of its link for a key. Not of the API, because only the page needs it. */
export function linkCodeRoute(exchange: readonly RequestHandler[]): Router {
  const router = exactRouter();
  const label: RequestHandler = (_req, res, next) => {
    contextOf(res).route = 'linkCode';
    next();
  };
  router
    .route('/explorer/key')
    .all(label)
    .post(...exchange)
    .all(methodNotAllowed(['POST']));
  return router;
}
