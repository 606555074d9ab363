const HIDDEN = '…';
/** Shorter parts of a URL, such as `api` or `v1`, are no secrets. */
const SHORTEST_SECRET = 6;

/**
 * Finds the secrets that must not be in a report that is sent to others: the endpoint, its token, and the parts of the
 * URL that may be one. Servers and proxies repeat them in their errors.
 */
export function secretsOf(url: string, token: string | null): string[] {
  const parts = [url, token ?? ''];
  try {
    const { host, hostname, username, password, pathname, search } = new URL(url);
    parts.push(host, hostname, username, password, decode(username), decode(password));
    for (const part of [...pathname.split('/'), ...search.slice(1).split(/[&=]/)])
      parts.push(part, decode(part));
  } catch {
    // It is no URL, and hidden as it is.
  }
  return [...new Set(parts)]
    .filter((part) => part.length >= SHORTEST_SECRET)
    .sort((left, right) => right.length - left.length);
}

/** A copy of a JSON value with every secret in its texts replaced. */
export function withoutSecrets<T>(value: T, secrets: readonly string[]): T {
  if (typeof value === 'string')
    return secrets.reduce((text, secret) => text.replaceAll(secret, HIDDEN), value as string) as T;
  if (Array.isArray(value)) return value.map((each) => withoutSecrets(each, secrets)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, withoutSecrets(each, secrets)]),
  ) as T;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
