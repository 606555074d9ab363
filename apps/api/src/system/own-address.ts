import type { Request } from 'express';
import { isKnownHost } from '../middleware/allowed-host.js';

/**
 * The address of the API as the caller of this request reached it, for example `http://127.0.0.1:8787/api`.
 *
 * The Host header is the caller's own text, and readers of the document send their keys to the address in it. So it is
 * believed only where it names this machine or is one of ALLOWED_HOSTS; else the address is null. Such a name is also
 * safe inside a sample for a shell.
 */
export function ownAddress(req: Request, names: ReadonlySet<string>): string | null {
  const { host } = req.headers;
  return host !== undefined && isKnownHost(host, names)
    ? `${req.protocol}://${host.toLowerCase()}/api`
    : null;
}
