import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApiError, errorBody } from './errors.js';
import type { AddressLimits } from './limits/address-windows.js';
import { limitHeaders } from './limits/limit-headers.js';
import type { Metrics } from './metrics.js';

/** Answers requests that never reach the application with the envelope: not HTTP, too large, too slow, or CONNECT. */
export function answerUnreadableRequests(server: Server, metrics: Metrics, addresses: AddressLimits): void {
  const answer = (socket: Duplex, error: ApiError): void => {
    metrics.unreadableRequests.inc({ status: String(error.status) });
    socket.end(rawResponse(error, limitsOf(socket, addresses)));
  };

  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable || hasBegunAnswer(socket)) {
      socket.destroy();
      return;
    }
    answer(socket, parserError(error.code));
  });
  server.on('connect', (_req, socket) => {
    socket.on('error', () => socket.destroy());
    answer(
      socket,
      new ApiError('method_not_allowed', {
        details: 'This server is no proxy.',
        headers: { Allow: 'GET, POST' },
      }),
    );
  });
  server.on('checkExpectation', (req: IncomingMessage, res: ServerResponse) => {
    const error = new ApiError('expectation_failed', {
      details: 'Of the Expect header only 100-continue is known.',
    });
    metrics.unreadableRequests.inc({ status: String(error.status) });
    const { headers, body } = wholeAnswer(error, limitsOf(req.socket, addresses));
    res.writeHead(error.status, headers).end(body);
  });
}

/** Maps Node's error codes: those of llhttp, and those of its checks of headers and time. */
function parserError(code: string | undefined): ApiError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new ApiError('headers_too_large', { details: 'The headers are larger than this server takes.' });
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ApiError('request_timeout', { details: 'The request did not arrive in time.' });
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new ApiError('payload_too_large', { details: 'The chunk extensions are too large.' });
    default:
      return new ApiError('bad_request', { details: 'The request is not valid HTTP.' });
  }
}

/**
 * Bytes written after the head of another answer would be taken for its body. Node's own handler checks the
 * same field.
 */
function hasBegunAnswer(socket: Duplex): boolean {
  return (socket as Duplex & { _httpMessage?: ServerResponse | null })._httpMessage?.headersSent === true;
}

/** Answers a request whose path express cannot parse, such as `//a@[/#`: express would run no handler for it. */
export function answerUnreadablePath(res: ServerResponse, metrics: Metrics, addresses: AddressLimits): void {
  const error = new ApiError('bad_request', { details: 'The path of the request cannot be read.' });
  const { headers, body } = wholeAnswer(error, limitsOf(res.socket, addresses));
  metrics.unreadableRequests.inc({ status: String(error.status) });
  res.writeHead(error.status, headers).end(body);
}

function rawResponse(error: ApiError, limits: Record<string, string>): string {
  const { headers, body } = wholeAnswer(error, limits);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${lines.join('')}\r\n${body}`;
}

function wholeAnswer(
  error: ApiError,
  limits: Record<string, string>,
): { headers: Record<string, string>; body: string } {
  const id = randomUUID();
  const body = JSON.stringify(errorBody(error, id));
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Request-Id': id,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    Connection: 'close',
    ...limits,
    ...error.options.headers,
  };
  return { headers, body };
}

/** The limits of the connection's peer address: the client behind a proxy is in headers that could not be parsed. */
function limitsOf(socket: Duplex | null, addresses: AddressLimits): Record<string, string> {
  const { remoteAddress } = (socket ?? {}) as { remoteAddress?: string };
  return limitHeaders(addresses.state(remoteAddress ?? 'unknown'));
}
