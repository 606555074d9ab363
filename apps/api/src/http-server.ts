import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type ApiConfig, ConfigError } from '@tickscope/config';

const MAX_HEADER_BYTES = 16_384;
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 20_000;
/** Longer than the idle time of common load balancers (60 s), which must not reuse a connection we are closing. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
const TLS_HANDSHAKE_TIMEOUT_MS = 10_000;
/** A connection is not held for ever: what is in front of several processes gets to spread its load anew. */
const REQUESTS_A_CONNECTION = 10_000;

/**
 * HTTP, or HTTPS where there is a certificate, within limits: who sends nothing, or slowly, is cut off; of more
 * connections than are allowed the last ones are closed.
 * @throws ConfigError for a certificate that cannot be used
 */
export function createHttpServer(app: RequestListener, config: ApiConfig): Server {
  const options = {
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    connectionsCheckingInterval: 2_000,
    // The application answers its absence itself, in the envelope.
    requireHostHeader: false,
  };
  const server = config.tls === null ? createServer(options, app) : tlsServer(config.tls, options, app);
  server.maxConnections = config.maxConnections;
  server.maxRequestsPerSocket = REQUESTS_A_CONNECTION;
  return server;
}

function tlsServer(
  { certFile, keyFile }: NonNullable<ApiConfig['tls']>,
  options: object,
  app: RequestListener,
): Server {
  const cert = fileOf('TLS_CERT_FILE', certFile);
  const key = fileOf('TLS_KEY_FILE', keyFile);
  try {
    return createTlsServer(
      { ...options, cert, key, minVersion: 'TLSv1.2', handshakeTimeout: TLS_HANDSHAKE_TIMEOUT_MS },
      app,
    );
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    throw new ConfigError([
      { variable: 'TLS_CERT_FILE', text: `cannot be used together with TLS_KEY_FILE: ${text}.` },
    ]);
  }
}

function fileOf(variable: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError([
      { variable, text: `names a file that cannot be read (${code ?? String(error)}).` },
    ]);
  }
}
