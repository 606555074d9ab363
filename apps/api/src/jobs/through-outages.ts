import { setTimeout as sleep } from 'node:timers/promises';
import { JobError } from '@tickscope/accounts';
import { toApiError } from '../errors.js';

const WAITS_MS = [500, 1_000, 2_000, 4_000];

/**
 * Retries an analysis while ClickHouse is away, busy or slow. Analyses only read, so a second run does no harm.
 * Once the outage has lasted longer than `outageMs`, throws `JobError` with what a caller may know.
 */
export async function throughOutages<T>(
  analyse: () => Promise<T>,
  signal: AbortSignal,
  outageMs: number,
): Promise<T> {
  let since: number | null = null;
  for (let tries = 0; ; tries += 1) {
    const startedAt = performance.now();
    try {
      return await analyse();
    } catch (error) {
      signal.throwIfAborted();
      const { code, options } = toApiError(error);
      if (code !== 'unavailable') throw error;
      since ??= startedAt;
      const waitMs = WAITS_MS[Math.min(tries, WAITS_MS.length - 1)] ?? 0;
      if (performance.now() + waitMs - since > outageMs)
        throw new JobError(`${String(options.details)} Ask again later.`, { cause: error });
      await sleep(waitMs, undefined, { signal });
    }
  }
}
