import { type JsonSchema, type LocatedOperation, loadOpenApi, operationsById } from '@tickscope/schemas';
import { describe, expect, test } from 'vitest';
import { pathFields } from './address.js';
import { createTickscope } from './client.js';
import * as sdk from './operations.js';

const document = loadOpenApi();
const located = operationsById(document);
const client = createTickscope({ baseUrl: 'http://127.0.0.1/api' });
const factsOf = (id: string) => sdk.factsOf(id as sdk.OperationId);

/** The fields of an operation's body, and those with a default. */
function bodyFields({ operation }: LocatedOperation): { names: string[]; defaulted: string[] } {
  const schema = operation.requestBody?.content['application/json']?.schema;
  const name = String(schema?.['$ref'] ?? '').replace('#/components/schemas/', '');
  const properties = (document.components.schemas[name]?.['properties'] ?? {}) as Record<string, JsonSchema>;
  const names = Object.keys(properties);
  if (schema !== undefined) expect(names).not.toEqual([]);
  return { names, defaulted: names.filter((field) => properties[field]?.['default'] !== undefined) };
}

test('every operation of the document is here, and no other', () => {
  expect([...sdk.OPERATION_IDS].sort()).toEqual([...located.keys()].sort());
});

describe.each([...located])('%s', (id, operation) => {
  test('is a method of the client', () => {
    expect(Object.entries(client).find(([name]) => name === id)?.[1]).toBeTypeOf('function');
  });

  test('is where the document has it', () => {
    const { method, path } = operation;
    expect(factsOf(id)).toMatchObject({ method: method.toUpperCase(), path });
  });

  test('may be called without exactly the fields that have a default', () => {
    expect([...(factsOf(id).defaulted ?? [])].sort()).toEqual(bodyFields(operation).defaulted.sort());
  });

  test('has unique field names over its path, query and body', () => {
    const of = (where: string) =>
      operation.parameters.filter((it) => it.in === where).map(({ name }) => name);
    const { names } = bodyFields(operation);
    expect(of('path')).toEqual(pathFields(operation.path));
    expect(of('path').filter((name) => names.includes(name))).toEqual([]);
    if (operation.method === 'post') expect(of('query')).toEqual([]);
    else expect(names).toEqual([]);
  });

  test('answers 200 with the content type that the client reads', () => {
    const successes = Object.keys(operation.operation.responses).filter((status) => status < '400');
    expect(successes).toEqual(['200']);
    const answer = operation.operation.responses['200']!;
    const isJob = ['JobSubmitted', 'BackfillSubmitted'].some(
      (name) => answer.$ref === `#/components/responses/${name}`,
    );
    const types = isJob ? ['application/json'] : Object.keys(answer.content ?? {});
    // Only who asks for it gets another one, such as CSV; the client does not.
    expect(types[0]).toBe(factsOf(id).isStream ? 'text/event-stream' : 'application/json');
    expect(factsOf(id).isJob ?? false).toBe(isJob);
  });
});

test('operations that create something are never sent twice', () => {
  const once = [...sdk.OPERATION_IDS].filter((id) => factsOf(id).isRepeatable === false);
  expect(once).toEqual(['createKey', 'createWebhook']);
});

test('no operation hides a helper of the client', () => {
  for (const helper of ['jobs', 'pages', 'rows', 'stream']) expect(located.has(helper)).toBe(false);
});
