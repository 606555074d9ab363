import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import type { FedChain } from '../chain/fed-chain.js';
import { sleep } from '../chain/sleep.js';
import { answerBody } from './answer.js';
import type { Cluster } from './cluster/cluster.js';
import { rpcMethods } from './methods.js';
import { NO_RPC_FAULTS, RequestGate, type RpcFaults } from './rpc-faults.js';

export interface RpcServerOptions {
  /** 0: any free one. */
  port: number;
  /** Blocks no longer kept are "missing in long-term storage" (-32009); otherwise "cleaned up" (-32001). */
  hasArchive: boolean;
  faults: Partial<RpcFaults>;
  /** Facts of the chain apart from its blocks; null: none. */
  cluster: Cluster | null;
}

export interface RpcServer {
  /** `http://127.0.0.1:port`. */
  endpoint: string;
  port: number;
  /** May be changed while it runs. */
  faults: RpcFaults;
  stop(): Promise<void>;
}

/** Local programs only, because it has neither users nor TLS. */
const HOST = '127.0.0.1';
/** Agave, `MAX_REQUEST_BODY_SIZE`. */
const LARGEST_BODY_BYTES = 50 * 1024;
const REQUEST_TIMEOUT_MS = 10_000;
const MOST_CONNECTIONS = 256;

/** Serves a chain's blocks over JSON-RPC, as a Solana node does. Resolves when it listens. */
export async function startRpcServer(
  chain: FedChain,
  options: RpcServerOptions,
  log: Logger,
): Promise<RpcServer> {
  const faults: RpcFaults = { ...NO_RPC_FAULTS, ...options.faults };
  const gate = new RequestGate(faults);
  const stopping = new AbortController();
  const methods = rpcMethods(chain, { ...options, faults });

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (req.method === 'GET' && req.url === '/health')
      return send(res, 200, faults.isUnhealthy ? 'behind' : 'ok', 'text/plain');
    if (req.method !== 'POST')
      return send(res, 405, 'Used HTTP Method is not allowed. POST or OPTIONS is required\n', 'text/plain');
    const type = req.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
    if (type !== 'application/json')
      return send(
        res,
        415,
        'Supplied content type is not allowed. Content-Type: application/json is required\n',
      );
    const body = await readBody(req);
    if (body === null) return send(res, 413, 'Payload Too Large\n', 'text/plain');
    const refused = gate.refusal(Date.now());
    if (faults.latencyMs > 0) await sleep(faults.latencyMs, stopping.signal);
    if (refused === 429) {
      res.setHeader('retry-after', '1');
      const error = { code: 429, message: 'Too many requests for a specific RPC call' };
      return send(res, 429, JSON.stringify({ jsonrpc: '2.0', error, id: null }), 'application/json');
    }
    if (refused !== null) return send(res, refused, 'Service Unavailable\n', 'text/plain');
    const answer = await answerBody(body, methods, (cause) => log.error({ cause }, 'a JSON-RPC call failed'));
    return answer === null ? send(res, 204, '') : send(res, 200, answer, 'application/json');
  }

  const server = createServer(
    { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: REQUEST_TIMEOUT_MS },
    (req, res) => {
      handle(req, res).catch((cause: unknown) => {
        log.warn({ cause }, 'a JSON-RPC request could not be answered');
        res.destroy();
      });
    },
  );
  server.maxConnections = MOST_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, HOST, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://${HOST}:${port}`,
    port,
    faults,
    async stop() {
      stopping.abort();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Null if it is too long. */
async function readBody(req: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Keeps reading, so that the client sees the response, but discards the data.
    if (size <= LARGEST_BODY_BYTES) chunks.push(chunk);
    else if (size > 100 * LARGEST_BODY_BYTES) break;
  }
  return size > LARGEST_BODY_BYTES ? null : Buffer.concat(chunks).toString();
}

function send(res: ServerResponse, status: number, body: string, type = 'text/plain'): void {
  res.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
  res.end(body);
}
