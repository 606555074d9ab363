import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findClickHouseLibrary } from './native.js';

test('the library of the installed package is found', () => {
  expect(existsSync(findClickHouseLibrary({}))).toBe(true);
});

test('on a platform without one, the error names the supported platforms and a workaround', () => {
  const absent = join(import.meta.dirname, 'absent');
  expect(() => findClickHouseLibrary({ CHDB_LIBCHDB_DIR: absent })).toThrowError(
    expect.objectContaining({
      code: 'unsupported_platform',
      message: expect.stringMatching(/Linux \(x64 and arm64, glibc\) and macOS[\s\S]*CLICKHOUSE_URL/),
    }),
  );
});
