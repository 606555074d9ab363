import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export type JsonSchema = Record<string, unknown>;

export interface OpenApiParameter {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required?: boolean;
  example?: unknown;
  schema: JsonSchema;
}

/** A body in requests, with its examples. */
export interface JsonContent {
  schema: JsonSchema;
  examples?: Record<string, { value: Record<string, unknown> }>;
}

/**
 * `own-machine`: only on a server that answers its owner alone, because it costs the owner something. `anywhere`: also on
 * a public one.
 */
export type VisitorAccess = 'anywhere' | 'own-machine';

export interface OpenApiOperation {
  operationId: string;
  /** Samples in code, in the document that a server shows. */
  'x-codeSamples'?: unknown;
  /** Where visitors without credentials may call it. Default: nowhere. */
  'x-visitors'?: VisitorAccess;
  tags: string[];
  /** Alternative ways to authenticate, by name. Default: those of the document. */
  security?: Record<string, string[]>[];
  parameters?: OpenApiParameter[];
  /** `required` unless it is false. */
  requestBody?: { required?: boolean; content: Record<string, JsonContent> };
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: JsonSchema }> }>;
}

export const HTTP_METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;
export type HttpMethod = (typeof HTTP_METHODS)[number];

export type OpenApiPathItem = { parameters?: OpenApiParameter[] } & Partial<
  Record<HttpMethod, OpenApiOperation>
>;

/** The parts of the document's shape that the code reads. */
export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string; description: string };
  security: Record<string, string[]>[];
  paths: Record<string, OpenApiPathItem>;
  components: {
    schemas: Record<string, JsonSchema>;
    responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }>;
    examples: Record<string, { value: unknown }>;
  };
}

/** Loads the hand-written API document: the source of validation, types and documentation. */
export function loadOpenApi(): OpenApiDocument {
  return parse(readFileSync(new URL('./openapi.yaml', import.meta.url), 'utf8')) as OpenApiDocument;
}

/** An operation with its path and method. */
export interface LocatedOperation {
  path: string;
  method: HttpMethod;
  /** The path's own parameters come first. */
  parameters: OpenApiParameter[];
  operation: OpenApiOperation;
}

/** Every operation by its id. */
export function operationsById(document: OpenApiDocument): Map<string, LocatedOperation> {
  const found = new Map<string, LocatedOperation>();
  for (const [path, item] of Object.entries(document.paths))
    for (const method of HTTP_METHODS) {
      const operation = item[method];
      if (operation === undefined) continue;
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
      found.set(operation.operationId, { path, method, parameters, operation });
    }
  return found;
}
