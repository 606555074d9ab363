import { describe, expect, it } from 'vitest';
import { RpcUnavailableError } from '../source/rpc/json-rpc.js';
import { runOnSchedule, type Schedule, waitAfterFailures } from './run-on-schedule.js';

const SCHEDULE: Schedule = { everyMs: 1, deadlineMs: 10_000, firstWaitMs: 1, longestWaitMs: 4 };

/** Runs until `runs` results were used up, each a number of rows or what is thrown. */
async function play(results: (number | Error)[], schedule: Partial<Schedule> = {}) {
  const stop = new AbortController();
  const seen: (number | [string, number])[] = [];
  await runOnSchedule(
    async () => {
      const result = results.shift();
      if (result === undefined) {
        stop.abort();
        return 0;
      }
      if (typeof result === 'number') return result;
      throw result;
    },
    { ...SCHEDULE, ...schedule },
    { succeeded: (rows) => seen.push(rows), failed: ({ message }, waitMs) => seen.push([message, waitMs]) },
    stop.signal,
    () => 0,
  );
  return seen;
}

describe('a schedule', () => {
  it('waits twice as long after each failure in a row, up to a bound, and starts over after a success', async () => {
    const down = new Error('down');
    expect(await play([down, down, down, down, 7, down])).toEqual([
      ['down', 1],
      ['down', 2],
      ['down', 4],
      ['down', 4],
      7,
      ['down', 1],
    ]);
  });

  it('waits as long as the node asked for', async () => {
    expect(
      await play([
        new RpcUnavailableError('call_limit', 'busy', 30),
        new RpcUnavailableError('call_limit', 'busy'),
      ]),
    ).toEqual([
      ['busy', 30],
      ['busy', 2],
    ]);
  });

  it('gives a run up at its deadline', async () => {
    const stop = new AbortController();
    const failures: string[] = [];
    await runOnSchedule(
      (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      { ...SCHEDULE, deadlineMs: 20 },
      {
        succeeded() {},
        failed(error) {
          failures.push(error.name);
          stop.abort();
        },
      },
      stop.signal,
    );
    expect(failures).toEqual(['TimeoutError']);
  });

  it('ends at once on abort, during a run or between two', async () => {
    for (const everyMs of [0, 3_600_000]) {
      const stop = new AbortController();
      const abortSoon = (): void => void setImmediate(() => stop.abort());
      await runOnSchedule(
        (signal) => {
          if (everyMs > 0) return Promise.resolve(0);
          abortSoon();
          return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
        },
        { ...SCHEDULE, everyMs, deadlineMs: 3_600_000 },
        { succeeded: abortSoon, failed() {} },
        stop.signal,
      );
    }
  });

  it('never waits longer than its longest wait, however often it failed', () => {
    expect(waitAfterFailures(1_000_000, SCHEDULE)).toBe(4);
  });
});
