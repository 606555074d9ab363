import { expect, test } from 'vitest';
import { rememberedEach } from './remembered-each.js';

/** Above 0, as the library wants it. */
const START = 1_000;

/** A table of values, with the keys that were looked up in it. */
function notes(most = 10) {
  const clock = { now: START };
  const written = new Map<string, string>();
  const asked: string[][] = [];
  const isWhole = (text: string) => !text.endsWith('…');
  const each = rememberedEach<string>({ most, isWhole, now: () => clock.now });
  const read = async (...keys: string[]) => {
    const known = await each(keys, async (unknown) => {
      asked.push([...unknown]);
      return new Map([...written].filter(([key]) => unknown.includes(key)));
    });
    return Object.fromEntries(known);
  };
  return { clock, written, asked, read };
}

test('only missing values are looked up, and none if all are cached', async () => {
  const { written, asked, read } = notes();
  written.set('a', 'A').set('b', 'B');
  expect(await read('a', 'none')).toEqual({ a: 'A' });
  expect(await read('b', 'a', 'none')).toEqual({ a: 'A', b: 'B' });
  expect(await read('none', 'b', 'a')).toEqual({ a: 'A', b: 'B' });
  expect(asked).toEqual([['a', 'none'], ['b']]);
});

test('complete values are kept for a minute, incomplete or missing ones for five seconds', async () => {
  const { clock, written, read } = notes();
  written.set('whole', 'old').set('begun', 'o…');
  expect(await read('whole', 'begun', 'late')).toEqual({ whole: 'old', begun: 'o…' });
  written.set('whole', 'new').set('begun', 'new').set('late', 'new');
  clock.now = START + 5_000;
  expect(await read('whole', 'begun', 'late')).toEqual({ whole: 'old', begun: 'o…' });
  clock.now = START + 5_001;
  expect(await read('whole', 'begun', 'late')).toEqual({ whole: 'old', begun: 'new', late: 'new' });
  clock.now = START + 60_001;
  expect(await read('whole')).toEqual({ whole: 'new' });
});

test('complete values may be kept for longer', async () => {
  const clock = { now: START };
  const each = rememberedEach<string>({ most: 2, foundMs: 600_000, now: () => clock.now });
  const read = async (value: string) => (await each(['a'], async () => new Map([['a', value]]))).get('a');
  expect(await read('old')).toBe('old');
  clock.now = START + 600_000;
  expect(await read('new')).toBe('old');
  clock.now = START + 600_001;
  expect(await read('new')).toBe('new');
});

test('requests above the size of the cache are answered, and very long keys are not cached', async () => {
  const { written, asked, read } = notes(2);
  for (const key of ['a', 'b', 'c']) written.set(key, key);
  expect(await read('a', 'b', 'c')).toEqual({ a: 'a', b: 'b', c: 'c' });
  const many = Array.from({ length: 501 }, (_, at) => `key ${at}`);
  written.set('key 500', 'last');
  expect(await read(...many)).toEqual({ 'key 500': 'last' });
  expect(await read('b', 'c')).toEqual({ b: 'b', c: 'c' });
  expect(asked).toHaveLength(2);
});

test('a failed look-up is not cached', async () => {
  const each = rememberedEach<string>({ most: 2 });
  await expect(each(['a'], () => Promise.reject(new Error('busy')))).rejects.toThrow('busy');
  expect(await each(['a'], async () => new Map([['a', 'A']]))).toEqual(new Map([['a', 'A']]));
});
