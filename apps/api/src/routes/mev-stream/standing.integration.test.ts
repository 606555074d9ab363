import { rejudge } from '@tickscope/store';
import {
  COUNTED_UNLESS_SCALPER,
  makeKnown,
  SUSPECTED_ALWAYS,
  SUSPECTED_UNLESS_BOT,
} from '@tickscope/testkit/store/known-actors';
import {
  final,
  found,
  type Plant,
  plant,
  signatureAt,
  storeBlocks,
  write,
} from '@tickscope/testkit/store/planted-sandwiches';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiUnderTest, startApiUnderTest } from '../../testing/api-under-test.js';
import { get, post } from '../../testing/request.js';
import { sandwichPage } from '../../testing/sandwich-pages.js';
import { openStream, type StreamClient } from './testing/stream-client.js';

const leaves = plant(800, { attacker: 'scalper', victims: ['lea'] });
const joins = plant(801, { attacker: 'bot', victims: ['joe'] });
const stays = plant(802, { attacker: 'scalper', victims: ['stan'] });
const after = plant(803, { attacker: 'mallory', victims: ['ann'] });

let api: ApiUnderTest;
let stream: StreamClient;
beforeAll(async () => {
  api = await startApiUnderTest({}, { liveFeed: { pollMs: 50 } });
  await storeBlocks(api, [leaves, joins, stays, after]);
  await write(
    api,
    final(leaves, COUNTED_UNLESS_SCALPER),
    final(joins, SUSPECTED_UNLESS_BOT),
    final(stays, SUSPECTED_ALWAYS),
  );
  stream = await openStream(`${api.url}/api/mev/stream`);
  await stream.until(({ lastEventId }) => lastEventId !== '');
  // 20 hours later both become known.
  await makeKnown(api.owner, 'scalper', { hoursLater: 20, aimed: false });
  await makeKnown(api.owner, 'bot', { hoursLater: 20, aimed: true });
  expect(await rejudge(api.owner, { fromSlot: 0, toSlot: 9_000, withProvisional: false })).toBe(3);
  await write(api, found(after));
});
afterAll(async () => {
  stream?.close();
  await api?.stop();
});

const idOf = ({ sandwich: { id } }: Plant): string => id;

test('a listener of the counted ones hears that one is counted now, and that one left, with all their legs', async () => {
  await stream.until(({ sandwiches }) => sandwiches.some(({ sandwich }) => sandwich.id === idOf(after)));
  const heard = stream.sandwiches.map(({ sandwich }) => [
    ...[sandwich.id, sandwich.revision, sandwich['cause'], sandwich['is_final'], sandwich.retracted],
    ...[sandwich['confidence'], sandwich['confidence_then'], sandwich['reason']],
    ...[(sandwich['legs'] as unknown[]).length, (sandwich['victims'] as unknown[]).length],
  ]);
  expect(heard).toEqual([
    [idOf(leaves), 3, 'standing', true, false, 'suspected', 'exact', 'scalping', 2, 1],
    [idOf(joins), 3, 'standing', true, false, 'exact', 'suspected', null, 2, 1],
    [idOf(after), 1, 'detection', false, false, 'exact', 'exact', null, 2, 1],
  ]);
});

test('lists, one sandwich with its revisions, checks and the view of analysts say the same', async () => {
  const { sandwiches } = await sandwichPage(api.url, '');
  expect(sandwiches.map(({ id }) => id)).toEqual([idOf(after), idOf(joins)]);
  const { body } = await get(`${api.url}/api/mev/sandwiches/${idOf(leaves)}`);
  expect(body).toMatchObject({
    data: {
      ...{ confidence: 'suspected', confidence_then: 'exact' },
      revisions: [
        { revision: 2, cause: 'detection', confidence: 'exact', confidence_then: 'exact' },
        { revision: 3, cause: 'standing', confidence: 'suspected', confidence_then: 'exact' },
      ],
    },
  });
  const [detected, judged] = (body as { data: { revisions: { detected_at: string }[] } }).data.revisions;
  expect(Date.parse(judged!.detected_at)).toBeGreaterThan(Date.parse(detected!.detected_at));
  const signatures = [leaves, joins, stays].map((one) => signatureAt(one, 1));
  const checks = await post(`${api.url}/api/mev/check-sandwich-fast`, { signatures });
  const { results } = (checks.body as { data: { results: { sandwich_detected: boolean }[] } }).data;
  expect(results.map(({ sandwich_detected: isDetected }) => isDetected)).toEqual([false, true, false]);
  const viewed = await api.owner.read.queryRows(
    `SELECT bracket_id, toString(standing), is_counted FROM sandwiches_now(from_slot = 0, to_slot = 9000)
     ORDER BY first_slot`,
    { timeoutMs: 30_000 },
  );
  expect(viewed).toEqual([
    [idOf(leaves), 'scalper', 0],
    [idOf(joins), 'known_bot', 1],
    [idOf(stays), 'scalper', 0],
    [idOf(after), 'unknown', 1],
  ]);
});
