import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  method: string;
  /** Including the query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Answers one request. */
export type Reply = (res: ServerResponse, request: Received) => void;

export interface LocalServer {
  url: string;
  /** In order of arrival. */
  received: Received[];
  /** The number of answers that have neither ended nor been cut off. */
  openAnswers(): number;
  stop(): Promise<void>;
}

/** A server on a free local port with a reply for each request; the last reply is used for all further requests. */
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

/** The API's answer to an exceeded limit. */
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

/** Closes the connection in the middle of an answer. */
export const hangUp: Reply = (res) => void res.socket?.destroy();

/** Never answers. */
export const silence: Reply = () => {};

/** A sleep that does not wait but records the requested waits. */
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
