import { baseOf, checkToken } from './address.js';
import { type Sleep, sleep } from './sleep.js';

export interface TickscopeOptions {
  /** For example `https://tickscope.example/api`. Plain http is for this machine only. */
  baseUrl: string;
  /** An API key or a JWT. Sent to `baseUrl` only, in the `Authorization` header. */
  token?: string | undefined;
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch | undefined;
  /** Deadline of each request, including its answer. Default: 30,000. Waits between tries do not count. */
  timeoutMs?: number | undefined;
  /** Retries after the first try. Default: 3. */
  retries?: number | undefined;
  /** Longest total wait between the tries of one call. Default: 120,000. A longer wait is not started. */
  maxWaitMs?: number | undefined;
  /** Aborts everything that the client does. */
  signal?: AbortSignal | undefined;
  /** Replaces the timers between tries, for tests. */
  sleep?: Sleep | undefined;
}

/** Options of one call. Defaults: the client's. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
  retries?: number | undefined;
}

export interface Settings {
  base: string;
  token: string | null;
  fetch: typeof fetch;
  timeoutMs: number;
  retries: number;
  maxWaitMs: number;
  signal: AbortSignal | null;
  sleep: Sleep;
}

/** The maximum of a timer. */
const MAX_MS = 2 ** 31 - 1;

/** Throws `TypeError` or `RangeError` for invalid options. Error texts do not contain their values. */
export function settingsOf(options: TickscopeOptions): Settings {
  const send = options.fetch ?? globalThis.fetch;
  return {
    base: baseOf(options.baseUrl),
    token: checkToken(options.token ?? null),
    // Browsers refuse a `fetch` that is called as a method of another object.
    fetch: (input, init) => send(input, init),
    timeoutMs: atLeast('timeoutMs', 1, options.timeoutMs ?? 30_000),
    retries: atLeast('retries', 0, options.retries ?? 3),
    maxWaitMs: atLeast('maxWaitMs', 0, options.maxWaitMs ?? 120_000),
    signal: options.signal ?? null,
    sleep: options.sleep ?? sleep,
  };
}

export function atLeast(name: string, least: number, value: number): number {
  if (!(value >= least && value <= MAX_MS))
    throw new RangeError(`${name}: expected a number from ${least} to ${MAX_MS}`);
  return value;
}
