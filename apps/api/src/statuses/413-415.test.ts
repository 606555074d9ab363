import { compileValidators } from '@tickscope/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningApi } from '../server.js';
import { startApiWithoutDatabase } from '../testing/api-without-database.js';
import { expectError } from '../testing/expect-error.js';
import { OPERATION_REQUESTS, type OperationRequest } from '../testing/operation-requests.js';
import { postText, send } from '../testing/request.js';

const validators = compileValidators();

/** Every operation that takes a body, which is JSON. */
const requests = OPERATION_REQUESTS.filter(({ body }) => body !== undefined);
const row = ({ id, path }: OperationRequest) => [id, path] as const;
const requiring = requests.filter(({ isBodyRequired }) => isBodyRequired).map(row);
const others = requests.filter(({ isBodyRequired }) => !isBodyRequired).map(row);

let api: RunningApi;
beforeAll(async () => {
  api = await startApiWithoutDatabase();
});
afterAll(() => api.stop());

test.each(requests.map(row))('%s: a body beyond the limit is a 413', async (id, path) => {
  const answer = await postText(`${api.url}${path}`, ' '.repeat(65_537));
  expectError(answer, {
    status: 413,
    error: 'Payload too large',
    details: 'The body is larger than 65536 bytes.',
  });
  expect(validators.response(id, 413)(answer.body)).toEqual([]);
});

test.each(requests.map(row))('%s: a body that is not sent as JSON is a 415', async (id, path) => {
  const answer = await postText(`${api.url}${path}`, '{}', { 'Content-Type': 'text/plain' });
  expectError(answer, { status: 415, error: 'Unsupported media type' });
  expect(validators.response(id, 415)(answer.body)).toEqual([]);
});

test.each(requiring)('%s: a request without a body is a 415', async (_, path) => {
  expectError(await send(`${api.url}${path}`, { method: 'POST' }), {
    status: 415,
    error: 'Unsupported media type',
  });
});

test.each(others)('%s: a request without a body is one with an empty object', async (_, path) => {
  // It passed all checks, and there is no database.
  expect((await send(`${api.url}${path}`, { method: 'POST' })).status).toBe(503);
});
