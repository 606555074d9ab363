import { PassThrough } from 'node:stream';
import { createLogger } from '@tickscope/log';
import { expect, test } from 'vitest';
import type { AnsweringOperation } from '../operation.js';
import { SIGNATURE, startApiWithoutDatabase } from '../testing/api-without-database.js';
import { expectError } from '../testing/expect-error.js';
import { get } from '../testing/request.js';

const SECRETS = "SELECT * FROM transactions WHERE secret = 'hunter2'";

async function answerOf(answer: AnsweringOperation['answer']) {
  const out = new PassThrough();
  const log = createLogger({ name: 'api', level: 'info', destination: out });
  const operations = [{ id: 'getTransaction', answer }];
  const api = await startApiWithoutDatabase({ operations, log });
  const result = await get(`${api.url}/api/transaction/${SIGNATURE}`);
  await api.stop();
  return { result, log: String(out.read()) };
}

test.each([
  ['an error', () => Promise.reject(new Error(SECRETS))],
  ['a thrown text', () => Promise.reject(SECRETS)],
  ['an error with a status', () => Promise.reject(Object.assign(new Error(SECRETS), { status: 404 }))],
  ['nothing', () => Promise.reject(undefined)],
  ['an answer that JSON cannot hold', () => Promise.resolve({ fee: 5n })],
])('%s is a 500 with only the request id', async (_, answer) => {
  const { result, log } = await answerOf(answer as AnsweringOperation['answer']);
  const id = result.headers.get('x-request-id');
  expectError(result, {
    status: 500,
    error: 'Internal server error',
    details: `The request failed. The request's id is ${id}.`,
  });
  expect(JSON.stringify(result.body)).not.toContain('hunter2');
  expect(log).toContain(`"requestId":"${id}"`);
  expect(log).toContain('"level":50');
});

test('the log has the cause and its stack', async () => {
  const { log } = await answerOf(() => Promise.reject(new Error(SECRETS)));
  const line = log.split('\n').find((text) => text.includes('"level":50'))!;
  expect(JSON.parse(line)).toMatchObject({
    code: 'internal',
    err: { message: SECRETS, stack: expect.stringContaining('error-handler.test') },
  });
});
