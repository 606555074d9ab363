import { expect, test } from 'vitest';
import { adviceOn } from './write-advice.js';

test.each([
  [
    'Cannot write to file /x/data.bin, errno: 28, strerror: No space left on device',
    /disk is full.*RETENTION/,
  ],
  ['Cannot reserve 1.00 MiB, not enough space. ', /disk is full/],
  ['filesystem error: in create_directories: Read-only file system ["/x/tmp_insert"]', /only be read.*dmesg/],
])('a batch that failed with "%s" comes with what to do', (message, advice) => {
  expect(adviceOn(new Error(message))).toEqual({ advice: expect.stringMatching(advice) });
});

test('an error that does not tell comes without', () => {
  expect(adviceOn(new Error('connect ECONNREFUSED 127.0.0.1:8123'))).toEqual({});
});
