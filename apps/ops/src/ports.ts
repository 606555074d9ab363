import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { CliError } from '@tickscope/command-line';

/**
 * Below the ports that Linux and macOS use for outgoing connections. A restarted server must find its port
 * free; a client that reconnects meanwhile could otherwise get that very port as its own.
 */
const FIRST_PORT = 20_000;
const END_PORT = 32_000;
const TRIES = 200;

export async function isFree(port: number): Promise<boolean> {
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

/** Finds a free port of 127.0.0.1, except these. */
export async function freePort(except: ReadonlySet<number> = new Set()): Promise<number> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const port = randomInt(FIRST_PORT, END_PORT);
    if (!except.has(port) && (await isFree(port))) return port;
  }
  throw new CliError(`no free port from ${FIRST_PORT} to ${END_PORT - 1} on 127.0.0.1`);
}
