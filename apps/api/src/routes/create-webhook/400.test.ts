import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningApi } from '../../server.js';
import { startApiWithoutDatabase } from '../../testing/api-without-database.js';
import { expectError } from '../../testing/expect-error.js';
import { post } from '../../testing/request.js';

let api: RunningApi;
beforeAll(async () => {
  api = await startApiWithoutDatabase();
});
afterAll(() => api.stop());

const good = { url: 'https://8.8.8.8/hook', events: ['sandwich'] };
const EVENTS = 'events: expected a list of job.completed and sandwich';
const PUBLIC = 'url: expected a host on the public internet';

test.each([
  ['nothing', {}, ['url: required', 'events: required']],
  ['no events', { ...good, events: [] }, [EVENTS]],
  ['an event twice', { ...good, events: ['sandwich', 'sandwich'] }, [EVENTS]],
  [
    'an event that does not exist',
    { ...good, events: ['block'] },
    ['events.0: expected job.completed or sandwich'],
  ],
  ['a filter that does not exist', { ...good, filters: { slot: 1 } }, ['filters.slot: unknown field']],
  ['plain HTTP', { ...good, url: 'http://8.8.8.8/' }, ['url: expected an https URL']],
  ['loopback', { ...good, url: 'https://127.0.0.1/' }, [PUBLIC]],
  ['loopback by name', { ...good, url: 'https://localhost/' }, [PUBLIC]],
  ['loopback of IPv6', { ...good, url: 'https://[::1]/' }, [PUBLIC]],
  ['a private address', { ...good, url: 'https://10.1.2.3/' }, [PUBLIC]],
  ['link-local', { ...good, url: 'https://169.254.169.254/' }, [PUBLIC]],
  ['a mapped private address', { ...good, url: 'https://[::ffff:192.168.0.1]/' }, [PUBLIC]],
])('%s', async (_, body, details) => {
  const answer = await post(`${api.url}/api/webhooks`, body);
  expectError(answer, { status: 400, error: 'Validation failed' });
  expect(answer.body).toMatchObject({ details });
});

test('a DEX that does not exist', async () => {
  const answer = await post(`${api.url}/api/webhooks`, { ...good, filters: { dex: 'no such DEX' } });
  expectError(answer, { status: 400, error: 'Validation failed' });
  expect(answer.body).toMatchObject({ details: [expect.stringMatching(/^dex: expected one of /)] });
});

test('without a database of accounts there are no webhooks: 503', async () => {
  expectError(await post(`${api.url}/api/webhooks`, good), { status: 503, error: 'Service unavailable' });
});
