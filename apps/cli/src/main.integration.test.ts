import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { programArguments } from '@tickscope/testkit/program-arguments';
import { expect, test } from 'vitest';

const MAIN = new URL('./main.ts', import.meta.url);

test('a reader that closes the pipe before everything is printed is not an error', async () => {
  const child = spawn(process.execPath, [...programArguments(MAIN), '--help'], {
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.destroy();
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  expect({ errors, code }).toEqual({ errors: '', code: 0 });
}, 60_000);
