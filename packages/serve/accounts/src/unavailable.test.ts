import { expect, test } from 'vitest';
import { AccountsUnavailableError, isUnavailable, translated } from './unavailable.js';

const withCode = (code: string, message = '') => Object.assign(new Error(message), { code });

test.each([
  ['no listener on the port', withCode('ECONNREFUSED')],
  ['the connection broke', withCode('ECONNRESET')],
  ['starting up', withCode('57P03')],
  ['shutting down', withCode('57P01')],
  ['a statement took too long', withCode('57014')],
  ['a lock took too long', withCode('55P03')],
  ['too many connections', withCode('53300')],
  ['a full disk', withCode('53100')],
  ['a standby that only reads', withCode('25006')],
  ['pg: broken', new Error('Connection terminated unexpectedly')],
  ['pg: no answer', new Error('Query read timeout')],
  ['pg: no connection in time', new Error('timeout exceeded when trying to connect')],
  ['two addresses that refuse', new AggregateError([withCode('ECONNREFUSED'), withCode('ECONNREFUSED')])],
])('unavailable: %s', (_, error) => {
  expect(isUnavailable(error)).toBe(true);
  expect(translated(error)).toBeInstanceOf(AccountsUnavailableError);
});

test.each([
  ['a wrong password', withCode('28P01')],
  ['a table that is not there', withCode('42P01')],
  ['a unique violation', withCode('23505')],
  ['a deadlock', withCode('40P01')],
  ['an error of ours', new TypeError('no')],
  ['no error at all', 'text'],
])('not unavailable: %s', (_, error) => {
  expect(isUnavailable(error)).toBe(false);
  expect(translated(error)).toBe(error);
});
