import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningApi } from '../../server.js';
import { SIGNATURE, startApiWithoutDatabase } from '../../testing/api-without-database.js';
import { expectError, messages } from '../../testing/expect-error.js';
import { get } from '../../testing/request.js';

let api: RunningApi;
let url: string;
beforeAll(async () => {
  api = await startApiWithoutDatabase();
  url = `${api.url}/api/mev/sandwiches`;
});
afterAll(() => api.stop());

describe('an invalid query gets an error that names the parameter', () => {
  test.each([
    [`pool=${SIGNATURE}`, 'pool: expected base58, 32-44 chars (32 bytes)'],
    [`leader=${SIGNATURE}`, 'leader: expected base58, 32-44 chars (32 bytes)'],
    ['client=', 'client: expected the name of a validator client'],
    ['mint=', 'mint: expected base58, 32-44 chars (32 bytes)'],
    [
      'confidence=sure',
      'confidence: expected exact, loose or suspected, or several of them separated by commas',
    ],
    ['intent=', 'intent: expected proven, likely or unknown, or several of them separated by commas'],
    ['min_loss_sol=-1', 'min_loss_sol: expected an amount of SOL'],
    ['limit=101', 'limit: expected an integer, 1 to 100'],
    ['limit=0', 'limit: expected an integer, 1 to 100'],
    ['from=-1', 'from: expected a slot'],
    ['from=10&to=9', 'to: expected not before from'],
    ['cursor=abc', 'cursor: expected the next_cursor of an answer'],
  ])('%s', async (query, detail) => {
    const answer = await get(`${url}?${query}`);
    expectError(answer, { status: 400, error: 'Validation failed' });
    expect(answer.body).toMatchObject({ details: messages([detail]) });
  });

  test('of an unknown DEX, with the known ones', async () => {
    const { status, body } = await get(`${url}?dex=Sushi`);
    expect(status).toBe(400);
    expect((body as { details: string[] }).details[0]).toMatch(/^dex: expected one of .*Raydium CPMM/);
  });
});
