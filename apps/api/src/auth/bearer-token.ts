import type { IncomingMessage } from 'node:http';

/** Long enough for the tokens of any identity provider. All headers together may have 16 KiB. */
const MAX_TOKEN_CHARS = 8_192;

/** RFC 6750, 2.1. The name of a scheme is case-insensitive (RFC 9110, 11.1). */
const BEARER = /^Bearer +([A-Za-z0-9\-._~+/]+=*)$/i;

export interface Credentials {
  /** null: the header is missing or malformed. */
  token: string | null;
  isPresent: boolean;
}

/**
 * Reads the credentials of a request from its single `Authorization` header. Other places are ignored: a key in
 * a URL ends up in logs and browser histories.
 */
export function credentialsOf(req: IncomingMessage): Credentials {
  const values = req.headersDistinct['authorization'] ?? [];
  const [value] = values;
  if (value === undefined) return { token: null, isPresent: false };
  // With two headers, a proxy could check one and this server use the other.
  if (values.length > 1 || value.length > MAX_TOKEN_CHARS) return { token: null, isPresent: true };
  return { token: BEARER.exec(value)?.[1] ?? null, isPresent: true };
}
