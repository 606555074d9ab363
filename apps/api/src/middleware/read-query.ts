export interface Query {
  /** By name, percent-decoded; the first value of a repeated parameter. */
  parameters: Record<string, string>;
  /** The errors of the query, a sentence each. */
  wrong: string[];
}

const MAX_NAME_CHARS = 64;

/** Parses the query of a request's URL into strings by name. Each name may occur once. */
export function readQuery(url: string): Query {
  const at = url.indexOf('?');
  const parameters = new Map<string, string>();
  const repeated = new Set<string>();
  for (const [name, value] of new URLSearchParams(at === -1 ? '' : url.slice(at + 1)))
    if (parameters.has(name)) repeated.add(name);
    else parameters.set(name, value);
  return {
    // `fromEntries` defines properties: a parameter named __proto__ becomes an ordinary one, which is unknown.
    parameters: Object.fromEntries(parameters),
    wrong: [...repeated].slice(0, 20).map((name) => `${printable(name)}: given more than once`),
  };
}

function printable(name: string): string {
  const short = name.length > MAX_NAME_CHARS ? `${name.slice(0, MAX_NAME_CHARS)}…` : name;
  return /^[\w$-]+$/.test(short) ? short : JSON.stringify(short);
}
