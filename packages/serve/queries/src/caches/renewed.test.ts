import { expect, test } from 'vitest';
import { type Renewed, renewed } from './renewed.js';

/** Above 0, as the library wants it. */
const START = 5_000;
const LIFETIME = { freshMs: 100, keptMs: 1_000 };
const CONTEXT = { id: 'test', signal: new AbortController().signal };

/** A cache on a clock that stands still, with answers that are given by hand. */
function stage() {
  const clock = { now: START };
  const asked: ((answer: string | Error) => void)[] = [];
  const cache: Renewed<string> = renewed({ most: 2, now: () => clock.now });
  const look = () =>
    new Promise<string>((resolve, reject) => {
      asked.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer)));
    });
  const read = (key = 'a') => cache.get(key, LIFETIME, CONTEXT, look);
  const keep = (leftMs: number) => cache.keep('a', { ...LIFETIME, leftMs }, CONTEXT, look);
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { clock, asked, read, keep, settle };
}

test('the first answer is waited for, once for all who ask; then it is served while it is fresh', async () => {
  const { clock, asked, read } = stage();
  const both = [read(), read()];
  asked[0]!('first');
  expect(await Promise.all(both)).toEqual(['first', 'first']);
  clock.now = START + 99;
  expect(await read()).toBe('first');
  expect(asked).toHaveLength(1);
});

test('an old answer is served while one look-up makes a new one', async () => {
  const { clock, asked, read, settle } = stage();
  const first = read();
  asked[0]!('first');
  await first;
  clock.now = START + 100;
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
  clock.now = START + 999;
  expect(await read()).toBe('first');
  asked[1]!(new Error('away'));
  await settle();
  clock.now = START + 1_001;
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

test('a value that is kept is made before anyone asks, and again before its time ends', async () => {
  const { clock, asked, read, keep } = stage();
  const first = keep(200);
  asked[0]!('first');
  await first;
  expect(await read()).toBe('first');
  clock.now = START + 799;
  await keep(200);
  expect(asked).toHaveLength(1);
  clock.now = START + 800;
  const second = keep(200);
  expect(asked).toHaveLength(2);
  asked[1]!('second');
  await second;
  clock.now = START + 1_799;
  expect(await read()).toBe('second');
});

test('keeping a value fails with its look-up, and leaves the old one', async () => {
  const { clock, asked, read, keep } = stage();
  const first = read();
  asked[0]!('first');
  await first;
  clock.now = START + 900;
  const kept = keep(200);
  asked[1]!(new Error('away'));
  await expect(kept).rejects.toThrow('away');
  expect(await read()).toBe('first');
});
