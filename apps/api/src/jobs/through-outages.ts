import { JobError } from '@tickscope/accounts';
import { endless, retry } from '@tickscope/store';
import { toApiError } from '../errors.js';

const WAITS_MS = [500, 1_000, 2_000, 4_000];

/**
 * Retries an analysis while ClickHouse is away, busy or slow. Analyses only read, so a second run does no harm.
 * Once the outage has lasted longer than `outageMs`, throws `JobError` with what a caller may know.
 */
export function throughOutages<T>(
  analyse: () => Promise<T>,
  signal: AbortSignal,
  outageMs: number,
): Promise<T> {
  const startedAt = performance.now();
  return retry(analyse, {
    waitsMs: endless(WAITS_MS),
    signal,
    isTransient: (error) => toApiError(error).code === 'unavailable',
    onFailure(error, waitMs) {
      if (performance.now() + waitMs - startedAt > outageMs)
        throw new JobError(`${String(toApiError(error).options.details)} Ask again later.`, { cause: error });
    },
  });
}
