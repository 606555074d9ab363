import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type ApiConfig, describeApiConfig } from '@tickscope/config';
import { createLogger, type Logger } from '@tickscope/log';
import { compileValidators, loadOpenApi } from '@tickscope/schemas';
import { openStore } from '@tickscope/store';
import type { Request, Response } from 'express';
import { createApp } from './app.js';
import { createDatabase } from './database/database.js';
import { createReadiness } from './database/readiness.js';
import { openJobs } from './jobs/open-jobs.js';
import { createMetrics } from './metrics.js';
import type { Operation } from './operation.js';
import { OPERATIONS } from './operations.js';
import { answerUnreadablePath, answerUnreadableRequests } from './unreadable-requests.js';
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

export interface StartOptions {
  /** Made from the configuration when absent. */
  log?: Logger;
  /** All of them when absent. */
  operations?: readonly Operation[];
}

export interface RunningApi {
  /** `http://host:port`, with the port that was taken. */
  url: string;
  /** Takes no more requests, finishes those under way and jobs within the grace time, closes the databases. Safe to repeat. */
  stop(): Promise<void>;
}

/** Starts the API. Does not wait for ClickHouse: until it answers, `/readyz` and the operations say 503. */
export async function startApi(config: ApiConfig, options: StartOptions = {}): Promise<RunningApi> {
  const log = options.log ?? createLogger({ name: 'api', ...config.log });
  const client = openStore({
    ...config.clickhouse,
    application: `tickscope-api/${VERSION}`,
    requestTimeoutMs: Math.max(config.queryTimeoutMs, config.jobs.queryTimeoutMs) + 1_000,
    maxConnections: DATABASE_CONNECTIONS,
  });
  const metrics = createMetrics({ process: true });
  const document = loadOpenApi();
  const cutOff = new AbortController();
  let stopping: Promise<void> | null = null;
  const jobs = openJobs(config, {
    database: createDatabase({ client, queryTimeoutMs: config.jobs.queryTimeoutMs, metrics }),
    metrics,
    log,
  });

  const app = createApp({
    operations: config.role === 'worker' ? [] : (options.operations ?? OPERATIONS),
    document,
    validators: compileValidators(document),
    database: createDatabase({ client, queryTimeoutMs: config.queryTimeoutMs, metrics }),
    jobs: jobs.service,
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
    (req, res) => app(req as Request, res as Response, () => answerUnreadablePath(res, metrics)),
  );
  answerUnreadableRequests(server, metrics);
  const inFlight = countInFlight(server);

  try {
    server.listen(config.port, config.host);
    await once(server, 'listening');
  } catch (error) {
    await jobs.close();
    await client.close();
    throw error;
  }
  jobs.startWorkers();
  const url = urlOf(server);
  log.info({ url, version: VERSION, config: describeApiConfig(config) }, 'listening');

  return {
    url,
    stop() {
      stopping ??= (async () => {
        log.info('stopping');
        // Jobs that are not done by then are given back, for another process to run.
        await Promise.all([
          drain(server, inFlight, config.shutdownGraceMs, cutOff),
          jobs.stopWorkers(config.shutdownGraceMs),
        ]);
        await jobs.close();
        await client.close();
        metrics.registry.clear();
        log.info('stopped');
      })();
      return stopping;
    },
  };
}

/** How many requests wait for the end of their answer. */
function countInFlight(server: Server): () => number {
  let inFlight = 0;
  server.prependListener('request', (_req, res) => {
    inFlight += 1;
    // While stopping: a caller who sends on and on over one connection must not keep it.
    if (!server.listening) res.shouldKeepAlive = false;
    res.once('close', () => {
      inFlight -= 1;
    });
  });
  return () => inFlight;
}

/**
 * Closes the server. Requests under way get the grace time to be answered, then are cut off; connections without
 * one, also those that never sent a byte, are closed.
 */
async function drain(
  server: Server,
  inFlight: () => number,
  graceMs: number,
  cutOff: AbortController,
): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  if (!(await becomesIdle(inFlight, graceMs))) {
    cutOff.abort();
    await becomesIdle(inFlight, LAST_WORDS_MS);
  }
  server.closeAllConnections();
  await closed;
}

async function becomesIdle(inFlight: () => number, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (inFlight() > 0) {
    if (performance.now() > deadline) return false;
    await delay(10);
  }
  return true;
}

function urlOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
