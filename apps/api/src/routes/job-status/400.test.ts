import { expect, test } from 'vitest';
import { startApiWithoutDatabase } from '../../testing/api-without-database.js';
import { expectError } from '../../testing/expect-error.js';
import { get } from '../../testing/request.js';

test.each(['26', '-1', '1.5', '', 'long'])('wait=%s is a 400 that says what is expected', async (wait) => {
  const api = await startApiWithoutDatabase();
  const answer = await get(`${api.url}/api/mev/job-status/x?wait=${wait}`);
  await api.stop();
  expectError(answer, { status: 400, error: 'Validation failed' });
  expect(answer.body).toMatchObject({ details: ['wait: expected an integer, 0 to 25'] });
});
