import { useSyncExternalStore } from 'react';

/** A window of the limits, as the last answer of an operation showed it. */
export interface Usage {
  /** `GET /slots/…`: the method, and the path without its parameters. */
  operation: string;
  limit: number;
  remaining: number;
  resetAtMs: number;
}

let usages: readonly Usage[] = [];
const listeners = new Set<() => void>();

/** Notes what an answer's headers say about the limits. */
export function noteUsage(method: string, url: string, headers: Headers, base: string): void {
  const [limit, remaining, reset] = ['Limit', 'Remaining', 'Reset'].map((name) =>
    Number(headers.get(`X-RateLimit-${name}`) ?? Number.NaN),
  ) as [number, number, number];
  if ([limit, remaining, reset].some(Number.isNaN)) return;
  const usage = { operation: operationOf(method, url, base), limit, remaining, resetAtMs: reset * 1_000 };
  usages = [usage, ...usages.filter(({ operation }) => operation !== usage.operation)];
  for (const listener of listeners) listener();
}

/** Another key has windows of its own. */
export function forgetUsage(): void {
  usages = [];
  for (const listener of listeners) listener();
}

export function useUsage(): readonly Usage[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => usages,
  );
}

export function operationOf(method: string, url: string, base: string): string {
  const path = new URL(url).pathname.slice(new URL(base).pathname.length);
  const names = path.split('/').map((part) => (/^[a-z-]{0,24}$/.test(part) ? part : '…'));
  return `${method.toUpperCase()} ${names.join('/')}`;
}
