import { ClickHouseError } from '@clickhouse/client';
import { expect, test } from 'vitest';
import { failureReason } from './failure.js';

const serverError = (code: string) => new ClickHouseError({ code, message: 'm', type: 'T' });

test.each([
  ['159', 'timeout'],
  ['202', 'busy'],
  ['241', 'busy'],
  ['516', 'refused'],
  ['497', 'refused'],
  ['60', 'not_migrated'],
  ['81', 'not_migrated'],
  ['40', 'damaged'],
  ['271', 'damaged'],
  ['62', 'bug'],
  ['456', 'bug'],
])('the server error %s is %s', (code, reason) => {
  expect(failureReason(serverError(code))).toBe(reason);
});

test.each([
  ['a refused connection', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), 'unreachable'],
  ['a broken connection', Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }), 'unreachable'],
  ['a page of a proxy', new Error('<html>502 Bad Gateway</html>'), 'unreachable'],
  ['an answer that breaks off', new SyntaxError('Unexpected end of JSON input'), 'unreachable'],
  ["the client's own deadline", new Error('Timeout error.'), 'timeout'],
  ['an abort', new Error('The user aborted a request.'), 'timeout'],
  ['the deadline of the signal', new DOMException('late', 'TimeoutError'), 'timeout'],
  ['a mistake of ours', new TypeError('x is not a function'), 'bug'],
  ['a number that does not fit', new RangeError('not an integer'), 'bug'],
])('%s is %s', (_, error, reason) => {
  expect(failureReason(error)).toBe(reason);
});
