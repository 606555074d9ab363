export interface Query {
  /** By name, percent-decoded; of a repeated one the first. */
  parameters: Record<string, string>;
  /** What cannot be meant, a sentence each. */
  wrong: string[];
}

const MAX_NAME_CHARS = 64;

/** The query of a request's URL: flat texts, each name once. */
export function readQuery(url: string): Query {
  const at = url.indexOf('?');
  const parameters = new Map<string, string>();
  const repeated = new Set<string>();
  for (const [name, value] of new URLSearchParams(at === -1 ? '' : url.slice(at + 1)))
    if (parameters.has(name)) repeated.add(name);
    else parameters.set(name, value);
  return {
    // Entries define properties: a parameter named __proto__ is one of them, and unknown.
    parameters: Object.fromEntries(parameters),
    wrong: [...repeated].slice(0, 20).map((name) => `${printable(name)}: given more than once`),
  };
}

function printable(name: string): string {
  const short = name.length > MAX_NAME_CHARS ? `${name.slice(0, MAX_NAME_CHARS)}…` : name;
  return /^[\w$-]+$/.test(short) ? short : JSON.stringify(short);
}
