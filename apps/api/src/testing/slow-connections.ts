import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const AT_ONCE = 250;
/** Source addresses on this machine: one address has too few ports for several waves. */
const SOURCES = 16;
const DRIP_MS = 1_000;

/** Other systems have only one loopback address. */
const sourceOf = (at: number) =>
  process.platform === 'linux' ? { localAddress: `127.0.0.${2 + (at % SOURCES)}` } : {};

/** The outcome of connections that were all cut off. */
export interface Wave {
  opened: number;
  /** Connections that got a 408 before the end. */
  timedOut: number;
  /** From the opening of the first connection until the last one was closed. */
  seconds: number;
}

/**
 * Opens connections that never send a whole request: half of them send nothing, half send an endless header,
 * one character a second. Resolves when the server has closed all of them.
 */
export async function slowConnections(url: string, count: number): Promise<Wave> {
  const { port } = new URL(url);
  const startedAt = performance.now();
  const wave: Wave = { opened: 0, timedOut: 0, seconds: 0 };
  const talking = new Set<Socket>();
  const closed: Promise<void>[] = [];

  const open = (at: number) => {
    const socket = connect({ port: Number(port), host: '127.0.0.1', ...sourceOf(at) });
    closed.push(
      new Promise((resolve) => {
        socket.once('close', () => {
          talking.delete(socket);
          resolve();
        });
      }),
    );
    const opened = new Promise<void>((resolve) =>
      socket.once('connect', resolve).once('close', () => resolve()),
    );
    socket.on('connect', () => {
      wave.opened += 1;
      if (at % 2 === 0) return;
      talking.add(socket);
      socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
    });
    socket.once('data', (chunk: Buffer) => {
      if (chunk.toString('latin1').startsWith('HTTP/1.1 408 ')) wave.timedOut += 1;
    });
    socket.on('error', () => {});
    return opened;
  };

  const drip = setInterval(() => {
    for (const socket of talking) if (socket.writable) socket.write('x');
  }, DRIP_MS);
  for (let from = 0; from < count; from += AT_ONCE) {
    const size = Math.min(AT_ONCE, count - from);
    await Promise.all(Array.from({ length: size }, (_, at) => open(from + at)));
    await sleep(1);
  }
  await Promise.all(closed);
  clearInterval(drip);
  wave.seconds = (performance.now() - startedAt) / 1_000;
  return wave;
}
