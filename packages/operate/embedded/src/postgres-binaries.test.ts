import { expect, test } from 'vitest';
import { shortNames } from './postgres-binaries.js';

test('libraries get the short names that programs load, unless the file exists', () => {
  expect(
    shortNames([
      'libicuuc.so.60.2',
      'libpq.so.5.18',
      'libssl.so.1.1',
      'libz.so.1',
      'libpq.5.18.dylib',
      'libpgport.a',
      'postgresql',
      'libxml2.so.2.9',
      'libxml2.so.2',
    ]),
  ).toEqual([
    ['libicuuc.so.60', 'libicuuc.so.60.2'],
    ['libpq.so.5', 'libpq.so.5.18'],
    ['libssl.so.1', 'libssl.so.1.1'],
    ['libpq.5.dylib', 'libpq.5.18.dylib'],
  ]);
});
