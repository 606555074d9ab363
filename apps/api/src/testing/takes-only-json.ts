import { afterAll, beforeAll, test } from 'vitest';
import type { RunningApi } from '../server.js';
import { startApiWithoutDatabase } from './api-without-database.js';
import { expectError } from './expect-error.js';
import { postText } from './request.js';

/** The tests of a path's 413 and 415, complete: bodies that are too large or not sent as JSON are refused. */
export function takesOnlyJson(path: string): void {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApiWithoutDatabase();
  });
  afterAll(() => api.stop());

  test('a body beyond the limit is a 413', async () => {
    expectError(await postText(`${api.url}${path}`, ' '.repeat(65_537)), {
      status: 413,
      error: 'Payload too large',
      details: 'The body is larger than 65536 bytes.',
    });
  });

  test('a body that is not sent as JSON is a 415', async () => {
    const type = { 'Content-Type': 'text/plain' };
    expectError(await postText(`${api.url}${path}`, '{}', type), {
      status: 415,
      error: 'Unsupported media type',
    });
  });
}
