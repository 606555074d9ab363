import type { Request, RequestHandler, Response } from 'express';
import { contextOf } from '../request-context.js';
import { type ExplorerFile, explorerFolder, readExplorer } from './explorer-files.js';

/** All from this server, nothing inline. The page reads its key from the fragment, which is never sent. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The names of these files change with their content. */
const HASHED = /^\/assets\//;
const FOR_EVER = 'public, max-age=31536000, immutable';
const NOT_BUILT =
  'The explorer is not built. `npm run build` builds it; the API answers under /api and is described at /docs.\n';

/**
 * Serves the explorer: its files, and its page for each path that a browser opens. It comes after all operations, which
 * keep their paths, and leaves everything below `/api` alone.
 *
 * @param folder of the built files
 */
export function explorerRoutes(folder = explorerFolder()): RequestHandler {
  const files = readExplorer(folder);
  return (req, res, next) => {
    if ((req.method !== 'GET' && req.method !== 'HEAD') || /^\/api(\/|$)/i.test(req.path)) {
      next();
      return;
    }
    const file = req.path === '/index.html' ? undefined : files?.get(req.path);
    if (file !== undefined) {
      contextOf(res).route = 'explorer';
      res.set('Cache-Control', HASHED.test(req.path) ? FOR_EVER : 'public, max-age=3600');
      send(file, req, res);
      return;
    }
    // Not for `*/*`: programs that ask for a path that does not exist get a 404 as JSON.
    if (HASHED.test(req.path) || !/\btext\/html\b/i.test(req.headers.accept ?? '')) {
      next();
      return;
    }
    contextOf(res).route = 'explorer';
    const page = files?.get('/index.html');
    if (page === undefined) {
      res.status(404).type('text/plain; charset=utf-8').send(NOT_BUILT);
      return;
    }
    res.set({ 'Content-Security-Policy': POLICY, 'Cache-Control': 'no-cache' });
    send(page, req, res);
  };
}

function send({ type, bytes, brotli }: ExplorerFile, req: Request, res: Response): void {
  res.set('Content-Type', type).vary('Accept-Encoding');
  const compressed = req.acceptsEncodings('br') === 'br' ? brotli() : null;
  if (compressed === null) {
    res.send(bytes);
    return;
  }
  res.set('Content-Encoding', 'br').send(compressed);
}
