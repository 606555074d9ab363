import { expect, test } from 'vitest';
import { ApiError } from '../errors.js';
import type { OperationInput } from '../operation.js';
import { createAnswerCache } from './answer-cache.js';

const inputOf = (name: string) => ({ pathParameters: { name } }) as unknown as OperationInput;

function cacheOf(keptMs: (answer: object) => number) {
  const clock = { now: 0 };
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

test('an answer is given again for its time to whoever asks the same', async () => {
  const { clock, ask } = cacheOf(() => 1_000);
  expect(await ask('a')).toEqual(['miss', { name: 'a', count: 1 }]);
  expect(await ask('b')).toEqual(['miss', { name: 'b', count: 2 }]);
  clock.now = 999;
  expect(await ask('a')).toEqual(['hit', { name: 'a', count: 1 }]);
  clock.now = 1_000;
  expect(await ask('a')).toEqual(['miss', { name: 'a', count: 3 }]);
});

test('how long depends on the answer', async () => {
  const { clock, ask } = cacheOf((answer) => ((answer as { name: string }).name === 'short' ? 10 : 1_000));
  await ask('short');
  await ask('long');
  clock.now = 10;
  expect((await ask('short'))[0]).toBe('miss');
  expect((await ask('long'))[0]).toBe('hit');
});

test('an error is not kept', async () => {
  const { cached, ask } = cacheOf(() => 1_000);
  const missing = () => Promise.reject(new ApiError('transaction_not_found', { details: 'x' }));
  await expect(cached(inputOf('a'), missing)).rejects.toThrow();
  expect((await ask('a'))[0]).toBe('miss');
});
