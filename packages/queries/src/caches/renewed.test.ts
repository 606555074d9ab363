import { expect, test } from 'vitest';
import { type Renewed, renewed } from './renewed.js';

const LIFETIME = { freshMs: 100, keptMs: 1_000 };
const CONTEXT = { id: 'test', signal: new AbortController().signal };

/** A cache on a clock that stands still, with answers that are given by hand. */
function stage() {
  const clock = { now: 0 };
  const asked: ((answer: string | Error) => void)[] = [];
  const cache: Renewed<string> = renewed({ most: 2, now: () => clock.now });
  const read = (key = 'a') =>
    cache(
      key,
      LIFETIME,
      CONTEXT,
      () =>
        new Promise((resolve, reject) => {
          asked.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer)));
        }),
    );
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { clock, asked, read, settle };
}

test('the first answer is waited for, once for all who ask; then it is served while it is fresh', async () => {
  const { clock, asked, read } = stage();
  const both = [read(), read()];
  asked[0]!('first');
  expect(await Promise.all(both)).toEqual(['first', 'first']);
  clock.now = 99;
  expect(await read()).toBe('first');
  expect(asked).toHaveLength(1);
});

test('an old answer is served while one look-up makes a new one', async () => {
  const { clock, asked, read, settle } = stage();
  const first = read();
  asked[0]!('first');
  await first;
  clock.now = 100;
  expect([await read(), await read()]).toEqual(['first', 'first']);
  expect(asked).toHaveLength(2);
  asked[1]!('second');
  await settle();
  expect(await read()).toBe('second');
});

test('when the look-up fails, the old answer is served to its end, then the error', async () => {
  const { clock, asked, read, settle } = stage();
  const first = read();
  asked[0]!('first');
  await first;
  clock.now = 999;
  expect(await read()).toBe('first');
  asked[1]!(new Error('away'));
  await settle();
  clock.now = 1_000;
  const late = read();
  asked[2]!(new Error('still away'));
  await expect(late).rejects.toThrow('still away');
});

test('the least recently used answer leaves first', async () => {
  const { asked, read } = stage();
  for (const [at, key] of ['a', 'b', 'c'].entries()) {
    const answer = read(key);
    asked[at]!(key);
    await answer;
  }
  expect(await read('c')).toBe('c');
  const again = read('a');
  expect(asked).toHaveLength(4);
  asked[3]!('again');
  expect(await again).toBe('again');
});
