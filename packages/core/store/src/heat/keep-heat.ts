import { setTimeout as sleep } from 'node:timers/promises';
import type { ReadWrite } from '../connection/open-store.js';
import { refreshHeat } from './refresh-heat.js';

/** Events for monitoring. Called synchronously; handlers must not throw. */
export interface HeatEvents {
  made(buckets: readonly number[], tookMs: number): void;
  failed(error: Error): void;
}

/** A bucket of 128 slots closes every 26 to 51 seconds. */
const IDLE_MS = 15_000;
const RETRY_MS = 10_000;

/**
 * Keeps `account_heat` in line with the stored blocks until aborted, then finishes the current bucket. Never throws.
 */
export async function keepHeat(store: ReadWrite, on: HeatEvents, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const startedAt = performance.now();
    let waitMs = IDLE_MS;
    try {
      const { made, isMore } = await refreshHeat(store, { signal });
      if (made.length > 0) on.made(made, performance.now() - startedAt);
      if (isMore) waitMs = 0;
    } catch (error) {
      on.failed(error as Error);
      waitMs = RETRY_MS;
    }
    await sleep(waitMs, undefined, { signal }).catch(() => {});
  }
}
