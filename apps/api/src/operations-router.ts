import { addTo } from '@tickscope/chain';
import {
  type LocatedOperation,
  type OpenApiDocument,
  operationsById,
  type Validators,
} from '@tickscope/schemas';
import type { Request, RequestHandler, Response, Router } from 'express';
import type { Admission } from './auth/access.js';
import { createAnswerCache } from './caches/answer-cache.js';
import { ApiError } from './errors.js';
import { answerJson } from './json-text.js';
import { jsonBody } from './middleware/json-body.js';
import { readQuery } from './middleware/read-query.js';
import type { AnsweringOperation, Operation, Services } from './operation.js';
import { contextOf } from './request-context.js';
import { exactRouter, methodNotAllowed } from './routing.js';

export interface OperationsOptions {
  operations: readonly Operation[];
  document: OpenApiDocument;
  validators: Validators;
  services: Services;
  admission: Admission;
  bodyLimitBytes: number;
}

/**
 * The routes of the operations. Checks run in the order of a route's handlers: path and method, admission (401,
 * 403, 429), then the request itself (415, 413, 400).
 */
export function operationsRouter(options: OperationsOptions): Router {
  const router = exactRouter();
  const located = operationsById(options.document);
  const methodsByPath = new Map<string, string[]>();
  for (const operation of options.operations) {
    const place = located.get(operation.id);
    if (place === undefined) throw new Error(`openapi.yaml has no operation "${operation.id}"`);
    const path = place.path.replaceAll(/\{(\w+)\}/g, ':$1');
    addTo(methodsByPath, path, place.method.toUpperCase());
    router[place.method](path, ...handlersOf(operation, place, options));
  }
  for (const [path, methods] of methodsByPath)
    router.all(path, methodNotAllowed(methods.includes('GET') ? [...methods, 'HEAD'] : methods));
  return router;
}

function handlersOf(
  operation: Operation,
  place: LocatedOperation,
  options: OperationsOptions,
): RequestHandler[] {
  const { validators, services, admission, bodyLimitBytes } = options;
  const hasBody = place.operation.requestBody !== undefined;
  const validateBody = hasBody ? validators.body(operation.id) : null;
  const validatePath = validators.pathParameters(operation.id);
  const hasQuery = place.parameters.some((parameter) => parameter.in === 'query');
  const validateQuery = hasQuery ? validators.queryParameters(operation.id) : () => [];
  // Operations without documented parameters ignore the query.
  const queryOf = (req: Request) => readQuery(hasQuery ? req.url : '');

  const label: RequestHandler = (_req, res, next) => {
    const context = contextOf(res);
    context.route = operation.id;
    context.errorForm = operation.errorForm;
    next();
  };
  const validate: RequestHandler = (req, _res, next) => {
    const query = queryOf(req);
    const wrong = [
      ...validatePath(req.params),
      ...query.wrong,
      ...validateQuery(query.parameters),
      ...(validateBody?.(req.body) ?? []),
    ];
    if (wrong.length > 0) throw new ApiError('validation_failed', { details: wrong });
    next();
  };
  const cached =
    'answer' in operation && operation.caching !== undefined ? createAnswerCache(operation.caching) : null;
  const answer: RequestHandler = async (req, res) => {
    const context = contextOf(res);
    const body: unknown = hasBody ? req.body : undefined;
    const pathParameters = req.params as Record<string, string>;
    const queryParameters = queryOf(req).parameters;
    const input = { ...services, body, pathParameters, queryParameters, context };
    if ('respond' in operation) {
      await operation.respond(input, req, res);
      return;
    }
    let found: object;
    if (cached === null) found = await operation.answer(input);
    else ({ body: found, cache: context.cache } = await cached(input, operation.answer));
    if (context.cache !== undefined) res.set('X-Cache', context.cache);
    sendAnswer(operation, found, req, res);
  };
  return [
    label,
    ...admission(operation.id, operation.access ?? {}, place.operation['x-visitors']),
    ...(hasBody ? [jsonBody(bodyLimitBytes, place.operation.requestBody?.required !== false)] : []),
    validate,
    answer,
  ];
}

function sendAnswer({ asCsv }: AnsweringOperation, found: object, req: Request, res: Response): void {
  if (asCsv !== undefined) res.vary('Accept');
  if (asCsv === undefined || req.accepts(['application/json', 'text/csv']) !== 'text/csv') {
    res.type('json').send(answerJson(found));
    return;
  }
  const { text, headers } = asCsv(found);
  res.set(headers).type('text/csv; charset=utf-8').send(text);
}
