import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from './metrics.js';

export interface HttpServer {
  port: number;
  stop(): Promise<void>;
}

/**
 * Serves `/healthz` (the process runs), `/readyz` (200 while `notReady` returns null, else 503 with its reason)
 * and `/metrics` (Prometheus), nothing else.
 */
export async function startHttpServer(
  host: string,
  port: number,
  metrics: Metrics,
  notReady: () => string | null,
): Promise<HttpServer> {
  const server: Server = createServer(async (req, res) => {
    const path = (req.url ?? '').split('?')[0];
    if (req.method !== 'GET' && req.method !== 'HEAD') res.writeHead(405, { allow: 'GET, HEAD' }).end();
    else if (path === '/healthz') res.writeHead(200, TEXT).end('ok\n');
    else if (path === '/readyz') {
      const reason = notReady();
      res.writeHead(reason === null ? 200 : 503, TEXT).end(`${reason ?? 'ok'}\n`);
    } else if (path === '/metrics')
      res
        .writeHead(200, { 'content-type': metrics.registry.contentType })
        .end(await metrics.registry.metrics());
    else res.writeHead(404, TEXT).end('not found\n');
  });
  server.headersTimeout = 5_000;
  server.requestTimeout = 5_000;
  server.maxConnections = 100;
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const TEXT = { 'content-type': 'text/plain; charset=utf-8' };
