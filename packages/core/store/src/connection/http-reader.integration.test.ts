import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tuples } from '../query/tuples.js';

let store: TestStore;
beforeAll(async () => {
  store = await startTestStore();
  await store.fresh();
});
afterAll(async () => store?.stop());

const timeoutMs = 10_000;

test('parameters of every kind arrive as they are', async () => {
  const text = "a'b\\c\td\ne\rf&g=h%20{x} “ü” 𝕊";
  const [row] = await store.open('reader').read.queryRows(
    `SELECT {text:String}, {texts:Array(String)}, {count:UInt32}, {amount:UInt64}, {amounts:Array(UInt64)}, {flag:Bool},
      {none:Nullable(String)}, {pairs:Array(Tuple(String, UInt64))}, {empty:Array(UInt8)}`,
    {
      timeoutMs,
      params: {
        text,
        texts: [text, ''],
        count: 7,
        amount: '18446744073709551615',
        amounts: [1n, 18446744073709551615n],
        flag: true,
        none: null,
        pairs: tuples([[text, 9]]),
        empty: [],
      },
    },
  );
  expect(row).toEqual([
    text,
    [text, ''],
    7,
    '18446744073709551615',
    ['1', '18446744073709551615'],
    true,
    null,
    [[text, '9']],
    [],
  ]);
});

test('an error of the server has its number, and the next query is answered', async () => {
  const { read } = store.open('reader');
  await expect(read.queryRows('SELECT nothing', { timeoutMs })).rejects.toMatchObject({
    code: '47',
    type: 'UNKNOWN_IDENTIFIER',
  });
  await expect(
    read.queryRows('SELECT throwIf(number = 3000000) FROM numbers(4000000)', { timeoutMs }),
  ).rejects.toMatchObject({ code: '395' });
  expect(await read.queryRows('SELECT 1', { timeoutMs })).toEqual([[1]]);
});

test('many queries at once on few connections each get their own answer', async () => {
  const { read } = store.open('reader');
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, at) =>
      read.queryRows('SELECT {at:UInt32}, range(20000)', { timeoutMs, params: { at }, isPointRead: true }),
    ),
  );
  expect(answers.map((rows) => rows[0]![0])).toEqual(Array.from({ length: 60 }, (_, at) => at));
  expect(answers.every((rows) => (rows[0]![1] as unknown[]).length === 20_000)).toBe(true);
});

test('a point read runs on one thread and with the older analyzer, any other query as the server is set up', async () => {
  const { read } = store.open('reader');
  const sql = `SELECT toString(getSetting('max_threads')), toString(getSetting('enable_analyzer'))`;
  expect(await read.queryRows(sql, { timeoutMs, isPointRead: true })).toEqual([['1', 'false']]);
  expect((await read.queryRows(sql, { timeoutMs }))[0]![1]).toBe('true');
});
