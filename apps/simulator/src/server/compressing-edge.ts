import { once } from 'node:events';
import {
  type ClientHttp2Session,
  connect,
  createSecureServer,
  createServer,
  type Http2Server,
  type Http2Session,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { decoded, type Encoding, encoded, recodedFrames } from './grpc-frames.js';

export interface Address {
  host: string;
  /** 0: any free one. */
  port: number;
  /** PEM; `null`: without TLS. */
  tls: { certificate: Buffer; privateKey: Buffer } | null;
}

const WINDOW_BYTES = 8 << 20;

/**
 * Passes gRPC calls on to a server that cannot compress, as a provider's load balancer does: answers are compressed with
 * what the client accepts, and requests are decompressed.
 *
 * @param innerPort of the gRPC server behind it, without TLS, on 127.0.0.1
 */
export async function startCompressingEdge(
  { tls, host, port }: Address,
  innerPort: number,
): Promise<{ port: number; stop(): Promise<void> }> {
  const settings = { settings: { initialWindowSize: WINDOW_BYTES } };
  const server: Http2Server =
    tls === null
      ? createServer(settings)
      : (createSecureServer({
          ...settings,
          cert: tls.certificate,
          key: tls.privateKey,
        }) as unknown as Http2Server);
  const sessions = new Set<Http2Session>();
  const inner: ClientHttp2Session = connect(`http://127.0.0.1:${innerPort}`, settings);
  inner.on('error', () => undefined);
  server.on('session', (session) => {
    sessions.add(session);
    session.once('close', () => sessions.delete(session));
    session.on('error', () => undefined);
  });
  server.on('stream', (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) =>
    pass(stream, headers, inner),
  );
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      inner.destroy();
      for (const session of sessions) session.destroy();
      server.close();
    },
  };
}

function pass(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, inner: ClientHttp2Session): void {
  const encoding = headers['grpc-encoding'] as string | undefined;
  const wanted = acceptedEncoding(headers);
  const forwarded: OutgoingHttpHeaders = { ...headers };
  delete forwarded['grpc-encoding'];
  delete forwarded['grpc-accept-encoding'];
  const call = inner.request(forwarded, { endStream: false });
  stream
    .pipe(
      recodedFrames((message, flag) => ({
        message: flag ? decoded(message, encoding) : message,
        flag: false,
      })),
    )
    .pipe(call);
  let trailers: OutgoingHttpHeaders = {};
  call.on('response', (answer) => {
    const sent: OutgoingHttpHeaders = { ...answer };
    if (wanted !== null) sent['grpc-encoding'] = wanted;
    stream.respond(sent, { waitForTrailers: true });
  });
  call.on('trailers', (sent) => {
    trailers = { ...sent };
  });
  stream.on('wantTrailers', () => stream.sendTrailers(trailers));
  call
    .pipe(
      recodedFrames((message) =>
        wanted === null ? { message, flag: false } : { message: encoded(message, wanted), flag: true },
      ),
    )
    .pipe(stream);
  stream.once('close', () => call.destroy());
  stream.on('error', () => stream.destroy());
  call.on('error', () => stream.destroy());
}

function acceptedEncoding(headers: IncomingHttpHeaders): Encoding | null {
  const accepted = String(headers['grpc-accept-encoding'] ?? '')
    .split(',')
    .map((name) => name.trim());
  return accepted.includes('zstd') ? 'zstd' : accepted.includes('gzip') ? 'gzip' : null;
}
