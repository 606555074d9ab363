import { compileValidators } from '@tickscope/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningApi } from '../server.js';
import { startApiWithoutDatabase } from '../testing/api-without-database.js';
import { envelopeOf, expectError } from '../testing/expect-error.js';
import { type Need, OPERATION_REQUESTS, type OperationRequest } from '../testing/operation-requests.js';
import { send } from '../testing/request.js';

const validators = compileValidators();

/** Texts and waits of the answers. A database that is configured may be back in seconds. */
const SAID: Record<Need, { details: string; retryAfter: number }> = {
  ClickHouse: { details: 'The database does not answer.', retryAfter: 5 },
  node: { details: 'This service has no node of the chain to fetch blocks from.', retryAfter: 30 },
  jobs: { details: 'This service runs without the database of jobs.', retryAfter: 30 },
  accounts: { details: 'This service runs without the database of accounts.', retryAfter: 30 },
};

let api: RunningApi;
beforeAll(async () => {
  api = await startApiWithoutDatabase();
});
afterAll(() => api.stop());

const ask = ({ method, path, body }: OperationRequest) => send(`${api.url}${path}`, { method, body });

const needing = OPERATION_REQUESTS.flatMap((request) =>
  request.needs === null ? [] : [[request.id, request.needs, request] as const],
);
test.each(needing)(
  '%s: 503 without %s, with Retry-After and without internals',
  async (id, need, request) => {
    const { details, retryAfter } = SAID[need];
    const answer = await ask(request);
    expectError(answer, {
      status: 503,
      error: 'Service unavailable',
      details: `${details} The request's id is ${answer.headers.get('x-request-id')}.`,
    });
    expect(answer.headers.get('retry-after')).toBe(String(retryAfter));
    expect(envelopeOf(answer)).toMatchObject({ retry_after_seconds: retryAfter });
    expect(validators.response(id, 503)(answer.body)).toEqual([]);
    expect(JSON.stringify(answer.body)).not.toMatch(/ECONN|127\.0\.0\.1|SELECT|\.ts|\.js/);
  },
);

const others = OPERATION_REQUESTS.filter(({ needs }) => needs === null);
test.each(others.map((request) => [request.id, request] as const))(
  '%s needs none of them, and answers',
  async (_, request) => {
    expect((await ask(request)).status).toBe(200);
  },
);
