import { fillPath, parameterText, pathFields } from './address.js';
import { readError } from './answers.js';
import { NoAnswerError, TickscopeError } from './errors.js';
import { factsOf, type OperationId } from './operations.js';
import type { Scope } from './scope.js';
import type { Settings } from './settings.js';

export type Fields = Readonly<Record<string, unknown>>;

export interface PreparedRequest {
  id: OperationId;
  url: string;
  init: RequestInit;
}

/**
 * Prepares an operation's request: fills in the path, and puts the other fields into the body, or into the
 * query where there is no body.
 */
export function prepare(
  { base, token }: Settings,
  id: OperationId,
  input: Fields,
  headers: Readonly<Record<string, string>> = {},
): PreparedRequest {
  const { method, path } = factsOf(id);
  const inPath = new Set(pathFields(path));
  const rest = Object.entries(input).filter(([name, value]) => !inPath.has(name) && value !== undefined);
  const hasBody = method === 'POST';
  const query = new URLSearchParams();
  if (!hasBody) for (const [name, value] of rest) query.set(name, parameterText(value));
  return {
    id,
    url: `${base}${fillPath(path, input)}${`?${query}`.replace(/^\?$/, '')}`,
    init: {
      method,
      headers: {
        Accept: 'application/json',
        ...(hasBody ? { 'Content-Type': 'application/json' } : {}),
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(hasBody ? { body: JSON.stringify(Object.fromEntries(rest)) } : {}),
      // A redirect to another address must get neither the token nor the request.
      redirect: 'manual',
      credentials: 'omit',
    },
  };
}

/**
 * Sends one request, and returns the response once the headers of a 200 have arrived. Throws `TickscopeError`,
 * or the reason that ended the scope.
 */
export async function send(settings: Settings, request: PreparedRequest, scope: Scope): Promise<Response> {
  return unlessEnded(request.id, scope, async () => {
    const response = await settings.fetch(request.url, { ...request.init, signal: scope.signal });
    if (response.status === 200) return response;
    throw await readError(request.id, response, settings.token);
  });
}

/** Errors during the scope are connection errors; after its end, the scope's reason is thrown. */
export async function unlessEnded<T>(id: OperationId, scope: Scope, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw scope.reasonOr(error instanceof TickscopeError ? error : new NoAnswerError(id, error));
  }
}
