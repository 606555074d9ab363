import { fillPath, pathFields } from './address.js';
import { readError } from './answers.js';
import { NoAnswer, TickscopeError } from './errors.js';
import { OPERATIONS, type OperationId, type OperationPlace } from './operations.js';
import type { Scope } from './scope.js';
import type { Settings } from './settings.js';

export type Fields = Readonly<Record<string, unknown>>;

export interface PreparedRequest {
  id: OperationId;
  url: string;
  init: RequestInit;
}

/** The request of an operation: its path's fields, then the query of what has no body, or the body. */
export function prepare(
  { base, token }: Settings,
  id: OperationId,
  input: Fields,
  headers: Readonly<Record<string, string>> = {},
): PreparedRequest {
  const { method, path }: OperationPlace = OPERATIONS[id];
  const inPath = new Set(pathFields(path));
  const rest = Object.entries(input).filter(([name, value]) => !inPath.has(name) && value !== undefined);
  const hasBody = method === 'POST';
  const query = new URLSearchParams();
  if (!hasBody) for (const [name, value] of rest) query.set(name, String(value));
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
      // Another address than the one that was given gets neither token nor question.
      redirect: 'manual',
      credentials: 'omit',
    },
  };
}

/** One request, up to the headers of a 200. Throws `TickscopeError`, or what ended the scope. */
export async function send(settings: Settings, request: PreparedRequest, scope: Scope): Promise<Response> {
  return unlessEnded(request.id, scope, async () => {
    const response = await settings.fetch(request.url, { ...request.init, signal: scope.signal });
    if (response.status === 200) return response;
    throw await readError(request.id, response, settings.token);
  });
}

/** What goes wrong while the scope lasts is the connection's fault; afterwards it is the scope's end. */
export async function unlessEnded<T>(id: OperationId, scope: Scope, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw scope.reasonOr(error instanceof TickscopeError ? error : new NoAnswer(id, error));
  }
}
