import { expect, test } from 'vitest';
import { startApiWithoutDatabase } from '../../testing/api-without-database.js';
import { expectError } from '../../testing/expect-error.js';
import { get } from '../../testing/request.js';

test('an invalid percent-encoding is a 400', async () => {
  const api = await startApiWithoutDatabase();
  const answer = await get(`${api.url}/api/mev/sandwiches/%zz`);
  await api.stop();
  expectError(answer, { status: 400, error: 'Validation failed' });
  expect(answer.body).toMatchObject({ details: ['path: expected valid percent-encoding'] });
});
