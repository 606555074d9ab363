const LOOPBACK = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Checks the base address and normalises it. Throws `TypeError` for an address that a token must not be sent
 * to: plain HTTP to another machine, and URLs with a user, a query or a fragment.
 */
export function baseOf(baseUrl: string): string {
  if (!URL.canParse(baseUrl)) throw new TypeError('baseUrl: expected an absolute http or https URL');
  // The parser has normalised hosts such as 127.1.
  const { protocol, hostname, username, password, search, hash, origin, pathname } = new URL(baseUrl);
  if (protocol !== 'https:' && protocol !== 'http:')
    throw new TypeError('baseUrl: expected an http or https URL');
  if (username !== '' || password !== '' || search !== '' || hash !== '')
    throw new TypeError('baseUrl: expected a URL without user, password, query and fragment');
  if (protocol === 'http:' && !LOOPBACK.test(hostname))
    throw new TypeError('baseUrl: expected https; http is for this machine only');
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}

/** Throws `TypeError` without the token's text: the error of `fetch` for an invalid header would contain it. */
export function checkToken(token: string | null): string | null {
  if (token !== null && !/^[\x21-\x7e]+$/.test(token))
    throw new TypeError('token: expected visible ASCII characters without spaces');
  return token;
}

/** Fills `{name}` in a path. Throws `TypeError` for a value that would change the path. */
export function fillPath(path: string, values: Readonly<Record<string, unknown>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (typeof value !== 'string' || ['', '.', '..'].includes(value))
      throw new TypeError(`${name}: expected a text that can be part of a path`);
    return encodeURIComponent(value);
  });
}

/** The names of the fields in a path. */
export function pathFields(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
}
