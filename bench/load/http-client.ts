import { Agent, request } from 'node:http';

const DEADLINE_MS = 30_000;

export interface Sent {
  method: string;
  path: string;
  token?: string;
  /** A text is sent as it is. */
  body?: object | string;
}

export interface Got {
  /** 0: the connection failed, or nothing came in time. */
  status: number;
  text: string;
}

/** As many connections as there are requests under way: callers do not wait for each other. */
export function httpClient(origin: string): { send(sent: Sent): Promise<Got>; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY, maxFreeSockets: 512 });
  const { hostname, port } = new URL(origin);
  return {
    send: ({ method, path, token, body }) =>
      new Promise((resolve) => {
        const bytes =
          body === undefined ? null : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
        const headers = {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(bytes === null ? {} : { 'content-type': 'application/json', 'content-length': bytes.length }),
        };
        const fail = () => resolve({ status: 0, text: '' });
        const signal = AbortSignal.timeout(DEADLINE_MS);
        const req = request({ agent, hostname, port, method, path, headers, signal }, (res) => {
          const chunks: Buffer[] = [];
          res.on('data', (chunk: Buffer) => chunks.push(chunk));
          res.on('end', () =>
            resolve({ status: res.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
          );
          res.on('error', fail);
        });
        req.on('error', fail);
        req.end(bytes ?? undefined);
      }),
    close: () => agent.destroy(),
  };
}
