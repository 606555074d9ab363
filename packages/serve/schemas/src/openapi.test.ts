import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadOpenApi, operationsById, type VisitorAccess } from './openapi.js';
import { compileValidators } from './validators.js';

const document = loadOpenApi();
const operations = operationsById(document);
const validators = compileValidators(document);

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

function* objectsIn(value: Json): Generator<{ [key: string]: Json }> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value;
  for (const item of Object.values(value)) yield* objectsIn(item);
}

function resolve(ref: string): unknown {
  let value: unknown = document;
  for (const part of ref.split('/').slice(1)) value = (value as Record<string, unknown> | undefined)?.[part];
  return value;
}

test('the document is OpenAPI 3.1 and describes version 1.0.0 of the interface', () => {
  expect(document.openapi).toBe('3.1.0');
  expect(document.info.version).toBe('1.0.0');
});

test('the operations that clients rely on have their paths, methods, ids and tags', () => {
  const found = [...operations].map(([id, { path, method, operation }]) => [
    method,
    path,
    id,
    operation.tags,
  ]);
  expect(found).toEqual(
    expect.arrayContaining([
      ['post', '/analyze-trade', 'analyzeTrade', ['Trade Analysis']],
      ['get', '/transaction/{signature}', 'getTransaction', ['Transactions']],
      ['post', '/backfill-transaction', 'backfillTransaction', ['Transactions']],
      ['post', '/wallet/{address}/signatures', 'walletSignatures', ['Wallets']],
      ['post', '/enhance-metadata', 'enhanceMetadata', ['Transactions']],
      ['post', '/mev/check-sandwich-fast', 'checkSandwichFast', ['MEV Analysis']],
      ['post', '/mev/check-sandwich', 'checkSandwich', ['MEV Analysis']],
      ['post', '/mev/check-wallet', 'checkWallet', ['MEV Analysis']],
      ['post', '/mev/check-attacker', 'checkAttacker', ['MEV Analysis']],
      ['post', '/mev/validate-competition', 'validateCompetition', ['MEV Analysis']],
      ['get', '/mev/job-status/{jobId}', 'getJobStatus', ['MEV Analysis']],
      ['post', '/write-locks/hot-accounts', 'findHotAccounts', ['Write Locks']],
      ['post', '/write-locks/account', 'getAccountWriteLocks', ['Write Locks']],
    ]),
  );
});

test('every operation has one tag, and those of an account have the tag of their group', () => {
  for (const [id, { path, operation }] of operations) {
    expect([id, operation.tags.length]).toEqual([id, 1]);
    const isOfAccount = /^\/(keys|webhooks|subscription)\b/.test(path);
    expect([id, operation.tags[0] === 'Account']).toEqual([id, isOfAccount]);
  }
});

test('visitors may call these operations: what belongs to an account stays closed, and a backfill costs the operator', () => {
  const opened = (where: VisitorAccess) =>
    [...operations].flatMap(([id, { operation }]) => (operation['x-visitors'] === where ? [id] : []));
  // Decided for each by hand: an entry that was copied from an open one, with its `x-visitors`, fails here.
  expect(opened('anywhere')).toEqual([
    ...['analyzeTrade', 'getTransaction', 'getExplanation', 'walletSignatures', 'enhanceMetadata'],
    ...[
      'checkSandwichFast',
      'checkSandwich',
      'checkWallet',
      'checkAttacker',
      'validateCompetition',
      'getJobStatus',
    ],
    ...['streamSandwiches', 'listSandwiches', 'getSandwich', 'listAttackers', 'getAttacker'],
    ...['findHotAccounts', 'getAccountWriteLocks', 'estimateFees', 'callRpc', 'listValidators', 'getStatus'],
    ...['listSlots', 'getSlot'],
  ]);
  expect(opened('own-machine')).toEqual(['backfillTransaction', 'getBackfillStatus']);
});

test('the request of analyzeTrade has the fields, bounds, defaults and patterns that clients rely on', () => {
  const schema = document.components.schemas['AnalyzeTradeRequest']!;
  expect(schema['required']).toEqual(['signature', 'account_id']);
  expect(schema['properties']).toMatchObject({
    slot_range: { type: 'integer', minimum: 1, maximum: 100, default: 4 },
    start_time: { type: 'integer' },
    end_time: { type: 'integer' },
    limit: { type: 'integer', minimum: 1, maximum: 1000, default: 100 },
    page: { type: 'integer', minimum: 1, default: 1 },
  });
  expect(document.components.schemas['Signature']!['pattern']).toBe('^[1-9A-HJ-NP-Za-km-z]{64,88}$');
  expect(document.components.schemas['Address']!['pattern']).toBe('^[1-9A-HJ-NP-Za-km-z]{32,44}$');
});

test('the request of checkSandwichFast has the fields, bounds and defaults that clients rely on', () => {
  const schema = document.components.schemas['CheckSandwichFastRequest']!;
  expect(schema['required']).toBeUndefined();
  expect(schema['properties']).toMatchObject({
    signatures: { type: 'array', minItems: 1, maxItems: 10 },
    slot_range: { type: 'integer', minimum: 0, maximum: 10, default: 1 },
  });
});

