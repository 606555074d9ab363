import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningApi } from '../../server.js';
import { ACCOUNT, SIGNATURE, startApiWithoutDatabase } from '../../testing/api-without-database.js';
import { expectError, messages } from '../../testing/expect-error.js';
import { get } from '../../testing/request.js';
import { streamSandwiches } from './handler.js';

let api: RunningApi;
let url: string;
beforeAll(async () => {
  api = await startApiWithoutDatabase({ operations: [streamSandwiches] });
  url = `${api.url}/api/mev/stream`;
});
afterAll(() => api.stop());

const WANTS_ADDRESS = 'expected base58, 32-44 chars (32 bytes)';

describe('an invalid query gets an error for each parameter', () => {
  test.each([
    ['an unknown parameter', '?wallet=x', ['wallet: unknown field']],
    ['another case', `?Pool=${ACCOUNT}`, ['Pool: unknown field']],
    ['an index', `?pool[0]=${ACCOUNT}`, ['"pool[0]": unknown field']],
    ['the same twice', `?pool=${ACCOUNT}&pool=${ACCOUNT}`, ['pool: given more than once']],
    ['no address', '?pool=', [`pool: ${WANTS_ADDRESS}`]],
    ['a signature', `?attacker=${SIGNATURE}`, [`attacker: ${WANTS_ADDRESS}`]],
    ['a list', `?victim=${ACCOUNT},${ACCOUNT}`, [`victim: ${WANTS_ADDRESS}`]],
    [
      'no confidence',
      '?confidence=',
      ['confidence: expected exact, loose or suspected, or several of them separated by commas'],
    ],
    ['no mint', '?mint=SOL', ['mint: expected base58, 32-44 chars (32 bytes)']],
    ['no amount', '?min_loss_sol=1e3', ['min_loss_sol: expected an amount of SOL']],
    ['neither true nor false', '?final_only=1', ['final_only: expected true or false']],
    [
      'no intent',
      '?intent=sure',
      ['intent: expected proven, likely or unknown, or several of them separated by commas'],
    ],
    ['33 bytes', `?victim=${'1'.repeat(33)}`, [`victim: ${WANTS_ADDRESS}`]],
    ['several', '?pool=0&__proto__=1', [`pool: ${WANTS_ADDRESS}`, '__proto__: unknown field']],
  ])('%s', async (_, query, details) => {
    const answer = await get(url + query);
    expectError(answer, { status: 400, error: 'Validation failed' });
    expect((answer.body as { details: string[] }).details.toSorted()).toEqual(messages(details.toSorted()));
  });

  test.each(['', 'Sushi', 'x'.repeat(65)])('the DEX "%s"', async (name) => {
    const answer = await get(`${url}?dex=${name}`);
    expectError(answer, { status: 400, error: 'Validation failed' });
    expect((answer.body as { details: string[] }).details).toEqual([
      expect.stringMatching(/^dex: expected /),
    ]);
  });

  test('the error of an unknown DEX lists the known ones', async () => {
    const { body } = await get(`${url}?dex=Sushi`);
    expect((body as { details: string[] }).details[0]).toMatch(/Orca Whirlpool, .*Raydium CPMM/);
  });
});

test.each(['x', '0', '1-0123abcd-1-0', '1-0123abcd-1-0-1-1', `1-0123abcd-${'z'.repeat(60)}-0-1`])(
  'Last-Event-ID %s is no id of the stream',
  async (id) => {
    const response = await fetch(url, { headers: { 'Last-Event-ID': id } });
    expectError(
      { status: response.status, headers: response.headers, body: await response.json() },
      {
        status: 400,
        error: 'Validation failed',
        details: ['Last-Event-ID: expected the id of an event of this stream'],
      },
    );
  },
);

test('HEAD is checked as GET is', async () => {
  expect((await fetch(`${url}?wallet=x`, { method: 'HEAD' })).status).toBe(400);
});
