import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRecording } from './recording-file.js';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recording-'));
});

afterAll(() => rm(folder, { recursive: true }));

function framed(...messages: string[]): Buffer {
  return Buffer.concat(
    messages.flatMap((message) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(message.length);
      return [length, Buffer.from(message)];
    }),
  );
}

async function read(bytes: Buffer): Promise<{ messages: string[]; missing: number[] }> {
  const path = join(folder, 'file.bin');
  await writeFile(path, bytes);
  const missing: number[] = [];
  const messages: string[] = [];
  for await (const message of readRecording(path, (count) => missing.push(count)))
    messages.push(message.toString());
  return { messages, missing };
}

test('reads messages of any length, empty ones too, across the pieces in which a file is read', async () => {
  const large = 'x'.repeat(9 << 20);
  expect(await read(framed('first', '', large, 'last'))).toEqual({
    messages: ['first', '', large, 'last'],
    missing: [],
  });
});

test('returns the complete messages of a truncated file and how many bytes are missing', async () => {
  const bytes = framed('first', 'second');
  expect(await read(bytes.subarray(0, -4))).toEqual({ messages: ['first'], missing: [4] });
  expect(await read(bytes.subarray(0, 11))).toEqual({ messages: ['first'], missing: [2] });
});

test('refuses a file that is not a recording', async () => {
  await expect(read(Buffer.from('{"jsonrpc":"2.0"}'))).rejects.toThrow('is no recording');
});
