import { type ApiConfig, isLoopback } from '@tickscope/config';
import type { RequestHandler } from 'express';
import { ApiError } from '../errors.js';

/**
 * A web page can have its own name lead to this machine (DNS rebinding): then it is of one origin with this server, and
 * reads its answers. Its requests carry that name in Host. Where a key is needed the page has none; where AUTH is off
 * the names are what is left to look at.
 *
 * @returns null: any name will do
 */
export function allowedHostsOf({ auth, role, allowedHosts }: ApiConfig): readonly string[] | null {
  // A worker answers health and metrics only.
  const isOpen = auth === 'off' && role !== 'worker';
  return allowedHosts.length > 0 || isOpen ? allowedHosts : null;
}

/** Refuses requests that call this server by another name than this machine's own, or one of these. */
export function allowedHost(names: readonly string[]): RequestHandler {
  const allowed = new Set(names);
  return (req, _res, next) => {
    const { host } = req.headers;
    // HTTP/1.0 needs none, and no browser leaves it out.
    if (host === undefined || isAllowed(host)) {
      next();
      return;
    }
    throw new ApiError('misdirected', {
      details:
        'The Host header names another server. This one answers to localhost, loopback addresses and the names in ALLOWED_HOSTS.',
    });
  };

  function isAllowed(host: string): boolean {
    const name = nameOf(host);
    return isLoopback(name) || allowed.has(name);
  }
}

/** Without its port, the sandwiches of IPv6 and the dot of a full name, in lower case. */
function nameOf(host: string): string {
  return host
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
}
