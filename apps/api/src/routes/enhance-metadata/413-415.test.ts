import { afterAll, beforeAll, test } from 'vitest';
import type { RunningApi } from '../../server.js';
import { startApiWithoutDatabase } from '../../testing/api-without-database.js';
import { expectError } from '../../testing/expect-error.js';
import { postText } from '../../testing/request.js';

let api: RunningApi;
let url: string;
beforeAll(async () => {
  api = await startApiWithoutDatabase();
  url = `${api.url}/api/enhance-metadata`;
});
afterAll(() => api.stop());

test('a body beyond the limit is a 413', async () => {
  expectError(await postText(url, ' '.repeat(65_537)), { status: 413, error: 'Payload too large' });
});

test('a body that is not sent as JSON is a 415', async () => {
  const type = { 'Content-Type': 'text/plain' };
  expectError(await postText(url, '{}', type), { status: 415, error: 'Unsupported media type' });
});
