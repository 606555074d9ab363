import {
  compileValidators,
  type components,
  loadOpenApi,
  type operations,
  operationsById,
  type Validate,
} from '@tickscope/schemas';
import { retry } from '@tickscope/store';
import { CliError } from '../cli-error.js';
import { cleanText } from '../terminal-text.js';
import type { ApiAddress } from './address.js';
import { ApiFailureError, ApiUnreachableError, readErrorAnswer } from './failures.js';
import { readText } from './read-text.js';

type OperationId = keyof operations;
type SchemaName = keyof components['schemas'];
type Answer<Id extends OperationId> = operations[Id]['responses'] extends {
  200: { content: { 'application/json': infer Body } };
}
  ? Body
  : never;

export interface Call {
  body?: object;
  pathParameters?: Readonly<Record<string, string>>;
  queryParameters?: Readonly<Record<string, string>>;
}

export interface ApiClient {
  /**
   * Calls one operation of the API. Where a limit is exceeded it waits as long as the answer says, twice at
   * most.
   * @throws ApiFailureError, ApiUnreachableError, CliError
   */
  call<Id extends OperationId>(id: Id, call: Call): Promise<Answer<Id>>;
  /**
   * Validates a part of an answer whose schema the answer's own schema leaves open.
   * @throws CliError where the value does not match
   */
  understood<Name extends SchemaName>(name: Name, value: unknown): components['schemas'][Name];
}

const DEADLINE_MS = 60_000;
const MAX_WAITS = 2;
/** The longest wait at a terminal; limits are a minute long. */
const MAX_WAIT_SECONDS = 90;

/** @param say prints a message for the operator during a wait */
export function openApi(
  address: ApiAddress,
  say: (line: string) => void,
  deadlineMs = DEADLINE_MS,
): ApiClient {
  loaded ??= loadContract();
  const { located, validators, compiled } = loaded;
  return {
    async call(id, { body, pathParameters = {}, queryParameters = {} }) {
      const { method, path } = located.get(id)!;
      const query = `?${new URLSearchParams(queryParameters)}`.replace(/^\?$/, '');
      const inPath = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(pathParameters[name] ?? ''));
      const filled = `${inPath}${query}`;
      const value = await patiently(say, () => request(address, method, filled, body, deadlineMs));
      const validate = compiled.get(id) ?? validators.response(id, 200);
      compiled.set(id, validate);
      const [wrong] = validate(value);
      if (wrong !== undefined) throw notUnderstood(address, wrong);
      return value as Answer<typeof id>;
    },
    understood(name, value) {
      const [wrong] = validators.schema(name)(value);
      if (wrong !== undefined) throw notUnderstood(address, wrong);
      return value as components['schemas'][typeof name];
    },
  };
}

let loaded: ReturnType<typeof loadContract> | null = null;

function loadContract() {
  const document = loadOpenApi();
  // The validators of answers are compiled when first needed, by operation.
  const compiled = new Map<string, Validate>();
  return { located: operationsById(document), validators: compileValidators(document), compiled };
}

function patiently<T>(say: (line: string) => void, ask: () => Promise<T>): Promise<T> {
  const limited = (error: unknown) =>
    error instanceof ApiFailureError && error.status === 429 ? error.answer : null;
  return retry(ask, {
    waitsMs: Array<number>(MAX_WAITS).fill(0),
    askedMs: (error) => (limited(error)?.retryAfterSeconds ?? 0) * 1_000,
    isTransient: (error) =>
      (limited(error)?.retryAfterSeconds ?? Number.POSITIVE_INFINITY) <= MAX_WAIT_SECONDS,
    onFailure(error, waitMs) {
      const message = limited(error)?.message ?? null;
      const limit = message === null ? '' : ` (${message})`;
      say(`A limit of the API is exceeded${limit}: trying again in ${waitMs / 1_000} s.`);
    },
  });
}

async function request(
  address: ApiAddress,
  method: string,
  path: string,
  body: object | undefined,
  deadlineMs: number,
): Promise<unknown> {
  const { url, key } = address;
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${url}${path}`, {
      method: method.toUpperCase(),
      headers: {
        Accept: 'application/json',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // A redirect to another address must get neither the key nor the request.
      redirect: 'manual',
      signal: AbortSignal.timeout(deadlineMs),
    });
    text = await readText(response);
  } catch (error) {
    throw unreachable(address, error as Error, deadlineMs);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = null;
  }
  if (response.status >= 300 && response.status < 400)
    throw new CliError(
      `${url} points elsewhere (HTTP ${response.status}, ${cleanText(response.headers.get('location') ?? '', 200)}): give the address that answers itself.`,
    );
  if (!response.ok)
    throw new ApiFailureError(
      response.status,
      readErrorAnswer(value, response.headers.get('retry-after')),
      address,
    );
  if (value === null) throw notUnderstood(address, 'it is not JSON');
  return value;
}

function unreachable({ url }: ApiAddress, error: Error, deadlineMs: number): CliError {
  if (error instanceof CliError) return error;
  if (error.name === 'TimeoutError')
    return new ApiUnreachableError(`the API at ${url} did not answer within ${deadlineMs / 1_000} s.`);
  const cause = error.cause instanceof Error ? error.cause : error;
  const code = (cause as NodeJS.ErrnoException).code ?? cause.message;
  return new ApiUnreachableError(
    `the API at ${url} cannot be reached (${cleanText(code, 200)}). Is it running? "tickscope doctor" looks.`,
  );
}

function notUnderstood({ url }: ApiAddress, why: string): CliError {
  return new CliError(
    `what ${url} answers is not what this version understands (${cleanText(why, 200)}): is it the address of a Tickscope API of this version?`,
  );
}
