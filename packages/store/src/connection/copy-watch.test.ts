import { expect, test, vi } from 'vitest';
import { CopyWatch } from './copy-watch.js';

/** What a whole copy answers to a look: nothing unfinished, and rows. */
const WHOLE = [['0', '1']];

test('a look that began before a query failed does not call the copy back', async () => {
  const looks: ((rows: string[][]) => void)[] = [];
  const read = {
    queryRows: <Row extends readonly unknown[]>(): Promise<Row[]> =>
      new Promise((resolve) => looks.push((rows) => resolve(rows as unknown as Row[]))),
  };
  const said: boolean[] = [];
  const watch = new CopyWatch([read], false, (isAway) => said.push(isAway));
  watch.failed(new Error('connect ECONNREFUSED'));
  looks[0]!(WHOLE);
  await vi.waitUntil(() => looks.length === 2, { timeout: 10_000 });
  expect(watch.isAway).toBe(true);
  looks[1]!(WHOLE);
  await vi.waitUntil(() => !watch.isAway, { timeout: 10_000 });
  expect(said).toEqual([true, false]);
  watch.close();
});
