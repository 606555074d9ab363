import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { makeSelfSigned } from './self-signed.js';

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

export interface WebhookReceiver {
  /** `https://127.0.0.1:PORT/` */
  url: string;
  /** Its certificate. */
  ca: string;
  received: Received[];
  /** How it answers from now on. Default: 204. */
  answer: (res: ServerResponse, nth: number) => void;
  stop(): Promise<void>;
}

/** A real HTTPS server that keeps what is sent to it. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const folder = mkdtempSync(join(tmpdir(), 'tickscope-webhooks-'));
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  makeSelfSigned(certFile, keyFile);
  const ca = readFileSync(certFile, 'utf8');
  const server = createServer({ cert: ca, key: readFileSync(keyFile) });
  const receiver: WebhookReceiver = {
    url: '',
    ca,
    received: [],
    answer: (res) => res.writeHead(204).end(),
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
      rmSync(folder, { recursive: true, force: true });
    },
  };
  server.on('request', async (req: IncomingMessage, res: ServerResponse) => {
    res.on('error', () => {});
    const body = await text(req).catch(() => '');
    receiver.received.push({ headers: req.headers, body });
    receiver.answer(res, receiver.received.length);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  receiver.url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return receiver;
}
