import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface PageFile {
  type: string;
  body: string | Buffer;
}

export interface PageServer {
  /** Origin of the page, under the name that it was given. */
  origin: string;
  /** Waits for what the page posts to `/report`, parsed; rejects after the time that it gets. */
  report(timeoutMs: number): Promise<unknown>;
  close(): Promise<void>;
}

/** Serves a page and its files on this machine, under a name that only the browser knows. */
export async function servePage(
  name: string,
  fileAt: (path: string) => PageFile | null,
): Promise<PageServer> {
  let resolveReport: (report: unknown) => void = () => undefined;
  const reported = new Promise<unknown>((resolve) => {
    resolveReport = resolve;
  });
  const server = createServer(async (req, res) => {
    const path = new URL(req.url ?? '/', 'http://page').pathname;
    if (req.method === 'POST' && path === '/report') {
      resolveReport(JSON.parse(await text(req)));
      res.writeHead(204).end();
      return;
    }
    const file = fileAt(path);
    if (file === null) res.writeHead(404).end();
    else res.writeHead(200, { 'Content-Type': file.type }).end(file.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://${name}:${port}`,
    report: (timeoutMs) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`no report within ${timeoutMs} ms`)), timeoutMs);
        void reported.then((report) => {
          clearTimeout(timer);
          resolve(report);
        });
      }),
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** A page that runs one script, as a module. */
export function pageOf(script: string): PageFile {
  return {
    type: 'text/html; charset=utf-8',
    body: `<!doctype html><meta charset="utf-8"><title>page</title><body><script type="module" src="${script}"></script>`,
  };
}
