import type { RequestHandler } from 'express';

const METHODS = 'GET, HEAD, POST, DELETE';
/** Solana's libraries name themselves in `Solana-Client`. */
const REQUEST_HEADERS = 'Authorization, Content-Type, Last-Event-ID, Solana-Client';
const RESPONSE_HEADERS =
  'X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, X-Cache, X-Next-Cursor, X-Coverage';
const PREFLIGHT_SECONDS = '600';

/** Lets web pages of these origins read the answers. Without cookies a page cannot send credentials of its visitor. */
export function cors(origins: readonly string[]): RequestHandler {
  const allowed = new Set(origins);
  return (req, res, next) => {
    res.vary('Origin');
    const { origin } = req.headers;
    if (origin === undefined || !allowed.has(origin)) {
      next();
      return;
    }
    res.set('Access-Control-Allow-Origin', origin);
    if (req.method !== 'OPTIONS' || req.headers['access-control-request-method'] === undefined) {
      res.set('Access-Control-Expose-Headers', RESPONSE_HEADERS);
      next();
      return;
    }
    res
      .set({
        'Access-Control-Allow-Methods': METHODS,
        'Access-Control-Allow-Headers': REQUEST_HEADERS,
        'Access-Control-Max-Age': PREFLIGHT_SECONDS,
      })
      .status(204)
      .end();
  };
}
