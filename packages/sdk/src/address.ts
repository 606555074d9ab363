const LOOPBACK = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * The address that paths are appended to. Throws `TypeError` for what a token must not be sent to: plain HTTP beyond
 * this machine, and URLs with a user, a query or a fragment of their own.
 */
export function baseOf(baseUrl: string): string {
  if (!URL.canParse(baseUrl)) throw new TypeError('baseUrl: expected an absolute http or https URL');
  // The parser has brought hosts such as 127.1 into one form.
  const { protocol, hostname, username, password, search, hash, origin, pathname } = new URL(baseUrl);
  if (protocol !== 'https:' && protocol !== 'http:')
    throw new TypeError('baseUrl: expected an http or https URL');
  if (username !== '' || password !== '' || search !== '' || hash !== '')
    throw new TypeError('baseUrl: expected a URL without user, password, query and fragment');
  if (protocol === 'http:' && !LOOPBACK.test(hostname))
    throw new TypeError('baseUrl: expected https; http is for this machine only');
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}

/** Throws `TypeError` without the token: what `fetch` says of a header that it refuses has it. */
export function checkToken(token: string | null): string | null {
  if (token !== null && !/^[\x21-\x7e]+$/.test(token))
    throw new TypeError('token: expected visible ASCII characters without spaces');
  return token;
}

/** Fills `{name}` in a path. Throws `TypeError` for what would make it another path. */
export function fillPath(path: string, values: Readonly<Record<string, unknown>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (typeof value !== 'string' || ['', '.', '..'].includes(value))
      throw new TypeError(`${name}: expected a text that can be part of a path`);
    return encodeURIComponent(value);
  });
}

/** Names of the fields that a path takes. */
export function pathFields(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
}
