import { afterEach, beforeEach, vi } from 'vitest';

/**
 * Holds this process's clock during each test of a file: only the returned function moves it, however busy the machine is.
 *
 * @returns moves it by some milliseconds
 */
export function useHeldClock(): (ms: number) => void {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'Date'] }));
  afterEach(() => void vi.useRealTimers());
  return (ms) => void vi.advanceTimersByTime(ms);
}
