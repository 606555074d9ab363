import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP relay to an HTTP server that can hold answers back: it simulates a slow or hanging server. */
export interface StallingRelay {
  url: string;
  /** The number of answers let through. */
  readonly answers: number;
  /** Lets this many more answers through and holds back the rest; resolves once an answer is held back. */
  stallAfter(answers: number): Promise<void>;
  /** Lets everything through again. */
  release(): void;
  /** Breaks every connection, including held answers, as if the server had died. New connections work. */
  cut(): void;
  close(): Promise<void>;
}

/** @param target `http://host:port` */
export async function startStallingRelay(target: string): Promise<StallingRelay> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const held = new Set<Socket>();
  let answers = 0;
  let allowed = Number.POSITIVE_INFINITY;
  let onStall: (() => void) | null = null;

  const server = createServer((caller) => {
    const callee = connect(Number(port), hostname);
    for (const [one, other] of [
      [caller, callee],
      [callee, caller],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        held.delete(one);
        other.destroy();
      });
    }
    caller.on('data', (bytes) => void callee.write(bytes));
    callee.on('data', (bytes) => {
      const isNext = bytes.toString('latin1', 0, 5) === 'HTTP/';
      if (isNext && answers >= allowed) {
        // Later bytes wait in the socket, and the server waits for its reader.
        callee.pause();
        callee.unshift(bytes);
        held.add(callee);
        onStall?.();
        return;
      }
      if (isNext) answers += 1;
      caller.write(bytes);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get answers() {
      return answers;
    },
    stallAfter(more) {
      allowed = answers + more;
      return new Promise((resolve) => {
        onStall = resolve;
      });
    },
    release() {
      allowed = Number.POSITIVE_INFINITY;
      for (const socket of held) socket.resume();
      held.clear();
    },
    cut() {
      allowed = Number.POSITIVE_INFINITY;
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
