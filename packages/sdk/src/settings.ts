import { baseOf, checkToken } from './address.js';
import { type Sleep, sleep } from './sleep.js';

export interface TickscopeOptions {
  /** Such as `https://tickscope.example/api`; plain http for this machine only. */
  baseUrl: string;
  /** An API key or a JWT. Sent to `baseUrl` only, in the `Authorization` header. */
  token?: string | undefined;
  /** Instead of the global one. */
  fetch?: typeof fetch | undefined;
  /** Deadline of each request, its answer included; 30,000. What waits between tries does not count. */
  timeoutMs?: number | undefined;
  /** Tries after the first; 3. */
  retries?: number | undefined;
  /** Longest wait between the tries of one call, in all; 120,000. A longer one is not begun. */
  maxWaitMs?: number | undefined;
  /** Ends everything that the client does. */
  signal?: AbortSignal | undefined;
  /** Instead of timers, between tries; for tests. */
  sleep?: Sleep | undefined;
}

/** Of one call; what is left out is the client's. */
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

/** The most that a timer takes. */
const MAX_MS = 2 ** 31 - 1;

/** Throws `TypeError` or `RangeError` for options that cannot be. Their values are in no text. */
export function settingsOf(options: TickscopeOptions): Settings {
  const send = options.fetch ?? globalThis.fetch;
  return {
    base: baseOf(options.baseUrl),
    token: checkToken(options.token ?? null),
    // Browsers refuse a fetch that is called as somebody's method.
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
