import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface NodeStandIn {
  url: string;
  readonly calls: number;
  close(): void;
}

/**
 * A node of the chain that knows nothing of these wallets and transactions, which are made up: the API asks it all the
 * same for what is older than the stored data, as it asks a real one.
 */
export async function startNodeStandIn(): Promise<NodeStandIn> {
  let calls = 0;
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      calls += 1;
      const { id, method } = JSON.parse(Buffer.concat(chunks).toString()) as { id: unknown; method: string };
      const result = method === 'getSignaturesForAddress' ? [] : null;
      res.setHeader('content-type', 'application/json').end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get calls() {
      return calls;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
