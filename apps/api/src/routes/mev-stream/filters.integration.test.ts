import {
  briefly,
  final,
  found,
  type Plant,
  plant,
  retracted,
  storeBlocks,
  write,
} from '@tickscope/testkit/store/planted-sandwiches';
import { address } from '@tickscope/testkit/traded-block';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiUnderTest, startApiUnderTest } from '../../testing/api-under-test.js';
import { streamSandwiches } from './handler.js';
import { openStream } from './testing/stream-client.js';

const one = plant(800, { attacker: 'mallory', victims: ['alice', 'bob'], pool: 'north' });
const two = plant(801, { attacker: 'mordred', victims: ['alice'], pool: 'north' });
const three = plant(802, { attacker: 'mallory', victims: ['carol'], pool: 'south' });
/** The last event of every stream: it passes all filters used here. */
const last = plant(803, { attacker: 'mallory', victims: ['alice', 'bob', 'carol'], pool: 'north' });
const plants = [one, two, three, last];

const bob = one.sandwich.victims.find(({ swap }) => swap.trader === address('bob'))!;
const withoutBob = { victims: one.sandwich.victims.filter((victim) => victim !== bob) };

const writes = [
  found(one),
  found(two),
  found(three),
  found(one, withoutBob),
  final(one, withoutBob),
  retracted(two),
  retracted(one),
  found(last, { backPool: address('south'), attackers: [address('mallory'), address('mordred')] }),
];
const revision = ({ slot }: Plant, number: number, mark = '') => `${slot}.0.0.-1.0#${number}${mark}`;

const cases: [query: Record<string, string>, expected: string[]][] = [
  [
    {},
    [
      revision(one, 1),
      revision(two, 1),
      revision(three, 1),
      revision(one, 3),
      revision(one, 4),
      revision(two, 2, '-'),
      revision(one, 6, '-'),
      revision(last, 1),
    ],
  ],
  // The pool of the backruns counts, too.
  [{ pool: address('south') }, [revision(three, 1), revision(last, 1)]],
  [{ pool: address('east') }, []],
  [{ attacker: address('mordred') }, [revision(two, 1), revision(two, 2, '-'), revision(last, 1)]],
  [{ victim: address('carol') }, [revision(three, 1), revision(last, 1)]],
  // Bob learns that he is no longer a victim, and gets nothing more of that sandwich.
  [{ victim: address('bob') }, [revision(one, 1), revision(one, 3), revision(last, 1)]],
  [
    { victim: address('alice'), attacker: address('mallory') },
    [revision(one, 1), revision(one, 3), revision(one, 4), revision(one, 6, '-'), revision(last, 1)],
  ],
  // An attacker is not a victim.
  [{ victim: address('mallory') }, []],
  [{ attacker: address('alice') }, []],
  [
    { dex: 'raydium cpmm', pool: address('north'), victim: address('alice') },
    [
      revision(one, 1),
      revision(two, 1),
      revision(one, 3),
      revision(one, 4),
      revision(two, 2, '-'),
      revision(one, 6, '-'),
      revision(last, 1),
    ],
  ],
  [{ dex: 'Orca Whirlpool' }, []],
];

let api: ApiUnderTest;
let before: string;
beforeAll(async () => {
  api = await startApiUnderTest(
    {},
    { operations: [streamSandwiches], liveFeed: { pollMs: 50, heartbeatMs: 200 } },
  );
  await storeBlocks(api, plants);
  const client = await openStream(`${api.url}/api/mev/stream`);
  await client.until(({ comments }) => comments.length > 0);
  before = client.lastEventId;
  client.close();
});
afterAll(() => api?.stop());

const urlOf = (query: Record<string, string>) => `${api.url}/api/mev/stream?${new URLSearchParams(query)}`;

test('live, each listener gets the events that pass its filter, in order', async () => {
  const clients = await Promise.all(cases.map(([query]) => openStream(urlOf(query))));
  for (const client of clients) await client.until(({ comments }) => comments.length > 0);
  await write(api, ...writes);
  await clients[0]!.first(cases[0]![1].length);
  for (const [at, [query, expected]] of cases.entries()) {
    await clients[at]!.first(expected.length);
    expect([query, briefly(clients[at]!.sandwiches)]).toEqual([query, expected]);
  }
  for (const client of clients) client.close();
});

test('a resumed listener gets the same events', async () => {
  const all = await openStream(urlOf({}), before);
  const blockOf = (id: string) => id.split('-')[2];
  const end = blockOf((await all.first(cases[0]![1].length)).at(-1)!.id);
  for (const [query, expected] of cases) {
    const client = await openStream(urlOf(query), before);
    // The cursor reaches the end even if events are filtered out; then all expected events have arrived.
    await client.until(({ lastEventId }) => blockOf(lastEventId) === end);
    expect([query, briefly(client.sandwiches)]).toEqual([query, expected]);
    client.close();
  }
  all.close();
});
