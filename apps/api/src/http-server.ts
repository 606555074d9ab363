import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { ApiConfig } from '@tickscope/config';
import { MIN_TLS_VERSION, readCertificate } from './certificate.js';
import type { Metrics } from './metrics.js';
import { followPipelines } from './pipelines.js';

const MAX_HEADER_BYTES = 16_384;
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 20_000;
/**
 * Longer than the idle time of common load balancers (60 s), which must not reuse a connection that this server
 * is closing.
 */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
const TLS_HANDSHAKE_TIMEOUT_MS = 10_000;
/** Silence in either direction, longer than any operation takes: it cuts off callers who do not read their answer. */
const SILENCE_TIMEOUT_MS = 120_000;

/**
 * Creates an HTTP server, or an HTTPS server where a certificate is configured, with limits: slow and silent
 * clients are cut off, and connections beyond the maximum are closed.
 * @throws ConfigError for a certificate that cannot be used
 */
export function createHttpServer(app: RequestListener, config: ApiConfig, metrics: Metrics): Server {
  const listener = followPipelines(app, {
    onFlood: () => metrics.refusedConnections.inc({ limit: 'pipelined' }),
  });
  const options = {
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    connectionsCheckingInterval: 2_000,
    // The application itself answers a missing Host header, in the envelope.
    requireHostHeader: false,
  };
  const server =
    config.tls === null ? createServer(options, listener) : tlsServer(config.tls, options, listener);
  server.maxConnections = config.maxConnections;
  server.timeout = SILENCE_TIMEOUT_MS;
  return server;
}

function tlsServer(tls: NonNullable<ApiConfig['tls']>, options: object, app: RequestListener): Server {
  return createTlsServer(
    {
      ...options,
      ...readCertificate(tls),
      minVersion: MIN_TLS_VERSION,
      handshakeTimeout: TLS_HANDSHAKE_TIMEOUT_MS,
    },
    app,
  );
}
