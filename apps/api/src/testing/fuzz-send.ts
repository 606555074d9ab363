import { type Agent, request } from 'node:http';
import { connect } from 'node:net';
import type { FuzzRequest } from './fuzz-requests.js';

/** The answer to a request. */
export interface Seen {
  status: number;
  requestId: string | undefined;
  type: string | undefined;
  retryAfter: string | undefined;
  text: string;
}

/** Sends a request through Node's client; null: Node refuses to send such a path. */
export function send(
  url: string,
  agent: Agent,
  { method, path, headers, body }: FuzzRequest,
): Promise<Seen | null> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const bytes = body === null ? null : Buffer.from(body);
    const length = bytes === null ? {} : { 'Content-Length': bytes.length };
    let req: ReturnType<typeof request>;
    try {
      req = request({ hostname, port, agent, method, path, headers: { ...headers, ...length } });
    } catch {
      resolve(null);
      return;
    }
    req.on('error', reject);
    req.on('response', (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('end', () =>
        resolve({
          status: res.statusCode ?? 0,
          requestId: res.headers['x-request-id'] as string | undefined,
          type: res.headers['content-type'],
          retryAfter: res.headers['retry-after'],
          text: Buffer.concat(chunks).toString(),
        }),
      );
    });
    req.end(bytes ?? undefined);
  });
}

/** Sends bytes; resolves with the first answer, or null when the connection is closed without one. */
export function sendBytes(url: string, text: string): Promise<Seen | null> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.end(text, 'latin1'));
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    // A server that answers before it has read everything may reset the connection.
    socket.on('error', () => {});
    socket.on('close', () => {
      const answer = Buffer.concat(chunks);
      const end = answer.indexOf('\r\n\r\n');
      if (end === -1) {
        resolve(null);
        return;
      }
      const head = answer.subarray(0, end).toString();
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim();
      resolve({
        status: Number(head.split(' ')[1]),
        requestId: field('x-request-id'),
        type: field('content-type'),
        retryAfter: field('retry-after'),
        text: answer.subarray(end + 4, end + 4 + Number(field('content-length'))).toString(),
      });
    });
  });
}
