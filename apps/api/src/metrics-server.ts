import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfigError } from '@tickscope/config';

/**
 * Prometheus scrapes every 15 s. More frequent scrapes get the same text, because making it takes tens of
 * milliseconds.
 */
const TEXT_KEPT_MS = 1_000;
/** Enough for a few scrapers with one or two connections each. */
const MAX_CONNECTIONS = 20;
const TIMEOUT_MS = 5_000;
const PLAIN = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' };

/** A registry of Prometheus' client, or those of several processes together. */
export interface MetricsText {
  contentType: string;
  metrics(): Promise<string>;
}

export interface MetricsServer {
  /** `http://host:port`, with the port that was taken. */
  url: string;
  stop(): Promise<void>;
}

/**
 * Serves `/metrics` and nothing else, on a port of its own: callers of the API need no access to it, and a
 * flood of requests for it cannot slow the API down.
 * @throws ConfigError where it cannot listen
 */
export async function startMetricsServer(
  registry: MetricsText,
  { host, port }: { host: string; port: number },
  keptMs = TEXT_KEPT_MS,
): Promise<MetricsServer> {
  const text = keptText(() => registry.metrics(), keptMs);
  const server = createServer({ headersTimeout: TIMEOUT_MS, requestTimeout: TIMEOUT_MS }, (req, res) => {
    const path = (req.url ?? '').split('?', 1)[0];
    if (path !== '/metrics') res.writeHead(404, PLAIN).end('Only /metrics is served here.\n');
    else if (req.method !== 'GET' && req.method !== 'HEAD')
      res.writeHead(405, { ...PLAIN, allow: 'GET, HEAD' }).end('/metrics takes GET and HEAD.\n');
    else void answer(res);
  });
  server.maxConnections = MAX_CONNECTIONS;

  async function answer(res: ServerResponse): Promise<void> {
    try {
      const body = await text();
      res.writeHead(200, { ...PLAIN, 'content-type': registry.contentType }).end(body);
    } catch {
      res.writeHead(500, PLAIN).end('The metrics could not be collected.\n');
    }
  }

  await listen(server, host, port);
  const { address, family, port: taken } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}`,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Caches the text for a time. Concurrent requests share one rendering. */
function keptText(make: () => Promise<string>, keptMs: number): () => Promise<string> {
  let kept: { text: Promise<string>; endsAt: number } | null = null;
  return () => {
    if (kept === null || performance.now() >= kept.endsAt)
      kept = { text: make(), endsAt: performance.now() + keptMs };
    return kept.text;
  };
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const ofPort: Record<string, string> = {
      EADDRINUSE: `another program listens there on ${host}. Set it to another port, or to 0 for any free one.`,
      EACCES: 'it is not allowed to this user. Use one above 1023.',
    };
    if (ofPort[code] !== undefined)
      throw new ConfigError([{ variable: 'METRICS_PORT', text: `cannot be ${port}: ${ofPort[code]}` }]);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      const text = `cannot be ${host}: ${code}. Set it to an address of this machine.`;
      throw new ConfigError([{ variable: 'METRICS_HOST', text }]);
    }
    throw error;
  }
}