test('every reference resolves within the document', () => {
  const refs = [...objectsIn(document as unknown as Json)].flatMap(({ $ref }) =>
    typeof $ref === 'string' ? [$ref] : [],
  );
  expect(refs.length).toBeGreaterThan(50);
  for (const ref of refs) expect([ref, resolve(ref)]).not.toEqual([ref, undefined]);
});

test('every operation documents its errors, each as the envelope, or with it as the data of a JSON-RPC error', () => {
  for (const [id, { operation, parameters }] of operations) {
    const statuses = Object.keys(operation.responses).map(Number);
    expect(statuses).toEqual(expect.arrayContaining([200, 401, 403, 429, 500, 503]));
    // An operation without input cannot get an invalid request.
    const isAsked = parameters.length > 0 || operation.requestBody !== undefined;
    expect([id, statuses.includes(400)]).toEqual([id, isAsked]);
    const envelope = { error: 'Validation failed', details: ['x: y'], timestamp: '2026-09-01T12:00:00.000Z' };
    const retry = { ...envelope, message: 'x', retry_after_seconds: 1 };
    for (const status of statuses.filter((status) => status !== 200)) {
      const bodyOf = (data: object) =>
        id === 'callRpc' ? { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'x', data } } : data;
      expect(validators.response(id, status)(bodyOf(retry))).toEqual([]);
      expect(validators.response(id, status)(bodyOf({ ...retry, timestamp: undefined }))).not.toEqual([]);
    }
  }
});

describe('examples', () => {
  const bodies = [...operations].flatMap(([id, { operation }]) =>
    Object.entries(operation.responses).flatMap(([status, response]) => {
      const found = response.$ref === undefined ? response : (resolve(response.$ref) as typeof response);
      const { examples } = Object.values(found.content!)[0] as {
        examples?: Record<string, { value?: unknown; $ref?: string }>;
      };
      return Object.values(examples ?? {}).map((example) => {
        const value = example.$ref === undefined ? example : (resolve(example.$ref) as { value: unknown });
        return [id, Number(status), value.value] as const;
      });
    }),
  );

  test('there is one for every response', () => {
    const documented = [...operations].flatMap(([, { operation }]) => Object.keys(operation.responses));
    expect(bodies.length).toBe(documented.length);
  });

  test('there is a valid one for every parameter in a path, so that the samples in code can be run', () => {
    for (const [id, { parameters }] of operations) {
      const inPath = parameters.filter((parameter) => parameter.in === 'path');
      const sample = Object.fromEntries(inPath.map(({ name, example }) => [name, String(example)]));
      expect([id, validators.pathParameters(id)(sample)]).toEqual([id, []]);
    }
  });

  const isStream = (id: string, status: number) => id === 'streamSandwiches' && status === 200;

  test.each(bodies.filter(([id, status]) => !isStream(id, status)))(
    '%s %i is what its schema says',
    (id, status, body) => {
      expect(validators.response(id, status)(body)).toEqual([]);
    },
  );

  test('the events of the stream match their schema', () => {
    const [, , text] = bodies.find(([id, status]) => isStream(id, status))!;
    const data = [...String(text).matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(json!) as unknown);
    expect(data).not.toEqual([]);
    for (const event of data) expect(validators.schema('SandwichEvent')(event)).toEqual([]);
  });

  test.each([...operations].filter(([, { operation }]) => operation.requestBody !== undefined))(
    'requests of %s are what their schema says',
    (id, { operation }) => {
      const { examples } = operation.requestBody!.content['application/json'] as {
        examples?: Record<string, { value: unknown }>;
      };
      expect(Object.keys(examples!)).not.toEqual([]);
      for (const { value } of Object.values(examples!)) expect(validators.body(id)(value)).toEqual([]);
    },
  );
});

test('the document names no address outside of the server', () => {
  const text = readFileSync(new URL('./openapi.yaml', import.meta.url), 'utf8');
  // A receiver of webhooks is outside by its nature.
  expect(text.replaceAll('https://example.com/', '')).not.toMatch(/https?:\/\//);
});

test('its schemas are of the default dialect: documentation pages warn of any other', () => {
  expect(loadOpenApi()).not.toHaveProperty('jsonSchemaDialect');
});

test('every response has the limit headers and a request id', () => {
  for (const [id, { operation }] of operations)
    for (const [status, response] of Object.entries(operation.responses)) {
      const { headers } = (response.$ref === undefined ? response : resolve(response.$ref)) as {
        headers: Record<string, unknown>;
      };
      expect([id, status, Object.keys(headers)]).toEqual([
        id,
        status,
        expect.arrayContaining([
          'X-Request-Id',
          'X-RateLimit-Limit',
          'X-RateLimit-Remaining',
          'X-RateLimit-Reset',
        ]),
      ]);
    }
});
