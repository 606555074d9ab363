import { loadOpenApi, operationsById } from '@tickscope/schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningApi } from '../server.js';
import { startApiWithoutDatabase } from '../testing/api-without-database.js';
import { envelopeOf, expectError } from '../testing/expect-error.js';
import { OPERATION_REQUESTS } from '../testing/operation-requests.js';
import { send } from '../testing/request.js';

const documented = operationsById(loadOpenApi());

let api: RunningApi;
beforeAll(async () => {
  api = await startApiWithoutDatabase();
});
afterAll(() => api.stop());

/** Input that each operation with any input refuses; what its own fields expect is tested beside its handler. */
const REQUESTS = OPERATION_REQUESTS.flatMap(({ id, method, template, path, body }) => {
  const sent = (to: string, json: object | undefined) => ({
    url: to,
    request: { method, ...(json && { body: JSON.stringify(json) }) },
  });
  const hasQuery = documented.get(id)!.parameters.some((parameter) => parameter.in === 'query');
  const wrong = `/api${template.replaceAll(/\{\w+\}/g, '%zz')}`;
  return [
    ...(template.includes('{')
      ? [
          {
            id,
            what: 'invalid percent-encoding',
            ...sent(wrong, body),
            detail: 'path: expected valid percent-encoding',
          },
        ]
      : []),
    ...(hasQuery
      ? [
          {
            id,
            what: 'an unknown parameter',
            ...sent(`${path}?unknown=1`, body),
            detail: 'unknown: unknown field',
          },
        ]
      : []),
    ...(body
      ? [
          {
            id,
            what: 'an unknown field',
            ...sent(path, { ...body, unknown: 1 }),
            detail: 'unknown: unknown field',
          },
        ]
      : []),
  ];
});

describe('400', () => {
  test.each(REQUESTS)('$id: $what', async ({ url, request, detail }) => {
    const answer = await send(`${api.url}${url}`, request);
    expectError(answer, { status: 400, error: 'Validation failed' });
    expect(envelopeOf(answer)).toMatchObject({ details: [detail] });
  });

  test('every operation that documents it is asked', () => {
    const ids = [...documented].flatMap(([id, { operation }]) => ('400' in operation.responses ? [id] : []));
    expect([...new Set(REQUESTS.map(({ id }) => id))].toSorted()).toEqual(ids.toSorted());
  });
});
