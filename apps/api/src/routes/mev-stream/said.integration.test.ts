import { SOL_MINT } from '@tickscope/dex';
import type { Sandwich } from '@tickscope/sandwich';
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

const downgraded = plant(900);
const doubtful = plant(901);
const valued = plant(902);
const last = plant(903);

const SUSPECTED: Partial<Sandwich> = { confidence: 'suspected', reason: 'round_trip', basis: null };
/** The victim lost 70 of what it got 900 for 500 lamports: 38 lamports. */
const IN_SOL: Partial<Sandwich> = { mintIn: SOL_MINT };

const writes = [
  found(downgraded),
  found(doubtful, SUSPECTED),
  found(valued, IN_SOL),
  found(downgraded, SUSPECTED),
  final(downgraded, SUSPECTED),
  final(valued, IN_SOL),
  retracted(valued),
  found(last),
];
const revision = ({ slot }: Plant, number: number, mark = '') => `${slot}.0.0.-1.0#${number}${mark}`;
const ofValued = [revision(valued, 1), revision(valued, 2), revision(valued, 4, '-')];
const LAST = revision(last, 1);

const cases: [query: Record<string, string>, expected: string[]][] = [
  // Who saw it as exact learns that it is only suspected, and nothing more.
  [{}, [revision(downgraded, 1), revision(valued, 1), revision(downgraded, 3), ...ofValued.slice(1), LAST]],
  [{ confidence: 'loose' }, []],
  [{ confidence: 'suspected' }, [revision(doubtful, 1), revision(downgraded, 3), revision(downgraded, 4)]],
  [{ mint: SOL_MINT }, ofValued],
  [{ mint: address('B'), confidence: 'suspected,loose', final_only: 'true' }, [revision(downgraded, 4)]],
  [{ mint: address('C') }, []],
  [{ min_loss_sol: '0.000000038' }, ofValued],
  [{ min_loss_sol: '0.000000039' }, []],
  // A loss that has no value in SOL does not match.
  [{ min_loss_sol: '0' }, ofValued],
  [{ final_only: 'true' }, ofValued.slice(1)],
  [{ final_only: 'false', mint: SOL_MINT }, ofValued],
];

let api: ApiUnderTest;
let before: string;
beforeAll(async () => {
  api = await startApiUnderTest(
    {},
    { operations: [streamSandwiches], liveFeed: { pollMs: 50, heartbeatMs: 200 } },
  );
  await storeBlocks(api, [downgraded, doubtful, valued, last]);
  const client = await openStream(urlOf({}));
  await client.until(({ comments }) => comments.length > 0);
  before = client.lastEventId;
  client.close();
});
afterAll(() => api?.stop());

const urlOf = (query: Record<string, string>) => `${api.url}/api/mev/stream?${new URLSearchParams(query)}`;
const blockOf = (id: string) => id.split('-')[2];

test('each listener gets what its filter says of this revision or of the one before, live and resumed', async () => {
  const all = await openStream(urlOf({ confidence: 'exact,loose,suspected' }));
  const live = await Promise.all(cases.map(([query]) => openStream(urlOf(query))));
  for (const client of [all, ...live]) await client.until(({ comments }) => comments.length > 0);
  await write(api, ...writes);
  const end = blockOf((await all.first(writes.length)).at(-1)!.id);
  for (const [at, [query, expected]] of cases.entries()) {
    const resumed = await openStream(urlOf(query), before);
    for (const client of [live[at]!, resumed]) {
      // The cursor reaches the end even if events are filtered out; then all expected events have arrived.
      await client.until(({ lastEventId }) => blockOf(lastEventId) === end);
      expect([query, briefly(client.sandwiches)]).toEqual([query, expected]);
      client.close();
    }
  }
  all.close();
});
