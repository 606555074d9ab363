import type { Address, Signature } from '@tickscope/chain';
import { expect, expectTypeOf, test } from 'vitest';
import type { components } from './api-types.gen.js';
import { CHECKED_FIELDS, type CheckedRequest } from './checked-request.js';
import { type JsonSchema, loadOpenApi, operationsById } from './openapi.js';

type Schemas = components['schemas'];

const document = loadOpenApi();

/** A schema of the document, behind its references. */
function resolved(schema: JsonSchema): JsonSchema {
  const ref = schema['$ref'];
  return typeof ref === 'string'
    ? resolved(document.components.schemas[ref.replace('#/components/schemas/', '')]!)
    : schema;
}

/** A field, and those of the object that it is. */
function inner([name, schema]: [string, JsonSchema]): [string, JsonSchema][] {
  const properties = (resolved(schema)['properties'] ?? {}) as Record<string, JsonSchema>;
  return [[name, schema], ...Object.entries(properties).flatMap(inner)];
}

/** Name and format, of a list that of its items, for each field of each request. */
const fields = [...operationsById(document).values()].flatMap(({ parameters, operation }) => {
  const body = operation.requestBody?.content['application/json']?.schema;
  const properties = body === undefined ? {} : (resolved(body)['properties'] ?? {});
  return [
    ...parameters.map(({ name, schema }) => [name, schema] as const),
    ...Object.entries(properties as Record<string, JsonSchema>).flatMap(inner),
  ].map(([name, schema]) => {
    const { format, items } = resolved(schema);
    return [
      name,
      format ?? (items === undefined ? undefined : resolved(items as JsonSchema)['format']),
    ] as const;
  });
});

test('the checked fields are those of the requests that the document gives a format of the chain', () => {
  const withFormat = fields.filter(([, format]) => String(format).startsWith('solana-'));
  expect(Object.fromEntries(withFormat)).toEqual(CHECKED_FIELDS);
});

test('no request has a field of such a name with another format', () => {
  const named = new Map<string, string>(Object.entries(CHECKED_FIELDS));
  expect(fields.filter(([name, format]) => named.has(name) && named.get(name) !== format)).toEqual([]);
});

test('no checked field is hidden in the items of a list', () => {
  const deep = [...operationsById(document).values()].flatMap(({ operation }) => {
    const body = operation.requestBody?.content['application/json']?.schema;
    const properties = body === undefined ? {} : (resolved(body)['properties'] ?? {});
    return Object.values(properties as Record<string, JsonSchema>).filter((schema) => {
      const { items } = resolved(schema);
      return items !== undefined && 'properties' in resolved(items as JsonSchema);
    });
  });
  expect(deep).toEqual([]);
});

test('a checked request has its addresses and signatures, each as itself, and the rest as it was', () => {
  expectTypeOf<
    CheckedRequest<Pick<Schemas['AnalyzeTradeRequest'], 'signature' | 'account_id' | 'page'>>
  >().toEqualTypeOf<{ signature: Signature; account_id: Address; page: number }>();
  expectTypeOf<CheckedRequest<Schemas['CheckSandwichRequest']>['signatures']>().toEqualTypeOf<
    Signature | Signature[]
  >();
  expectTypeOf<CheckedRequest<{ readonly before?: string; dex: string }>>().toEqualTypeOf<{
    readonly before?: Signature;
    dex: string;
  }>();
  expectTypeOf<CheckedRequest<undefined>>().toEqualTypeOf<undefined>();
});
