import { expect, test } from 'vitest';
import { endless, retry } from './retry.js';

const away = new Error('away');

/** Work that fails some times, then succeeds. */
function failing(times: number, error: unknown = away): { work: () => Promise<string>; calls: () => number } {
  let calls = 0;
  return {
    work: async () => {
      calls += 1;
      if (calls <= times) throw error;
      return 'done';
    },
    calls: () => calls,
  };
}

test('work is repeated until it succeeds, with its waits in order and the last one again and again', async () => {
  const { work, calls } = failing(4);
  const waits: number[] = [];
  const onFailure = (_: Error, waitMs: number) => waits.push(waitMs);
  expect(await retry(work, { waitsMs: endless([1, 2]), onFailure })).toBe('done');
  expect(calls()).toBe(5);
  expect(waits).toEqual([1, 2, 2, 2]);
});

test('where the waits end, the last failure is thrown', async () => {
  const { work, calls } = failing(9);
  await expect(retry(work, { waitsMs: [0, 0] })).rejects.toBe(away);
  expect(calls()).toBe(3);
});

test('a failure that stays is thrown at once', async () => {
  const { work, calls } = failing(9);
  await expect(retry(work, { waitsMs: endless([0]), isTransient: () => false })).rejects.toBe(away);
  expect(calls()).toBe(1);
});

test('a wait is as long as the failure asks for, and never shorter than its own', async () => {
  const waits: number[] = [];
  const onFailure = (_: Error, waitMs: number) => waits.push(waitMs);
  const asked = [0, 3];
  await retry(failing(2).work, { waitsMs: [1, 1], askedMs: () => asked.shift()!, onFailure });
  expect(waits).toEqual([1, 3]);
});

test('an abort ends the wait with its reason, and the work is not repeated', async () => {
  const stopping = new AbortController();
  const stop = new Error('stopped');
  const { work, calls } = failing(9);
  const onFailure = () => void setImmediate(() => stopping.abort(stop));
  await expect(retry(work, { waitsMs: [60_000], signal: stopping.signal, onFailure })).rejects.toBe(stop);
  expect(calls()).toBe(1);
});

test('work that fails because of the abort does not report its own failure', async () => {
  const stopping = new AbortController();
  const stop = new Error('stopped');
  const work = () => {
    stopping.abort(stop);
    return Promise.reject(away);
  };
  await expect(retry(work, { waitsMs: [0], signal: stopping.signal })).rejects.toBe(stop);
});
