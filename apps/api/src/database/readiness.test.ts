import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createReadiness } from './readiness.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a flood of questions is one look a second at the database', async () => {
  let queries = 0;
  const read = {
    async queryRows() {
      queries += 1;
      return [];
    },
  };
  const readiness = createReadiness(read, () => false, null);
  const flood = (): Promise<unknown> => Promise.all(Array.from({ length: 200 }, () => readiness()));
  await flood();
  const ofALook = queries;
  expect(ofALook).toBeGreaterThan(0);
  vi.advanceTimersByTime(999);
  await flood();
  expect(queries).toBe(ofALook);
  vi.advanceTimersByTime(1);
  await flood();
  expect(queries).toBe(2 * ofALook);
});
