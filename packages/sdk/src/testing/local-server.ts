import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  method: string;
  /** With the query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Answers one request. */
export type Reply = (res: ServerResponse, request: Received) => void;

export interface LocalServer {
  url: string;
  /** In the order in which they came. */
  received: Received[];
  /** How many answers are neither at their end nor broken off. */
  openAnswers(): number;
  stop(): Promise<void>;
}

/** A server on a free port of this machine, with a reply for each request; the last one is for all that follow. */
export async function serve(...replies: readonly Reply[]): Promise<LocalServer> {
  const received: Received[] = [];
  const open = new Set<ServerResponse>();
  const server = createServer((req, res) => {
    open.add(res);
    res.once('close', () => open.delete(res));
    let body = '';
    req.setEncoding('utf8');
    req.on('data', (chunk: string) => {
      body += chunk;
    });
    req.on('end', () => {
      const { method = '', url = '', headers } = req;
      const request = { method, path: url, headers, body };
      const reply = replies[Math.min(received.length, replies.length - 1)];
      received.push(request);
      reply?.(res, request);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    openAnswers: () => open.size,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** A JSON answer. */
export const json =
  (status: number, value: unknown, headers: Record<string, string> = {}): Reply =>
  (res) => {
    res.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(value));
  };

/** An answer of the API to a limit that is exceeded. */
export const tooMany = (seconds: number, headers: Record<string, string> = {}): Reply =>
  json(
    429,
    {
      error: 'Too many requests',
      message: '6 requests per minute',
      details: '6 requests per minute',
      retry_after_seconds: seconds,
      timestamp: '2026-01-01T00:00:00.000Z',
    },
    { 'Retry-After': String(seconds), ...headers },
  );

/** Closes the connection in the middle of everything. */
export const hangUp: Reply = (res) => void res.socket?.destroy();

/** Says nothing. */
export const silence: Reply = () => {};

/** A pause that does not pause, and how long the pauses were to be. */
export function recordedSleep(): { sleep(ms: number): Promise<void>; waitsMs: number[] } {
  const waitsMs: number[] = [];
  return {
    waitsMs,
    sleep(ms) {
      waitsMs.push(ms);
      return Promise.resolve();
    },
  };
}
