import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { prettyLine, prettyStream } from './pretty.js';

test('a line that is not JSON is not changed', () => {
  expect(prettyLine('Segmentation fault')).toBe('Segmentation fault');
});

test('lines cut anywhere come out whole', async () => {
  const out = new PassThrough();
  const stream = prettyStream(out);
  const text =
    '{"level":30,"time":"2026-09-01T12:00:00.000Z","name":"a","msg":"é"}\n{"level":50,"msg":"last"}';
  for (const char of text) stream.write(char);
  stream.end();
  await once(stream, 'finish');
  expect(String(out.read())).toBe('12:00:00.000 INFO  a é\nERROR last\n');
});
