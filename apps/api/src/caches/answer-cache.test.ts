import { expect, test } from 'vitest';
import { ApiError } from '../errors.js';
import type { OperationInput } from '../operation.js';
import { createAnswerCache } from './answer-cache.js';

const inputOf = (name: string, signal = new AbortController().signal) =>
  ({ pathParameters: { name }, context: { signal } }) as unknown as OperationInput;

/** Above 0, as the library wants it. */
const START = 1_000;

function cacheOf(keptMs: (answer: object) => number) {
  const clock = { now: START };
  const caching = { most: 2, keyOf: ({ pathParameters }: OperationInput) => pathParameters['name']!, keptMs };
  const cached = createAnswerCache(caching, () => clock.now);
  let count = 0;
  const ask = async (name: string) => {
    const { body, cache } = await cached(inputOf(name), async () => {
      count += 1;
      return { name, count };
    });
    return [cache, body];
  };
  return { clock, cached, ask };
}

test('equal requests get the cached answer until it expires', async () => {
  const { clock, ask } = cacheOf(() => 1_000);
  expect(await ask('a')).toEqual(['miss', { name: 'a', count: 1 }]);
  expect(await ask('b')).toEqual(['miss', { name: 'b', count: 2 }]);
  clock.now = START + 1_000;
  expect(await ask('a')).toEqual(['hit', { name: 'a', count: 1 }]);
  clock.now = START + 1_001;
  expect(await ask('a')).toEqual(['miss', { name: 'a', count: 3 }]);
});

test('how long depends on the answer', async () => {
  const { clock, ask } = cacheOf((answer) => ((answer as { name: string }).name === 'short' ? 10 : 1_000));
  await ask('short');
  await ask('long');
  clock.now = START + 11;
  expect((await ask('short'))[0]).toBe('miss');
  expect((await ask('long'))[0]).toBe('hit');
});

test('an answer that is not to be cached is asked for again', async () => {
  const { clock, ask } = cacheOf(() => 0);
  await ask('a');
  expect((await ask('a'))[0]).toBe('miss');
  clock.now = START + 1;
  expect((await ask('a'))[0]).toBe('miss');
});

test('an error is not kept', async () => {
  const { cached, ask } = cacheOf(() => 1_000);
  const missing = () => Promise.reject(new ApiError('transaction_not_found', { details: 'x' }));
  await expect(cached(inputOf('a'), missing)).rejects.toThrow();
  expect((await ask('a'))[0]).toBe('miss');
});

/** A request that is answered when the test says so. */
function held() {
  const { promise, resolve, reject } = withResolvers();
  let count = 0;
  return {
    resolve,
    reject,
    get count() {
      return count;
    },
    answer: () => {
      count += 1;
      return promise;
    },
  };
}

function withResolvers() {
  let resolve: (body: object) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<object>((...both) => {
    [resolve, reject] = both;
  });
  return { promise, resolve, reject };
}

test('equal questions at once are answered by one of them, and fail with it; others are not touched', async () => {
  const { cached, ask } = cacheOf(() => 1_000);
  const question = held();
  const several = [1, 2, 3].map(() => cached(inputOf('a'), question.answer));
  expect(await ask('b')).toEqual(['miss', { name: 'b', count: 1 }]);
  question.resolve({ resolved: true });
  expect(await Promise.all(several)).toEqual(Array(3).fill({ body: { resolved: true }, cache: 'miss' }));
  expect(question.count).toBe(1);
  expect((await ask('a'))[0]).toBe('hit');

  const failing = held();
  const both = [1, 2].map(() => cached(inputOf('c'), failing.answer));
  failing.reject(new ApiError('unavailable', { details: 'x' }));
  expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(failing.count).toBe(1);
  expect((await ask('c'))[0]).toBe('miss');
});

test('when the caller that runs the query leaves, another waiting caller runs it', async () => {
  const { cached } = cacheOf(() => 1_000);
  const leaving = new AbortController();
  const [first, second] = [held(), held()];
  const left = cached(inputOf('a', leaving.signal), first.answer);
  const stays = [1, 2].map(() => cached(inputOf('a'), second.answer));
  leaving.abort();
  first.reject(new Error('aborted'));
  await expect(left).rejects.toThrow('aborted');
  second.resolve({ resolved: true });
  expect(await Promise.all(stays)).toEqual(Array(2).fill({ body: { resolved: true }, cache: 'miss' }));
  expect([first.count, second.count]).toEqual([1, 1]);
});
