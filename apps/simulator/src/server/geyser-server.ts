import { type Metadata, Server, ServerCredentials, type ServerDuplexStream, status } from '@grpc/grpc-js';
import type { SubscribeRequest } from '@triton-one/yellowstone-grpc';
import type { Logger } from 'pino';
import type { FedChain } from '../chain/fed-chain.js';
import { coalescing } from './coalescing-call.js';
import { type Address, startCompressingEdge } from './compressing-edge.js';
import { decodeSubscribeRequest } from './decode-request.js';
import { FaultInjector, type FaultOptions } from './faults.js';
import { GrpcError } from './grpc-error.js';
import { NO_LIMITS, type ServerLimits } from './server-limits.js';
import { Subscription, type SubscriptionOptions } from './subscription.js';
import { addUnaryMethods, answering } from './unary.js';

export interface GeyserServerOptions extends Omit<SubscriptionOptions, 'limits'>, Address {
  /** The `x-token` that clients must send; null: none. */
  xToken: string | null;
  /** Compresses answers with what the client accepts, and takes compressed requests. */
  compresses: boolean;
  limits: Partial<ServerLimits>;
  /** Ends the streams with OK when the chain has ended; otherwise they stay open, as a real server's do. */
  endStreams: boolean;
  faults: Partial<FaultOptions>;
}

export const DEFAULT_GEYSER_SERVER_OPTIONS: GeyserServerOptions = {
  host: '127.0.0.1',
  port: 0,
  xToken: null,
  tls: null,
  compresses: false,
  pingIntervalMs: 15_000,
  queueCapacity: 100_000,
  canReplay: true,
  limits: {},
  endStreams: false,
  faults: {},
};

/** As geyser.proto names it. */
const SERVICE = '/geyser.Geyser';
/** Largest request; the real server's default. Responses have no limit: whole blocks are many megabytes. */
const LARGEST_REQUEST_BYTES = 4 << 20;
const FLOW_CONTROL_WINDOW_BYTES = 8 << 20;

export interface GeyserServer {
  port: number;
  faults: FaultInjector;
  stop(): Promise<void>;
}

/** Serves `geyser.Geyser` over a chain. Resolves when it listens; rejects on failure. */
export async function startGeyserServer(
  chain: FedChain,
  options: GeyserServerOptions,
  version: string,
  onSubscribe: () => void,
  log: Logger,
): Promise<GeyserServer> {
  const server = new Server({
    'grpc.max_receive_message_length': LARGEST_REQUEST_BYTES,
    'grpc.max_send_message_length': -1,
    'grpc-node.flow_control_window': FLOW_CONTROL_WINDOW_BYTES,
    interceptors: [coalescing],
  });
  const faults = new FaultInjector(options.faults);
  const subscriptions = new Set<Subscription>();
  let hasEnded = false;
  const subscribe = (call: ServerDuplexStream<SubscribeRequest, Buffer>): void => {
    const refusal = refuse(call.metadata, options.xToken);
    if (refusal !== null) {
      call.emit('error', refusal);
      return;
    }
    const peer = call.getPeer();
    log.info({ peer }, 'client subscribes');
    const subscription = new Subscription(
      call,
      chain,
      faults,
      { ...options, limits: { ...NO_LIMITS, ...options.limits } },
      () => {
        onSubscribe();
        if (hasEnded) subscription.finish(null);
      },
      log,
    );
    subscriptions.add(subscription);
    call.once('close', () => {
      subscriptions.delete(subscription);
      log.info({ peer }, 'client is gone');
    });
  };

  // Updates are encoded before they are written: most are put together from stored bytes.
  server.register(`${SERVICE}/Subscribe`, subscribe, (bytes) => bytes, decodeSubscribeRequest, 'bidi');
  const refuseCall = ({ metadata }: { metadata: Metadata }): void => {
    const refusal = refuse(metadata, options.xToken);
    if (refusal !== null) throw refusal;
  };
  addUnaryMethods(
    (name, request, response, respond) =>
      server.register(
        `${SERVICE}/${name}`,
        answering(refuseCall, respond),
        (message) => Buffer.from(response.encode(message).finish()),
        (bytes) => request.decode(bytes),
        'unary',
      ),
    chain,
    options.canReplay !== false,
    version,
  );
  if (options.endStreams)
    chain.ended.then(
      () => {
        hasEnded = true;
        for (const subscription of subscriptions) subscription.finish(null);
      },
      () => undefined,
    );

  const innerPort = await listen(
    server,
    options.compresses ? { host: '127.0.0.1', port: 0, tls: null } : options,
  );
  const edge = options.compresses ? await startCompressingEdge(options, innerPort) : null;
  return {
    port: edge?.port ?? innerPort,
    faults,
    async stop() {
      for (const subscription of subscriptions)
        subscription.finish(new GrpcError(status.UNAVAILABLE, 'server is shutting down try again later'));
      await shutDown(server);
      await edge?.stop();
    },
  };
}

/** UNAUTHENTICATED, as from the real server's interceptor; null if accepted. */
function refuse(metadata: Metadata, xToken: string | null): GrpcError | null {
  if (xToken === null || metadata.get('x-token')[0] === xToken) return null;
  return new GrpcError(status.UNAUTHENTICATED, 'No valid auth token');
}

function listen(
  server: Server,
  { host, port, tls }: Pick<GeyserServerOptions, 'host' | 'port' | 'tls'>,
): Promise<number> {
  const credentials =
    tls === null
      ? ServerCredentials.createInsecure()
      : ServerCredentials.createSsl(null, [{ cert_chain: tls.certificate, private_key: tls.privateKey }]);
  return new Promise((resolve, reject) => {
    server.bindAsync(`${host}:${port}`, credentials, (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
}

const SHUTDOWN_MS = 1000;

/** Lets streams end by themselves for a moment, then closes them. */
function shutDown(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => {
      server.forceShutdown();
      resolve();
    }, SHUTDOWN_MS);
    server.tryShutdown(() => {
      clearTimeout(force);
      resolve();
    });
  });
}
