import { ChainDataError } from '@tickscope/chain';
import { expect, it } from 'vitest';
import { isTransient } from './is-transient.js';

it.each([
  ['a refused connection', Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })],
  ['a server that hangs until the deadline', new Error('The user aborted a request.')],
  ['a server that is silent', new Error('Timeout error.')],
  ['a connection cut in the middle of an answer', new SyntaxError('Unexpected end of JSON input')],
  ['too many parts', Object.assign(new Error('Too many parts'), { name: 'ClickHouseError', code: '252' })],
])('%s passes: the same rows are sent again', (_, error) => {
  expect(isTransient(error)).toBe(true);
});

it.each([
  ['a value that no column holds', () => Buffer.alloc(8).writeUInt32LE(2 ** 40)],
  ['a field that is not there', () => (undefined as unknown as { length: number }).length],
  [
    'a block that contradicts itself',
    () => {
      throw new ChainDataError('contradiction', 'x');
    },
  ],
])('%s does not pass', (_, fail) => {
  let thrown: unknown = null;
  try {
    fail();
  } catch (error) {
    thrown = error;
  }
  expect(thrown).not.toBeNull();
  expect(isTransient(thrown)).toBe(false);
});
