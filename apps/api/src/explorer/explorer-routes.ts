import type { Request, RequestHandler } from 'express';
import { sendConstant } from '../constant-answer.js';
import { contextOf } from '../request-context.js';
import { explorerFolder, readExplorer } from './explorer-files.js';
import { isExplorerPath, isHashedFile } from './explorer-paths.js';

/** All from this server, nothing inline. */
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
  return async (req, res, next) => {
    if ((req.method !== 'GET' && req.method !== 'HEAD') || /^\/api(\/|$)/i.test(req.path)) {
      next();
      return;
    }
    const file = req.path === '/index.html' ? undefined : files?.get(req.path);
    if (file !== undefined) {
      contextOf(res).route = 'explorer';
      res.set('Cache-Control', isHashedFile(req.path) ? FOR_EVER : 'public, max-age=3600');
      await sendConstant(file, req, res);
      return;
    }
    if (!wantsPage(req)) {
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
    await sendConstant(page, req, res);
  };
}

/**
 * Whether a request that names no file gets the page. On the paths of pages everyone does who does not prefer something
 * else, such as JSON: what draws the preview of a link, and curl, accept anything. On other paths only browsers do,
 * which show that there is no such page; programs get a 404 as JSON.
 */
function wantsPage(req: Request): boolean {
  if (isHashedFile(req.path)) return false;
  if (isExplorerPath(req.path)) return req.accepts(['text/html', 'application/json']) === 'text/html';
  return /\btext\/html\b/i.test(req.headers.accept ?? '');
}
