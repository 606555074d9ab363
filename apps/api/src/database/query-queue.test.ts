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

const ticket = (signal = new AbortController().signal, timeoutMs = 60_000) => ({ signal, timeoutMs });
const ticketOf = (account: string) => ({ ...ticket(), account });
/** Yields until everything that is ready has run. */
const settled = async () => {
  for (let turns = 0; turns < 2; turns += 1) await new Promise((resolve) => setImmediate(resolve));
};

test('limits concurrent queries; waiting ones start in order of arrival', async () => {
  const queue = new QueryQueue({ atOnce: 2, mostWaiting: 10 });
  const begun: string[] = [];
  const queries = ['a', 'b', 'c', 'd'].map((name) => heldQuery(name, begun));
  const answers = queries.map(({ ask }) => queue.run(ticket(), ask));
  await settled();
  expect([begun, queue.running, queue.waiting]).toEqual([['a', 'b'], 2, 2]);
  queries[1]!.end();
  await settled();
  expect([begun, queue.running, queue.waiting]).toEqual([['a', 'b', 'c'], 2, 1]);
  for (const { end } of queries) end();
  expect(await Promise.all(answers)).toEqual(['a', 'b', 'c', 'd']);
  expect([queue.running, queue.waiting]).toEqual([0, 0]);
});

/** Asks by name, one query a request, and ends what runs one by one. Returns the order in which they began. */
async function served(
  queue: QueryQueue,
  asked: readonly [account: string, name: string][],
): Promise<string[]> {
  const begun: string[] = [];
  const queries = new Map(asked.map(([, name]) => [name, heldQuery(name, begun)]));
  const answers = asked.map(([account, name]) => queue.run(ticketOf(account), queries.get(name)!.ask));
  for (let at = 0; at < asked.length; at += 1) {
    await settled();
    queries.get(begun[at]!)!.end();
  }
  await Promise.all(answers);
  return begun;
}

test('a question waits for the one that runs, however many another account has asked before it', async () => {
  const many = Array.from({ length: 29 }, (_, at): [string, string] => ['many', `many ${at}`]);
  const order = await served(new QueryQueue({ atOnce: 1, mostWaiting: 100 }), [...many, ['one', 'one']]);
  expect(order.indexOf('one')).toBe(1);
  expect(order.filter((name) => name !== 'one')).toEqual(many.map(([, name]) => name));
});

test('accounts take turns, one request each, and those with fewer requests come first', async () => {
  const order = await served(new QueryQueue({ atOnce: 1, mostWaiting: 100 }), [
    ...['a1', 'a2', 'a3', 'a4'].map((name): [string, string] => ['a', name]),
    ...['b1', 'b2', 'b3'].map((name): [string, string] => ['b', name]),
    ['c', 'c1'],
  ]);
  const rounds = [['a1', 'c1', 'b1'], ['b2', 'a2'], ['b3', 'a3'], ['a4']];
  expect(order).toEqual(rounds.flat());
});

test('an account that asks again and again, one question at a time, does not keep another from its turn', async () => {
  const queue = new QueryQueue({ atOnce: 1, mostWaiting: 100 });
  const begun: string[] = [];
  const first = heldQuery('first', begun);
  const running: Promise<unknown>[] = [queue.run(ticketOf('b'), first.ask)];
  await settled();
  running.push(queue.run(ticketOf('a'), async () => begun.push('a')));
  const again = async (): Promise<void> => {
    for (let at = 0; at < 5; at += 1) await queue.run(ticketOf('b'), async () => begun.push(`b${at}`));
  };
  running.push(again());
  first.end();
  await Promise.all(running);
  expect(begun.indexOf('a')).toBeLessThanOrEqual(2);
});

test('all queries of a question run in its turn', async () => {
  const queue = new QueryQueue({ atOnce: 1, mostWaiting: 100 });
  const begun: string[] = [];
  const running = heldQuery('many 1', begun);
  const answers: Promise<unknown>[] = [queue.run(ticketOf('many'), running.ask)];
  for (const name of ['many 2', 'many 3'])
    answers.push(queue.run(ticketOf('many'), async () => begun.push(name)));
  const question = ticketOf('one');
  for (const name of ['one, first', 'one, second'])
    answers.push(queue.run(question, async () => begun.push(name)));
  await settled();
  running.end();
  await Promise.all(answers);
  expect(begun).toEqual(['many 1', 'one, first', 'one, second', 'many 2', 'many 3']);
});

test('another request does not take the places of idle cores from the one that is served; one whose turn comes first does', async () => {
  const queue = new QueryQueue({
    ...{ atOnce: 1, mostWaiting: 10 },
    whenIdle: { atOnce: 2, isIdle: () => true },
  });
  const begun: string[] = [];
  const many = ['many 1', 'many 2', 'many 3'].map((name) => heldQuery(name, begun));
  const one = heldQuery('one', begun);
  const answers: Promise<unknown>[] = many.map(({ ask }) => queue.run(ticketOf('many'), ask));
  await settled();
  expect(begun).toEqual(['many 1']);
  answers.push(queue.run(ticketOf('one'), one.ask));
  await settled();
  expect(begun).toEqual(['many 1', 'one']);
  for (const { end } of [...many, one]) end();
  await Promise.all(answers);
});

test('the next query of a question runs before the next question', async () => {
  const queue = new QueryQueue({ atOnce: 1, mostWaiting: 10 });
  const begun: string[] = [];
  const question = async (account: string, name: string): Promise<void> => {
    const request = ticketOf(account);
    await queue.run(request, async () => begun.push(`${name}, first`));
    await queue.run(request, async () => begun.push(`${name}, second`));
  };
  await Promise.all([question('a', 'a1'), question('a', 'a2'), question('a', 'a3'), question('b', 'b1')]);
  // That of an account with fewer questions goes between the queries of the one that is served.
  expect(begun).toEqual([
    ...['a1, first', 'b1, first', 'b1, second', 'a1, second'],
    ...['a2', 'a3'].flatMap((name) => [`${name}, first`, `${name}, second`]),
  ]);
});

