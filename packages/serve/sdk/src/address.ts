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
    const text = typeof value === 'number' ? parameterText(value) : value;
    if (typeof text !== 'string' || ['', '.', '..'].includes(text))
      throw new TypeError(`${name}: expected a text that can be part of a path`);
    return encodeURIComponent(text);
  });
}

/** Decimals of the smallest amount of SOL. */
const DECIMALS = 9;

/** The text of a parameter. A small amount of SOL is in plain digits, as the API reads it: never `1e-7`. */
export function parameterText(value: unknown): string {
  const text = String(value);
  return typeof value === 'number' && /e-/.test(text) ? value.toFixed(DECIMALS).replace(/\.?0+$/, '') : text;
}

/** The names of the fields in a path. */
export function pathFields(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
}
