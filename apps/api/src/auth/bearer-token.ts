import type { IncomingMessage } from 'node:http';

/** Room for the tokens of any identity provider; all headers together may be 16 KiB. */
const MAX_TOKEN_CHARS = 8_192;

/** RFC 6750, 2.1; the name of a scheme is of either case (RFC 9110, 11.1). */
const BEARER = /^Bearer +([A-Za-z0-9\-._~+/]+=*)$/i;

export interface Credentials {
  /** null: there is none, or what there is cannot be one. */
  token: string | null;
  isPresent: boolean;
}

/**
 * What a request says of who sends it: its one `Authorization` header. Nothing else counts: a key in a URL ends in logs
 * and histories.
 */
export function credentialsOf(req: IncomingMessage): Credentials {
  const values = req.headersDistinct['authorization'] ?? [];
  const [value] = values;
  if (value === undefined) return { token: null, isPresent: false };
  // Of two, a proxy could have checked the one and this server take the other.
  if (values.length > 1 || value.length > MAX_TOKEN_CHARS) return { token: null, isPresent: true };
  return { token: BEARER.exec(value)?.[1] ?? null, isPresent: true };
}
