import { isDeepStrictEqual } from 'node:util';
import { redetect } from '@tickscope/pipeline';
import type { Sandwich } from '@tickscope/sandwich';
import { BlockWriter } from '@tickscope/store';
import { BLOCKS, NOW, THEN } from '@tickscope/testkit/then-and-now-chain';
import { address } from '@tickscope/testkit/traded-block';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { type ApiUnderTest, startApiUnderTest } from '../../testing/api-under-test.js';
import { openStream, type SandwichMessage } from './testing/stream-client.js';

const NEWEST = BLOCKS.at(-1)!.slot;
const isBots = ({ attackers }: Sandwich): boolean => attackers.includes(address('bot'));

let api: ApiUnderTest;
/** The end of the feed before anything was detected. */
let beginning: string;
beforeAll(async () => {
  api = await startApiUnderTest({}, { liveFeed: { pollMs: 50 } });
  await new BlockWriter(api.owner).write(BLOCKS);
  const stream = await openStream(`${api.url}/api/mev/stream`);
  await stream.until(({ lastEventId }) => lastEventId !== '');
  beginning = stream.lastEventId;
  stream.close();
  await redetect(api.owner, { fromSlot: BLOCKS[0]!.slot, toSlot: NEWEST, headSlot: NEWEST });
});
afterAll(() => api?.stop());

/** The newest revision of each sandwich, in order of position. */
function newest(messages: readonly SandwichMessage[]): Map<string, unknown[]> {
  const facts = messages.map(({ sandwich }): [string, unknown[]] => [
    sandwich.id,
    ['id', 'confidence', 'confidence_then', 'reason', 'intent'].map((name) => sandwich[name as 'id']),
  ]);
  return new Map(facts);
}

describe('the feed, read afterwards', () => {
  const facts = ({ id, confidence, reason, intent }: Sandwich): unknown[] => {
    const before = THEN.find((one) => one.id === id)!;
    return [id, confidence, before.confidence, reason, intent];
  };
  const expectEvents = async (query: string, expected: readonly Sandwich[]): Promise<void> => {
    const all = `?confidence=exact,loose,suspected${query}`;
    const stream = await openStream(`${api.url}/api/mev/stream${all}`, beginning);
    const wanted = new Map(expected.map((sandwich) => [sandwich.id, facts(sandwich)]));
    await stream.until(({ sandwiches }) => isDeepStrictEqual(newest(sandwiches), wanted));
    stream.close();
  };

  test('ends with the verdict as of now, and the one of then', () => expectEvents('', NOW));

  test('is filtered by intent, as of now or of then', async () => {
    const wasLikely = NOW.filter((_, at) => THEN[at]!.intent === 'likely');
    await expectEvents('&intent=likely', wasLikely);
    await expectEvents('&intent=proven', NOW.filter(isBots));
    await expectEvents('&intent=likely,proven', NOW);
    await expectEvents(
      `&intent=likely&attacker=${address('scalper')}`,
      NOW.filter((one) => !isBots(one)),
    );
  });
});
