import { describe, expect, test } from 'vitest';
import { compileValidators } from './validators.js';

const validators = compileValidators();
const body = validators.body('analyzeTrade');

const signature = '4QZ5DdTt92jPGZvwVuc5cx5EvvDmpKo9LW9L1ekSR9JR9TVtvPtaaZ7oSKhxZEeCMHoWYPRpPmJmDFbNUHLS3ED8';
const account_id = '58oQChx4yWmvKdwLLZzBi4ChoCc2fqCUWBkwMihLYQo2';
const SIGNATURE = 'signature: expected base58, 64-88 chars (64 bytes)';
const ACCOUNT = 'account_id: expected base58, 32-44 chars (32 bytes)';

describe('body of analyzeTrade', () => {
  test('takes the two required fields and fills in the defaults', () => {
    const value = { signature, account_id };
    expect(body(value)).toEqual([]);
    expect(value).toEqual({ signature, account_id, slot_range: 4, limit: 100, page: 1 });
  });

  test.each([
    ['slot_range', 1],
    ['slot_range', 100],
    ['limit', 1],
    ['limit', 1000],
    ['page', 1],
    ['page', Number.MAX_SAFE_INTEGER],
    ['start_time', 0],
    ['end_time', 1_700_000_000],
    ['slot_range', 4.0],
  ])('takes %s %d', (field, value) => {
    expect(body({ signature, account_id, [field]: value })).toEqual([]);
  });

  test.each([
    ['slot_range', 0, 'an integer, 1 to 100'],
    ['slot_range', 101, 'an integer, 1 to 100'],
    ['slot_range', 1.5, 'an integer, 1 to 100'],
    ['slot_range', '4', 'an integer, 1 to 100'],
    ['slot_range', null, 'an integer, 1 to 100'],
    ['slot_range', true, 'an integer, 1 to 100'],
    ['slot_range', [4], 'an integer, 1 to 100'],
    ['limit', 0, 'an integer, 1 to 1000'],
    ['limit', 1001, 'an integer, 1 to 1000'],
    ['page', 0, 'an integer, 1 or more'],
    ['page', -1, 'an integer, 1 or more'],
    ['page', 1e308, 'an integer, 1 or more'],
    ['start_time', '2026-09-01', 'an integer, Unix seconds'],
    ['end_time', -1, 'an integer, Unix seconds'],
  ])('refuses %s %j with one message that says what is expected', (field, value, expected) => {
    expect(body({ signature, account_id, [field]: value })).toEqual([`${field}: expected ${expected}`]);
  });

  test.each([
    ['too short', signature.slice(0, 86)],
    ['too long', `${signature}1`],
    ['with a character that base58 lacks', `0${signature.slice(1)}`],
    ['of 65 bytes', 'z'.repeat(88)],
    ['of 88 bytes', '1'.repeat(88)],
    ['with a line end', `${signature}\n`],
    ['not text', 5],
    ['an object', {}],
  ])('refuses a signature %s', (_, value) => {
    expect(body({ signature: value, account_id })).toEqual([expect.stringContaining(SIGNATURE)]);
  });

  test.each([
    ['of 31 bytes', '1'.repeat(31)],
    ['of 33 bytes', '1'.repeat(33)],
    ['of 33 bytes in 44 characters', 'z'.repeat(44)],
    ['with a space', ` ${account_id.slice(1)}`],
  ])('refuses an account %s', (_, value) => {
    expect(body({ signature, account_id: value })).toEqual([expect.stringContaining(ACCOUNT)]);
  });

  test('takes the account of zero bytes, the system program', () => {
    expect(body({ signature, account_id: '1'.repeat(32) })).toEqual([]);
  });

  test('names every field that is missing or wrong, at once', () => {
    expect(body({ account_id: 1, limit: 0 })).toEqual([
      'signature: required',
      ACCOUNT,
      'limit: expected an integer, 1 to 1000',
    ]);
  });

  test.each([[null], [[]], ['text'], [5], [undefined], [true]])('refuses %j as a whole', (value) => {
    expect(body(value)).toEqual(['body: expected a JSON object']);
  });

  test.each(['__proto__', 'constructor', 'prototype', 'toString', 'Signature', ''])(
    'refuses the unknown field "%s"',
    (name) => {
      const value: unknown = JSON.parse(
        `{"signature":"${signature}","account_id":"${account_id}",${JSON.stringify(name)}:{"x":1}}`,
      );
      expect(body(value)).toEqual([`${name === '' ? '""' : name}: unknown field`]);
      expect(({} as { x?: number }).x).toBeUndefined();
    },
  );

  test('does not take fields from the prototype for its own', () => {
    expect(
      body(JSON.parse(`{"__proto__":{"signature":"${signature}","account_id":"${account_id}"}}`)),
    ).toEqual(['signature: required', 'account_id: required', '__proto__: unknown field']);
  });

  test('reports at most twenty errors, and shortens and quotes names', () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`field${i}`, 1]));
    expect(body({ ...many, signature, account_id })).toHaveLength(21);
    const [message] = body({ signature, account_id, ['<b>"\n'.repeat(50)]: 1 });
    expect(message!.length).toBeLessThan(160);
    expect(message).toContain('unknown field');
    expect(message).not.toContain('\n');
  });
});

test('path parameters are checked as well', () => {
  const path = validators.pathParameters('getTransaction');
  expect(path({ signature })).toEqual([]);
  expect(path({ signature: 'abc' })).toEqual([SIGNATURE]);
  expect(path({ signature: ['a'] })).toEqual([SIGNATURE]);
});

test('an undocumented schema cannot be compiled', () => {
  expect(() => validators.body('getTransaction')).toThrow('getTransaction has no JSON body');
  expect(() => validators.body('nothing')).toThrow('no operation "nothing"');
  expect(() => validators.response('getTransaction', 418)).toThrow('418');
});
