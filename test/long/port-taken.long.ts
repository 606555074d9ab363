import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { newDataDir, up } from '../support/cli.js';

test('where another program takes the port of the simulator before it listens, it gets another one', async () => {
  const { dataDir, remove } = newDataDir();
  const file = join(dataDir, 'ports.json');
  const portOfSimulator = (): number | undefined =>
    existsSync(file)
      ? (JSON.parse(readFileSync(file, 'utf8')) as { simulator?: number }).simulator
      : undefined;
  const starting = up(['--data-dir', dataDir, '--source', 'simulator']);
  let taken = portOfSimulator();
  for (; taken === undefined; taken = portOfSimulator()) await sleep(2);
  const squatter: Server = createServer();
  await new Promise<void>((resolve, reject) => {
    squatter.once('error', reject);
    squatter.listen(taken, '127.0.0.1', resolve);
  });
  const stack = await starting;
  expect(portOfSimulator()).not.toBe(taken);
  expect(stack.output()).toContain(`Port ${taken} of the last start is taken`);
  expect(await stack.stop()).toBe(0);
  squatter.close();
  remove();
}, 600_000);
