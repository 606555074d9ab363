import { connect } from 'node:net';
import { ClickHouseError } from '@clickhouse/client';
import { expect, test } from 'vitest';
import { openStore } from './connection/open-store.js';
import { isUnreachable } from './is-unreachable.js';

/** Port 1 (tcpmux): nothing listens there. */
const UNUSED_PORT = { host: '127.0.0.1', port: 1 };

test('no listener: unreachable, by a socket and by the client', async () => {
  const error = await new Promise((resolve) => connect(UNUSED_PORT).once('error', resolve));
  expect(isUnreachable(error)).toBe(true);
  const client = openStore({
    ...{ url: `http://${UNUSED_PORT.host}:${UNUSED_PORT.port}`, user: 'a', password: '', database: 'b' },
    application: 'test',
  });
  const thrown = await client.read
    .queryRows('SELECT 1', { timeoutMs: 5_000 })
    .catch((reason: unknown) => reason);
  await client.close();
  expect(isUnreachable(thrown)).toBe(true);
});

test('an error of the server is not unreachable, unless it is shutting down', () => {
  const answered = (code: string) => new ClickHouseError({ message: '', code, type: '' });
  // AUTHENTICATION_FAILED, UNKNOWN_TABLE; ABORTED.
  expect(['516', '60', '236'].map((code) => isUnreachable(answered(code)))).toEqual([false, false, true]);
});

test('an error of the program is not an error of the network', () => {
  const noFile = Object.assign(new Error('no such file'), { code: 'ENOENT' });
  for (const error of [new Error('the database is at version 9'), noFile, 'ECONNREFUSED', null])
    expect(isUnreachable(error)).toBe(false);
});
