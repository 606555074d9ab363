import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { ApiConfig } from '@tickscope/config';
import { MIN_TLS_VERSION, readCertificate } from './certificate.js';
import { followPipelines } from './pipelines.js';

const MAX_HEADER_BYTES = 16_384;
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 20_000;
/** Longer than the idle time of common load balancers (60 s), which must not reuse a connection we are closing. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
const TLS_HANDSHAKE_TIMEOUT_MS = 10_000;
/** Of silence in either direction, longer than any operation takes: a caller who does not read his answer is cut off. */
const SILENCE_TIMEOUT_MS = 120_000;

/**
 * HTTP, or HTTPS where there is a certificate, within limits: who sends nothing, or slowly, is cut off; of more
 * connections than are allowed the last ones are closed.
 * @throws ConfigError for a certificate that cannot be used
 */
export function createHttpServer(app: RequestListener, config: ApiConfig): Server {
  const listener = followPipelines(app);
  const options = {
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    connectionsCheckingInterval: 2_000,
    // The application answers its absence itself, in the envelope.
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