test('questions whose caller left cost their account no turns', async () => {
  const queue = new QueryQueue({ atOnce: 1, mostWaiting: 100 });
  const begun: string[] = [];
  const running = heldQuery('running', begun);
  const answers: Promise<unknown>[] = [queue.run(ticketOf('x'), running.ask)];
  const leaving = Array.from({ length: 20 }, () => new AbortController());
  const left = leaving.map(({ signal }) =>
    expect(queue.run({ ...ticket(signal), account: 'a' }, async () => '')).rejects.toThrow(QueryRefusedError),
  );
  for (const each of leaving) each.abort();
  await Promise.all(left);
  for (const name of ['b1', 'b2', 'b3']) answers.push(queue.run(ticketOf('b'), async () => begun.push(name)));
  answers.push(queue.run(ticketOf('a'), async () => begun.push('a')));
  running.end();
  await Promise.all(answers);
  expect(begun.indexOf('a')).toBeLessThan(begun.indexOf('b3'));
});

test('where too many wait, an account with one question is not refused for those of another', async () => {
  const queue = new QueryQueue({ atOnce: 1, mostWaiting: 3 });
  const running = heldQuery('many 0', []);
  const answers = Array.from({ length: 4 }, (_, at) =>
    queue.run(ticketOf('many'), at === 0 ? running.ask : async () => `many ${at}`),
  );
  const refused = expect(answers[3]).rejects.toBeInstanceOf(QueryRefusedError);
  const one = queue.run(ticketOf('one'), async () => 'one');
  await refused;
  running.end();
  expect(await Promise.all([one, ...answers.slice(0, 3)])).toEqual(['one', 'many 0', 'many 1', 'many 2']);
});

test('all queries of an earlier request run before those of later ones', async () => {
  const queue = new QueryQueue({ atOnce: 1, mostWaiting: 10 });
  const begun: string[] = [];
  const [first, second] = [ticket(), ticket()];
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
  const old = ticket();
  const [running, late, begunOne] = ['old 1', 'late', 'old 2'].map((name) => heldQuery(name, begun)) as [
    ReturnType<typeof heldQuery>,
    ReturnType<typeof heldQuery>,
    ReturnType<typeof heldQuery>,
  ];
  const first = queue.run(old, running.ask);
  const waiting = queue.run(ticket(), late.ask);
  const refused = expect(waiting).rejects.toBeInstanceOf(QueryRefusedError);
  const second = queue.run(old, begunOne.ask);
  await refused;
  await expect(queue.run(ticket(), late.ask)).rejects.toBeInstanceOf(QueryRefusedError);
  running.end();
  begunOne.end();
  expect(await Promise.all([first, second])).toEqual(['old 1', 'old 2']);
  expect(queue.waiting).toBe(0);
});

test('a query that waits too long, or whose caller has left, is never run', async () => {
  const queue = new QueryQueue({ atOnce: 1, mostWaiting: 10 });
  const begun: string[] = [];
  const running = heldQuery('running', begun);
  const first = queue.run(ticket(), running.ask);
  const caller = new AbortController();
  const left = queue.run(ticket(caller.signal), heldQuery('left', begun).ask);
  const late = queue.run(ticket(undefined, 1), heldQuery('late', begun).ask);
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
  const first = queue.run(ticket(), running.ask);
  await expect(queue.run(ticket(), heldQuery('late', []).ask)).rejects.toBeInstanceOf(QueryRefusedError);
  running.end();
  await first;
  expect(await queue.run(ticket(), async (leftMs) => leftMs)).toBe(60_000);
});

test('the wait is subtracted from the timeout of the query, in whole milliseconds', async () => {
  const queue = new QueryQueue({ atOnce: 1, mostWaiting: 10 });
  const running = heldQuery('running', []);
  const first = queue.run(ticket(), running.ask);
  const left = queue.run(ticket(), async (leftMs) => leftMs);
  await new Promise((resolve) => setImmediate(resolve));
  running.end();
  await first;
  expect(await left).toBeLessThan(60_000);
  expect(AbortSignal.timeout(await left).aborted).toBe(false);
  expect(await queue.run(ticket(), async (leftMs) => leftMs)).toBe(60_000);
});

test('a failed query frees its slot for the next', async () => {
  const queue = new QueryQueue({ atOnce: 1, mostWaiting: 10 });
  const failing = queue.run(ticket(), () => Promise.reject(new Error('wrong')));
  const next = queue.run(ticket(), async () => 'next');
  await expect(failing).rejects.toThrow('wrong');
  expect(await next).toBe('next');
  expect(queue.running).toBe(0);
});

test('more queries of a request run at once while the cores are idle, and no more start once they are not', async () => {
  let isIdle = false;
  const queue = new QueryQueue({
    ...{ atOnce: 1, mostWaiting: 10 },
    whenIdle: { atOnce: 3, isIdle: () => isIdle },
  });
  const begun: string[] = [];
  const queries = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => heldQuery(name, begun));
  const request = ticket();
  const answers = queries.slice(0, 5).map(({ ask }) => queue.run(request, ask));
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
  answers.push(queue.run(request, queries[5]!.ask));
  for (const { end } of queries.slice(4)) end();
  expect(await Promise.all(answers)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  expect([queue.running, queue.waiting]).toEqual([0, 0]);
});
