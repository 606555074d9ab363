import { type ApiConfig, isLoopback } from '@tickscope/config';
import type { RequestHandler } from 'express';
import { ApiError } from '../errors.js';

/**
 * Protects against DNS rebinding. A web page can make its own host name resolve to this machine; it then has
 * the same origin as this server and can read its answers. Its requests carry that name in Host. Where a key is
 * required, the page has none; with AUTH=off, only the host name identifies such requests.
 *
 * @returns the accepted names; null: any name is accepted
 */
export function allowedHostsOf({ auth, role, allowedHosts }: ApiConfig): readonly string[] | null {
  // A worker answers health and metrics only.
  const isOpen = auth === 'off' && role !== 'worker';
  return allowedHosts.length > 0 || isOpen ? allowedHosts : null;
}

/** Refuses requests whose Host is neither a name of this machine itself nor one of these. */
export function allowedHost(names: readonly string[]): RequestHandler {
  const allowed = new Set(names);
  return (req, _res, next) => {
    const { host } = req.headers;
    // HTTP/1.0 does not require the header, and every browser sends it.
    if (host === undefined || isKnownHost(host, allowed)) {
      next();
      return;
    }
    throw new ApiError('misdirected', {
      details:
        'The Host header names another server. This one answers to localhost, loopback addresses and the names in ALLOWED_HOSTS.',
    });
  };
}

/** Whether a Host header names this machine itself or has one of these names: no other server can be meant. */
export function isKnownHost(host: string, names: ReadonlySet<string>): boolean {
  const name = nameOf(host);
  return isLoopback(name) || names.has(name);
}

/** The name without port, IPv6 brackets and the trailing dot of a full name, in lower case. */
function nameOf(host: string): string {
  return host
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
}
