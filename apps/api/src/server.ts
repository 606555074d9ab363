import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type ApiConfig, describeApiConfig, isLoopback } from '@tickscope/config';
import { createLogger, type Logger } from '@tickscope/log';
import { loadComputeLimits } from '@tickscope/queries/write-locks';
import { compileValidators, loadOpenApi } from '@tickscope/schemas';
import { openStore } from '@tickscope/store';
import type { Request, Response } from 'express';
import { createApp } from './app.js';
import type { Admission } from './auth/access.js';
import { createKeyService } from './auth/key-service.js';
import { openAdmission } from './auth/open-admission.js';
import { keepCertificate } from './certificate.js';
import { limitConnections } from './connection-limits.js';
import { createDatabase } from './database/database.js';
import { DATABASE_CONNECTIONS, openQueryQueues } from './database/query-queues.js';
import { createReadiness } from './database/readiness.js';
import { LIVE_FEED_SETTINGS, LiveFeed, type LiveFeedSettings } from './feed/live-feed.js';
import { createHttpServer } from './http-server.js';
import { openJobs } from './jobs/open-jobs.js';
import { type EventLoopLag, watchEventLoopLag } from './load/event-loop-lag.js';
import { createMetrics } from './metrics.js';
import { type MetricsServer, startMetricsServer } from './metrics-server.js';
import { allowedHostsOf } from './middleware/allowed-host.js';
import { openChainNode } from './node-rpc/chain-node.js';
import type { Operation } from './operation.js';
import { OPERATIONS } from './operations.js';
import type { GroupMember } from './processes/group-member.js';
import { RANKING_SETTINGS, RankingKeeper, type RankingSettings } from './rankings/ranking-keeper.js';
import { answerUnreadablePath, answerUnreadableRequests } from './unreadable-requests.js';
import { VERSION } from './version.js';
import { createWebhookService } from './webhooks/webhook-service.js';
import { WEBHOOK_SETTINGS, type WebhookSettings, WebhookWorker } from './webhooks/webhook-worker.js';

/** How long a cut-off request may take to write its 503. */
const LAST_WORDS_MS = 250;

export interface StartOptions {
  /** Default: created from the configuration. */
  log?: Logger;
  /** Default: all operations. */
  operations?: readonly Operation[];
  /** Default: as configured. */
  admission?: Admission;
  /** Overrides the clocks of rate windows and JWTs, for tests. Default: the process clock and the database's clock. */
  now?: () => Date;
  /** Overrides `LIVE_FEED_SETTINGS`, for tests. */
  liveFeed?: Partial<LiveFeedSettings>;
  /** Overrides `WEBHOOK_SETTINGS`, for tests. */
  webhooks?: Partial<WebhookSettings>;
  /** Overrides `RANKING_SETTINGS`, for tests. */
  rankings?: RankingSettings;
  /** This process as one of several; null or left out: it is the only one. */
  member?: GroupMember | null;
  /** How late the event loop is, for tests. Default: watched. */
  lag?: EventLoopLag;
  /** How long the text of `/metrics` is cached, for tests. Default: a second. */
  metricsKeptMs?: number;
}

export interface RunningApi {
  /** `http://host:port`, with the port that was taken. */
  url: string;
  /** The URL of the metrics server, in the same form; empty for one of several processes. */
  metricsUrl: string;
  /** Reads the files of the certificate again; null where none is configured. */
  renewCertificate: (() => void) | null;
  /**
   * Stops accepting requests, lets running requests and jobs finish within the grace time, and closes the
   * databases. May be called more than once.
   */
  stop(): Promise<void>;
}

