import { once } from 'node:events';
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { testCertificate } from './certificate.js';

export interface TlsProxy {
  /** `https://127.0.0.1:PORT/` */
  url: string;
  /** Its certificate. */
  ca: string;
  stop(): Promise<void>;
}

/** Speaks TLS before a port of this machine, as a proxy on the internet would; 502 while nothing listens there. */
export async function tlsProxy(port: number): Promise<TlsProxy> {
  const { certificate, privateKey, remove } = testCertificate();
  const server = createServer({ cert: certificate, key: privateKey }, (req, res) => {
    const { method, url, headers } = req;
    const forwarded = request(
      { host: '127.0.0.1', port, method: method!, path: url!, headers },
      (answer) => void answer.pipe(res.writeHead(answer.statusCode!)),
    );
    forwarded.once('error', () => res.writeHead(502).end());
    req.pipe(forwarded);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    ca: certificate.toString(),
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
      remove();
    },
  };
}
