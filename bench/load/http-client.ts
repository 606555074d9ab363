import { Agent, request } from 'node:http';

const DEADLINE_MS = 30_000;

export interface Sent {
  method: string;
  path: string;
  /** The caller's address, as the proxy reports it. */
  address: string;
  token: string | null;
  /** A text is sent as it is. */
  body?: object | string;
  /** The answer is a stream, which is listened to for so long: it counts as answered with its first bytes. */
  listenMs?: number;
}

export interface Got {
  /** 0: the connection failed, or nothing came in time. */
  status: number;
  /** Body of the answer; of a stream, its beginning. */
  text: string;
  /** Value of `X-Cache`; null: none. */
  cache: string | null;
}

const NOTHING: Got = { status: 0, text: '', cache: null };

/** As many connections as there are requests under way: callers do not wait for each other. */
export function httpClient(origin: string): { send(sent: Sent): Promise<Got>; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY, maxFreeSockets: 512 });
  const { hostname, port } = new URL(origin);
  return {
    send: ({ method, path, address, token, body, listenMs }) =>
      new Promise((resolve) => {
        const bytes =
          body === undefined ? null : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
        const headers = {
          'x-forwarded-for': address,
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(bytes === null ? {} : { 'content-type': 'application/json', 'content-length': bytes.length }),
        };
        const req = request({ agent, hostname, port, method, path, headers }, (res) => {
          const chunks: Buffer[] = [];
          const got = (): Got => ({
            status: res.statusCode ?? 0,
            text: Buffer.concat(chunks).toString('utf8'),
            cache: (res.headers['x-cache'] as string | undefined) ?? null,
          });
          const isStream = listenMs !== undefined && res.statusCode === 200;
          res.on('data', (chunk: Buffer) => {
            chunks.push(chunk);
            if (!isStream || chunks.length > 1) return;
            clearTimeout(deadline);
            resolve(got());
            setTimeout(() => req.destroy(), listenMs);
          });
          res.on('end', () => {
            clearTimeout(deadline);
            resolve(got());
          });
          res.on('error', fail);
        });
        const fail = () => {
          clearTimeout(deadline);
          resolve(NOTHING);
        };
        const deadline = setTimeout(() => req.destroy(new Error('nothing came in time')), DEADLINE_MS);
        req.on('error', fail);
        req.end(bytes ?? undefined);
      }),
    close: () => agent.destroy(),
  };
}