/** Starts the API. Does not wait for ClickHouse: until it answers, `/readyz` and the operations return 503. */
export async function startApi(config: ApiConfig, options: StartOptions = {}): Promise<RunningApi> {
  const { member = null } = options;
  const log = options.log ?? createLogger({ name: 'api', ...config.log });
  const computeLimits = loadComputeLimits(config.computeLimitsFile);
  const metrics = createMetrics({ process: true });
  const store = openStore({
    ...config.clickhouse,
    application: `tickscope-api/${VERSION}`,
    requestTimeoutMs: Math.max(config.queryTimeoutMs, config.jobs.queryTimeoutMs) + 1_000,
    maxConnections: DATABASE_CONNECTIONS,
  });
  const document = loadOpenApi();
  const cutOff = new AbortController();
  const openedAdmission = openAdmission(config, log, options.now);
  const { admission, addresses, linkCodes, accounts, close: closeAccounts } = openedAdmission;
  let stopping: Promise<void> | null = null;
  const queues = openQueryQueues();
  const readers = { read: store.read, metrics, isShared: queues.isShared };
  const slow = { ...readers, isLowPriority: true, queryTimeoutMs: config.jobs.queryTimeoutMs };
  const database = createDatabase({
    ...{ ...readers, queue: queues.short, queryTimeoutMs: config.queryTimeoutMs },
  });
  const rangeDatabase = createDatabase({ ...slow, queue: queues.ranges });
  const jobDatabase = createDatabase({ ...slow, queue: queues.jobs });
  const jobs = openJobs(config, { database: jobDatabase, metrics, log });
  const liveFeed = new LiveFeed({ database, metrics, log }, { ...LIVE_FEED_SETTINGS, ...options.liveFeed });

  const webhookSettings = {
    ...WEBHOOK_SETTINGS,
    isAllowedPort: (port: number) => config.webhookPorts.includes(port),
    ...options.webhooks,
  };

  const lag = options.lag ?? watchEventLoopLag();
  const app = createApp({
    operations: config.role === 'worker' ? [] : (options.operations ?? OPERATIONS),
    document,
    validators: compileValidators(document),
    services: {
      database,
      rangeDatabase,
      computeLimits,
      jobs: jobs.service,
      liveFeed,
      node: config.rpc === null ? null : openChainNode(config.rpc, jobs.accounts),
      keys: createKeyService(accounts),
      webhooks: createWebhookService(jobs.accounts, webhookSettings),
    },
    admission: options.admission ?? admission,
    addresses,
    linkCodes,
    readiness: createReadiness(store.read, () => stopping !== null, jobs.accounts),
    lag,
    processNumber: member?.number ?? null,
    metrics,
    log,
    bodyLimitBytes: config.bodyLimitBytes,
    trustProxy: config.trustProxy,
    corsOrigins: config.corsOrigins,
    allowedHosts: allowedHostsOf(config),
    cutOff: cutOff.signal,
  });
  const server = createHttpServer(
    (req, res) => app(req as Request, res as Response, () => answerUnreadablePath(res, metrics, addresses)),
    config,
    metrics,
  );
  const certificate = config.tls === null ? null : keepCertificate(server, config.tls, { log, metrics });
  answerUnreadableRequests(server, metrics, addresses);
  const isTrusted = app.get('trust proxy fn') as (address: string, hop: number) => boolean;
  limitConnections(server, {
    perAddress: config.maxConnectionsPerAddress,
    isExempt: (address) => isTrusted(address, 0),
    metrics,
  });
  const inFlight = countInFlight(server);

  let metricsServer: MetricsServer | null = null;
  try {
    await openedAdmission.ready;
    metricsServer =
      member === null
        ? await startMetricsServer(metrics.registry, config.metrics, options.metricsKeptMs)
        : member.shareMetrics(metrics.registry);
    server.listen(config.port, config.host);
    await once(server, 'listening');
  } catch (error) {
    lag.stop();
    await metricsServer?.stop();
    certificate?.close();
    await jobs.close();
    await closeAccounts();
    await store.close();
    throw error;
  }
  jobs.startWorkers();
  const webhookWorker =
    jobs.accounts === null || config.role === 'api'
      ? null
      : new WebhookWorker({ accounts: jobs.accounts, database: jobDatabase, log }, webhookSettings);
  const rankings =
    config.role === 'worker'
      ? null
      : new RankingKeeper({ database: rangeDatabase, log }, options.rankings ?? RANKING_SETTINGS);
  const url = urlOf(server, config.tls !== null);
  const { url: metricsUrl } = metricsServer;
  warnInsecureSettings(config, log);
  member?.showLife();
  log.info({ url, metricsUrl, version: VERSION, config: describeApiConfig(config) }, 'listening');

  return {
    url,
    metricsUrl,
    renewCertificate: certificate?.renew ?? null,
    stop() {
      stopping ??= (async () => {
        log.info('stopping');
        certificate?.close();
        // Streams and held answers do not end by themselves.
        liveFeed.close();
        jobs.service.close();
        // Unfinished jobs are returned to the queue, for another process to run.
        await Promise.all([
          drain(server, inFlight, config.shutdownGraceMs, cutOff),
          jobs.stopWorkers(config.shutdownGraceMs),
          webhookWorker?.stop(),
          rankings?.stop(),
        ]);
        await jobs.close();
        await closeAccounts();
        await store.close();
        await metricsServer.stop();
        lag.stop();
        metrics.registry.clear();
        log.info('stopped');
      })();
      return stopping;
    },
  };
}

/** Counts the requests whose answers have not ended. */
function countInFlight(server: Server): () => number {
  let inFlight = 0;
  server.prependListener('request', (_req, res) => {
    inFlight += 1;
    // While stopping: a caller that keeps sending must not keep its connection open.
    if (!server.listening) res.shouldKeepAlive = false;
    res.once('close', () => {
      inFlight -= 1;
    });
  });
  return () => inFlight;
}

/**
 * Closes the server. Running requests get the grace time to finish, then are cut off. Idle connections are
 * closed, including those that never sent a byte.
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

function urlOf(server: Server, isTls: boolean): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `${isTls ? 'https' : 'http'}://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

/** Warns about settings that an operator may not have meant. */
function warnInsecureSettings(config: ApiConfig, log: Logger): void {
  if (config.auth === 'off')
    log.warn(
      'AUTH is off: everyone who reaches this port has full access, without limits. Never expose it to a network.',
    );
  else if (config.tls === null && !config.requireHttps && !isLoopback(config.host))
    log.warn(
      'Keys can be sent over plain HTTP. Set TLS_CERT_FILE and TLS_KEY_FILE, or REQUIRE_HTTPS and TRUST_PROXY.',
    );
}
