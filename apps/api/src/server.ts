import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type ApiConfig, describeApiConfig } from '@tickscope/config';
import { createLogger, type Logger } from '@tickscope/log';
import { compileValidators, loadOpenApi } from '@tickscope/schemas';
import { openStore } from '@tickscope/store';
import { createApp } from './app.js';
import { createDatabase } from './database/database.js';
import { createReadiness } from './database/readiness.js';
import { createMetrics } from './metrics.js';
import { OPERATIONS } from './operations.js';
import { answerUnreadableRequests } from './unreadable-requests.js';
import { VERSION } from './version.js';

const MAX_HEADER_BYTES = 16_384;
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 20_000;
/** Longer than the idle time of common load balancers (60 s), which must not reuse a connection we are closing. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** More than the queries of the busiest moment: a query that waits for a connection uses up its deadline. */
const DATABASE_CONNECTIONS = 32;
/** What a cut-off request gets to write its 503. */
const LAST_WORDS_MS = 250;

export interface RunningApi {
  /** `http://host:port`, with the port that was taken. */
  url: string;
  /** Takes no more requests, finishes those under way within the grace time, closes ClickHouse. Safe to repeat. */
  stop(): Promise<void>;
}

/** Starts the API. Does not wait for ClickHouse: until it answers, `/readyz` and the operations say 503. */
export async function startApi(config: ApiConfig, logger?: Logger): Promise<RunningApi> {
  const log = logger ?? createLogger({ name: 'api', ...config.log });
  const client = openStore({
    ...config.clickhouse,
    application: `tickscope-api/${VERSION}`,
    requestTimeoutMs: config.queryTimeoutMs + 1_000,
    maxConnections: DATABASE_CONNECTIONS,
  });
  const metrics = createMetrics({ process: true });
  const document = loadOpenApi();
  const cutOff = new AbortController();
  let stopping: Promise<void> | null = null;

  const app = createApp({
    operations: OPERATIONS,
    document,
    validators: compileValidators(document),
    database: createDatabase({ client, queryTimeoutMs: config.queryTimeoutMs, metrics }),
    readiness: createReadiness(client, () => stopping !== null),
    metrics,
    log,
    bodyLimitBytes: config.bodyLimitBytes,
    trustProxy: config.trustProxy,
    cutOff: cutOff.signal,
  });
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      connectionsCheckingInterval: 2_000,
      // The application answers its absence itself, in the envelope.
      requireHostHeader: false,
    },
    app,
  );
  answerUnreadableRequests(server, metrics);

  try {
    server.listen(config.port, config.host);
    await once(server, 'listening');
  } catch (error) {
    await client.close();
    throw error;
  }
  const url = urlOf(server);
  log.info({ url, version: VERSION, config: describeApiConfig(config) }, 'listening');

  return {
    url,
    stop() {
      stopping ??= (async () => {
        log.info('stopping');
        await drain(server, config.shutdownGraceMs, cutOff);
        await client.close();
        metrics.registry.clear();
        log.info('stopped');
      })();
      return stopping;
    },
  };
}

/** Closes the server: idle connections at once, busy ones after their answer or, past the grace time, without it. */
async function drain(server: Server, graceMs: number, cutOff: AbortController): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  // A connection whose answer goes out now becomes idle only then.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const timer = new AbortController();
  const graceIsOver = (async () => {
    await delay(graceMs, undefined, { signal: timer.signal });
    cutOff.abort();
    await delay(LAST_WORDS_MS, undefined, { signal: timer.signal });
    server.closeAllConnections();
  })().catch(() => {});
  await closed;
  clearInterval(sweep);
  timer.abort();
  await graceIsOver;
}

function urlOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
