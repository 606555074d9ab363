import { expect, test } from 'vitest';
import { QueryQueue, QueryRefusedError } from './query-queue.js';

/** A query that ends when the test says so. */
function heldQuery(name: string, begun: string[]): { ask: () => Promise<string>; end: () => void } {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return {
    ask: async () => {
      begun.push(name);
      await ended;
      return name;
    },
    end: () => end(),
  };
}

const turn = (signal = new AbortController().signal, timeoutMs = 60_000) => ({ signal, timeoutMs });
/** Yields until everything that is ready has run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('limits concurrent queries; waiting ones start in order of arrival', async () => {
  const queue = new QueryQueue({ atOnce: 2, mostWaiting: 10 });
  const begun: string[] = [];
  const queries = ['a', 'b', 'c', 'd'].map((name) => heldQuery(name, begun));
  const answers = queries.map(({ ask }) => queue.run(turn(), ask));
  await settled();
  expect([begun, queue.running, queue.waiting]).toEqual([['a', 'b'], 2, 2]);
  queries[1]!.end();
  await settled();
  expect([begun, queue.running, queue.waiting]).toEqual([['a', 'b', 'c'], 2, 1]);
  for (const { end } of queries) end();
  expect(await Promise.all(answers)).toEqual(['a', 'b', 'c', 'd']);
  expect([queue.running, queue.waiting]).toEqual([0, 0]);
});

test('all queries of an earlier request run before those of later ones', async () => {
  const queue = new QueryQueue({ atOnce: 1, mostWaiting: 10 });
  const begun: string[] = [];
  const [first, second] = [turn(), turn()];
  const [one, other, next] = ['first 1', 'second 1', 'first 2'].map((name) => heldQuery(name, begun)) as [
    ReturnType<typeof heldQuery>,
    ReturnType<typeof heldQuery>,
    ReturnType<typeof heldQuery>,
  ];
  const all = [queue.run(first, one.ask), queue.run(second, other.ask)];
  await settled();
  all.push(queue.run(first, next.ask));
  for (const { end } of [one, other, next]) end();
  await Promise.all(all);
  expect(begun).toEqual(['first 1', 'first 2', 'second 1']);
});

test('where too many wait, the latest to come is refused at once; one that was begun is not', async () => {
  const queue = new QueryQueue({ atOnce: 1, mostWaiting: 1 });
  const begun: string[] = [];
  const old = turn();
  const [running, late, begunOne] = ['old 1', 'late', 'old 2'].map((name) => heldQuery(name, begun)) as [
    ReturnType<typeof heldQuery>,
    ReturnType<typeof heldQuery>,
    ReturnType<typeof heldQuery>,
  ];
  const first = queue.run(old, running.ask);
  const waiting = queue.run(turn(), late.ask);
  const refused = expect(waiting).rejects.toBeInstanceOf(QueryRefusedError);
  const second = queue.run(old, begunOne.ask);
  await refused;
  await expect(queue.run(turn(), late.ask)).rejects.toBeInstanceOf(QueryRefusedError);
  running.end();
  begunOne.end();
  expect(await Promise.all([first, second])).toEqual(['old 1', 'old 2']);
  expect(queue.waiting).toBe(0);
});

test('a query that waits too long, or whose caller has left, is never run', async () => {
  const queue = new QueryQueue({ atOnce: 1, mostWaiting: 10 });
  const begun: string[] = [];
  const running = heldQuery('running', begun);
  const first = queue.run(turn(), running.ask);
  const caller = new AbortController();
  const left = queue.run(turn(caller.signal), heldQuery('left', begun).ask);
  const late = queue.run(turn(undefined, 1), heldQuery('late', begun).ask);
  const refusals = Promise.all(
    [left, late].map((one) => expect(one).rejects.toBeInstanceOf(QueryRefusedError)),
  );
  caller.abort();
  await refusals;
  running.end();
  await first;
  expect([begun, queue.running, queue.waiting]).toEqual([['running'], 0, 0]);
});

test('where the wait is limited, a query that waits too long is refused although it has time left', async () => {
  const queue = new QueryQueue({ atOnce: 1, mostWaiting: 10, mostWaitMs: 1 });
  const running = heldQuery('running', []);
  const first = queue.run(turn(), running.ask);
  await expect(queue.run(turn(), heldQuery('late', []).ask)).rejects.toBeInstanceOf(QueryRefusedError);
  running.end();
  await first;
  expect(await queue.run(turn(), async (leftMs) => leftMs)).toBe(60_000);
});

test('the wait is subtracted from the timeout of the query, in whole milliseconds', async () => {
  const queue = new QueryQueue({ atOnce: 1, mostWaiting: 10 });
  const running = heldQuery('running', []);
  const first = queue.run(turn(), running.ask);
  const left = queue.run(turn(), async (leftMs) => leftMs);
  await new Promise((resolve) => setTimeout(resolve, 20));
  running.end();
  await first;
  expect(await left).toBeLessThan(60_000);
  expect(AbortSignal.timeout(await left).aborted).toBe(false);
  expect(await queue.run(turn(), async (leftMs) => leftMs)).toBe(60_000);
});

test('a failed query frees its slot for the next', async () => {
  const queue = new QueryQueue({ atOnce: 1, mostWaiting: 10 });
  const failing = queue.run(turn(), () => Promise.reject(new Error('wrong')));
  const next = queue.run(turn(), async () => 'next');
  await expect(failing).rejects.toThrow('wrong');
  expect(await next).toBe('next');
  expect(queue.running).toBe(0);
});

test('more queries run at once while the cores are idle, and no more start once they are not', async () => {
  let isIdle = false;
  const queue = new QueryQueue({
    ...{ atOnce: 1, mostWaiting: 10 },
    whenIdle: { atOnce: 3, isIdle: () => isIdle },
  });
  const begun: string[] = [];
  const queries = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => heldQuery(name, begun));
  const answers = queries.slice(0, 5).map(({ ask }) => queue.run(turn(), ask));
  await settled();
  expect([begun, queue.running, queue.waiting]).toEqual([['a'], 1, 4]);
  isIdle = true;
  queries[0]!.end();
  await settled();
  expect([begun, queue.running, queue.waiting]).toEqual([['a', 'b', 'c', 'd'], 3, 1]);
  isIdle = false;
  for (const { end } of queries.slice(1, 3)) end();
  await settled();
  expect([begun, queue.running, queue.waiting]).toEqual([['a', 'b', 'c', 'd'], 1, 1]);
  queries[3]!.end();
  await settled();
  expect([begun.at(-1), queue.running, queue.waiting]).toEqual(['e', 1, 0]);
  isIdle = true;
  answers.push(queue.run(turn(), queries[5]!.ask));
  for (const { end } of queries.slice(4)) end();
  expect(await Promise.all(answers)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  expect([queue.running, queue.waiting]).toEqual([0, 0]);
});
