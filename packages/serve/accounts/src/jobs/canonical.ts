import { createHash } from 'node:crypto';

/** No valid request is deeper, and unlimited depth would cause a stack overflow. */
const MAX_DEPTH = 64;

/**
 * The canonical JSON of a value: keys sorted by their UTF-16 code units, no spaces, numbers as ECMAScript
 * writes them (as in RFC 8785). Undefined properties are left out, as in JSON.stringify.
 * @throws TypeError for values that JSON does not have (NaN, bigint, functions, undefined in a list) and for
 * depth beyond 64
 */
export function canonicalJson(value: unknown, depth = 0): string {
  if (depth > MAX_DEPTH) throw new TypeError('the request is nested too deeply');
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return JSON.stringify(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`${value} is not a number of JSON`);
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item, depth + 1)).join(',')}]`;
  if (typeof value !== 'object') throw new TypeError(`JSON has no ${typeof value}`);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    throw new TypeError('only plain objects have one form in JSON');
  const entries = Object.entries(value as Record<string, unknown>)
    .filter(([, item]) => item !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item, depth + 1)}`);
  return `{${entries.join(',')}}`;
}

export function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
