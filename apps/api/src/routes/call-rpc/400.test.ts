import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningApi } from '../../server.js';
import { ACCOUNT, SIGNATURE, startApiWithoutDatabase } from '../../testing/api-without-database.js';
import { expectError } from '../../testing/expect-error.js';
import { post, postText } from '../../testing/request.js';

let api: RunningApi;
let url: string;
beforeAll(async () => {
  api = await startApiWithoutDatabase();
  url = `${api.url}/api/rpc`;
});
afterAll(() => api.stop());

const WIRE = 'params.0.transaction: expected a serialized transaction, in base64 or base58';
const LIST = 'expected an array of at most 128 addresses';
const ADDRESS = 'expected base58, 32-44 chars (32 bytes)';
const many = Array.from({ length: 129 }, () => ACCOUNT);
const estimate = (param: unknown) => ({ method: 'getPriorityFeeEstimate', params: [param] });
const withOptions = (options: unknown) => estimate({ accountKeys: [ACCOUNT], options });

test.each([
  ['no method', {}, -32_600, 'method: required'],
  [
    'another method',
    { method: 'getSlot' },
    -32_601,
    'method: expected getPriorityFeeEstimate or getRecentPrioritizationFees',
  ],
  [
    'a name of every object',
    { method: 'constructor' },
    -32_601,
    'method: expected getPriorityFeeEstimate or getRecentPrioritizationFees',
  ],
  [
    'named parameters',
    { method: 'getRecentPrioritizationFees', params: {} },
    -32_602,
    'params: expected an array',
  ],
  [
    'two parameters',
    { method: 'getRecentPrioritizationFees', params: [[], []] },
    -32_602,
    'params: expected at most one, an array of addresses',
  ],
  ['no list', { method: 'getRecentPrioritizationFees', params: [ACCOUNT] }, -32_602, `params.0: ${LIST}`],
  ['129 accounts', { method: 'getRecentPrioritizationFees', params: [many] }, -32_602, `params.0: ${LIST}`],
  [
    'a signature',
    { method: 'getRecentPrioritizationFees', params: [[ACCOUNT, SIGNATURE]] },
    -32_602,
    `params.0.1: ${ADDRESS}`,
  ],
  ['no question', { method: 'getPriorityFeeEstimate' }, -32_602, 'params: expected one, an object'],
  ['a list as question', estimate([]), -32_602, 'params.0: expected an object'],
  ['neither', estimate({}), -32_602, 'params.0: expected exactly one of transaction and accountKeys'],
  [
    'both',
    estimate({ transaction: 'AQ==', accountKeys: [ACCOUNT] }),
    -32_602,
    'params.0: expected exactly one of transaction and accountKeys',
  ],
  ['a misspelled field', estimate({ accounts: [] }), -32_602, 'params.0.accounts: unknown field'],
  [
    'no accounts',
    estimate({ accountKeys: [] }),
    -32_602,
    'params.0.accountKeys: expected one address or more',
  ],
  ['no address', estimate({ accountKeys: [1] }), -32_602, `params.0.accountKeys.0: ${ADDRESS}`],
  ['a number as transaction', estimate({ transaction: 1 }), -32_602, WIRE],
  ['a text that is no transaction', estimate({ transaction: 'AQID' }), -32_602, WIRE],
  ['a text that is too long', estimate({ transaction: '1'.repeat(60_000) }), -32_602, WIRE],
  ['options as text', withOptions('High'), -32_602, 'params.0.options: expected an object'],
  ['an unknown option', withOptions({ level: 'High' }), -32_602, 'params.0.options.level: unknown field'],
  [
    'a level that is not there',
    withOptions({ priorityLevel: 'Highest' }),
    -32_602,
    'params.0.options.priorityLevel: expected one of Min, Low, Medium, High, VeryHigh, UnsafeMax, Default',
  ],
  [
    '151 slots',
    withOptions({ lookbackSlots: 151 }),
    -32_602,
    'params.0.options.lookbackSlots: expected an integer, 1 to 150',
  ],
  [
    'text for a flag',
    withOptions({ recommended: 'yes' }),
    -32_602,
    'params.0.options.recommended: expected true or false',
  ],
  [
    'an encoding that is not there',
    estimate({ transaction: 'AQID', options: { transactionEncoding: 'hex' } }),
    -32_602,
    'params.0.options.transactionEncoding: expected Base58 or Base64',
  ],
])('%s is an error of JSON-RPC with its id, and a 400', async (_, request, code, detail) => {
  const answer = await post(url, { jsonrpc: '2.0', id: 'a-1', ...request });
  expectError(answer, { status: 400, error: 'Validation failed', details: [detail] });
  expect(answer.body).toMatchObject({
    jsonrpc: '2.0',
    id: 'a-1',
    error: { code, message: `Validation failed: ${detail}` },
  });
});

test('a batch is refused, and says what to do', async () => {
  const one = { jsonrpc: '2.0', id: 1, method: 'getRecentPrioritizationFees' };
  const answer = await postText(url, JSON.stringify([one, one]));
  expectError(answer, { status: 400, error: 'Validation failed' });
  expect(answer.body).toMatchObject({
    id: null,
    error: { code: -32_600, message: expect.stringContaining('send those of a batch one by one') },
  });
});

test('a text that is no JSON, and another type, are errors of JSON-RPC too', async () => {
  const broken = await postText(url, '{"jsonrpc":');
  expectError(broken, { status: 400, error: 'Validation failed' });
  expect(broken.body).toMatchObject({ id: null, error: { code: -32_700 } });
  const typed = await postText(url, '{}', { 'Content-Type': 'text/plain' });
  expectError(typed, { status: 415, error: 'Unsupported media type' });
  expect(typed.body).toMatchObject({ jsonrpc: '2.0', error: { code: -32_600 } });
});

test('at the root there is no such operation', async () => {
  expect((await post(`${api.url}/rpc`, { jsonrpc: '2.0', id: 1, method: 'x' })).status).toBe(404);
});
