import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningApi } from '../../server.js';
import { startApiWithoutDatabase } from '../../testing/api-without-database.js';
import { expectError } from '../../testing/expect-error.js';
import { post } from '../../testing/request.js';

let api: RunningApi;
beforeAll(async () => {
  api = await startApiWithoutDatabase();
});
afterAll(() => api.stop());

const NAME = 'name: expected 1 to 100 characters, without control characters';
const TIME = 'expires_at: expected a time such as 2030-01-31T12:00:00Z, or null';
const good = { name: 'desk', kind: 'live' };

describe('an invalid request gets an error for each field', () => {
  test.each([
    ['nothing', {}, ['name: required', 'kind: required']],
    ['another kind', { ...good, kind: 'prod' }, ['kind: expected live or test']],
    ['an empty name', { ...good, name: '' }, [NAME]],
    ['a name of spaces', { ...good, name: '   ' }, [NAME]],
    ['a name of 101 characters', { ...good, name: 'x'.repeat(101) }, [NAME]],
    ['a name with a NUL', { ...good, name: 'a\0b' }, [NAME]],
    ['a name with an escape', { ...good, name: '\u001b[31m' }, [NAME]],
    ['a name that turns text around', { ...good, name: 'a\u202eb' }, [NAME]],
    ['half a character', { ...good, name: '\ud800' }, [NAME]],
    ['a name that is no text', { ...good, name: ['a'] }, [NAME]],
    ['a time without a zone', { ...good, expires_at: '2030-01-31T12:00:00' }, [TIME]],
    ['a date', { ...good, expires_at: '2030-01-31' }, [TIME]],
    ['a number', { ...good, expires_at: 1_900_000_000 }, [TIME]],
    [
      'a time that has passed',
      { ...good, expires_at: '2020-01-31T12:00:00Z' },
      ['expires_at: expected a time in the future'],
    ],
    ['an account', { ...good, account: 'another' }, ['account: unknown field']],
    ['a value', { ...good, key: 'sk_live_1' }, ['key: unknown field']],
  ])('%s', async (_, body, details) => {
    const answer = await post(`${api.url}/api/keys`, body);
    expectError(answer, { status: 400, error: 'Validation failed' });
    expect(answer.body).toMatchObject({ details });
  });
});

test('without a database of accounts there are no keys: 503', async () => {
  expectError(await post(`${api.url}/api/keys`, good), { status: 503, error: 'Service unavailable' });
});
