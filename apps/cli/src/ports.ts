import { once } from 'node:events';
import { createServer } from 'node:net';
import { CliError } from './cli-error.js';

/** The wanted port, or an error when it is taken; else the default, or any free one when that is taken. */
export async function choosePort(
  wanted: number | undefined,
  preferred: number,
  flag: string,
): Promise<number> {
  if (wanted !== undefined) {
    if (!(await isFree(wanted)))
      throw new CliError(`port ${wanted} is taken: choose another ${flag}, or leave it out`);
    return wanted;
  }
  if (await isFree(preferred)) return preferred;
  return freePort();
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const listening = once(server, 'listening').then(
    () => true,
    () => false,
  );
  server.listen(port, '127.0.0.1');
  const free = await listening;
  await new Promise((resolve) => server.close(resolve));
  return free;
}

export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new CliError('no free port');
  return address.port;
}
