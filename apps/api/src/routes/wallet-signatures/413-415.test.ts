import { expect, test } from 'vitest';
import { ACCOUNT, startApiWithoutDatabase } from '../../testing/api-without-database.js';
import { takesOnlyJson } from '../../testing/takes-only-json.js';

takesOnlyJson(`/api/wallet/${ACCOUNT}/signatures`);

test('a request without a body is one with an empty object', async () => {
  const api = await startApiWithoutDatabase();
  const answer = await fetch(`${api.url}/api/wallet/${ACCOUNT}/signatures`, { method: 'POST' });
  await api.stop();
  // It passed all checks, and there is no database.
  expect(answer.status).toBe(503);
});
