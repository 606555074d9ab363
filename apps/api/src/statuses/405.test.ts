import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningApi } from '../server.js';
import { startApiWithoutDatabase } from '../testing/api-without-database.js';
import { expectError } from '../testing/expect-error.js';
import { OPERATION_REQUESTS } from '../testing/operation-requests.js';
import { get } from '../testing/request.js';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Each path of the document, and the methods that it takes. */
const paths = OPERATION_REQUESTS.map(({ template, path }) => {
  const sisters = OPERATION_REQUESTS.filter((request) => request.template === template);
  const documented = sisters.map(({ method }) => method);
  return { template, path, taken: documented.includes('GET') ? [...documented, 'HEAD'] : documented };
}).filter(({ template }, at, all) => all.findIndex((path) => path.template === template) === at);

let api: RunningApi;
beforeAll(async () => {
  api = await startApiWithoutDatabase();
});
afterAll(() => api.stop());

const allowed = (headers: Headers) => headers.get('allow')?.split(', ').toSorted();

const refused = paths.flatMap(({ template, path, taken }) =>
  METHODS.filter((method) => !taken.includes(method)).map(
    (method) => [method, template, taken, path] as const,
  ),
);
test.each(refused)('%s %s is refused: only %s', async (method, _, taken, path) => {
  const answer = await get(`${api.url}${path}`, method);
  expectError(answer, { status: 405, error: 'Method not allowed' });
  expect(allowed(answer.headers)).toEqual(taken.toSorted());
});

const withoutHead = paths.filter(({ taken }) => !taken.includes('HEAD'));
test.each(withoutHead.map(({ template, taken, path }) => [template, taken, path] as const))(
  'HEAD %s is refused: only %s',
  async (_, taken, path) => {
    const { status, headers } = await fetch(`${api.url}${path}`, { method: 'HEAD' });
    expect([status, allowed(headers)]).toEqual([405, taken.toSorted()]);
  },
);
